// ROC-TX's calls, through its tracer callback.
#include "hooks/roctx.h"

#include <dlfcn.h>

#include "base/loaded.h"
#include "trace/trace.h"

static _Atomic(rt_register_tracer) register_tracer;

// Whether ROC-TX has our tracer function. Guarded by the registry's lock.
static bool hooked;

bool rt_roctx_look(void) {
    if (atomic_load(&register_tracer) != NULL) return false;
    void* handle = rt_loaded("libroctx64.so");
    void* function = handle != NULL ? dlsym(handle, "roctxRegisterTracerCallback") : NULL;
    if (function == NULL) {
        // The SDK's ROC-TX library without the older one: ours also calls tracers.
        handle = rt_loaded("librocprofiler-sdk-roctx.so");
        function = handle != NULL ? dlsym(handle, "rpj_roctx_register_tracer") : NULL;
    }
    atomic_store(&register_tracer, (rt_register_tracer)function);
    return function != NULL;
}

void rt_roctx_hook(bool wanted) {
    const rt_register_tracer function = atomic_load(&register_tracer);
    if (function == NULL || (wanted && hooked)) return;
    function(wanted ? rt_trace : NULL);
    hooked = wanted;
}
