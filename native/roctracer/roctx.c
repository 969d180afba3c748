/// ROC-TX's calls, through its tracer callback.
#include "rt.h"
#include <dlfcn.h>

typedef int (*tracer)(activity_domain_t domain, uint32_t op, void* data);

static _Atomic(void (*)(tracer)) register_tracer;

/// Whether ROC-TX has the tracer function. By the registry's lock.
static bool hooked;

bool rt_roctx_look(void) {
    if (atomic_load(&register_tracer) != NULL) return false;
    void* handle = rt_loaded("libroctx64.so");
    void* function = handle != NULL ? dlsym(handle, "roctxRegisterTracerCallback") : NULL;
    if (function == NULL) {
        // The SDK's ROC-TX library without the older one: ours tells tracers, too.
        handle = rt_loaded("librocprofiler-sdk-roctx.so");
        function = handle != NULL ? dlsym(handle, "rpj_roctx_register_tracer") : NULL;
    }
    atomic_store(&register_tracer, (void (*)(tracer)) function);
    return function != NULL;
}

static int report(activity_domain_t domain, uint32_t op, void* data) {
    return rt_trace(domain, op, data);
}

void rt_roctx_hook(bool wanted) {
    void (*function)(tracer) = atomic_load(&register_tracer);
    if (function == NULL || (wanted && hooked)) return;
    function(wanted ? report : NULL);
    hooked = wanted;
}
