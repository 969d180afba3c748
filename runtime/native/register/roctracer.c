// A program linked with libroctracer64 has a tool that the search does not find: it needs the runtime's tables only
// once a client has enabled something. It is notified when a runtime arrives, and decides.
#include "../roctracer_descriptor.h"
#include "register_internal.h"

typedef void (*appeared_fn)(void);

// The function of a libroctracer64 of ours, which is never unloaded.
static _Atomic(appeared_fn) known;

void tell_roctracer(void) {
    appeared_fn appeared = atomic_load_explicit(&known, memory_order_acquire);
    if (appeared == NULL && look_up_begins()) {
        const struct rt_descriptor* descriptor = rt_find_descriptor();
        if (descriptor != NULL) appeared = (appeared_fn)rt_descriptor_function(&descriptor->appeared);
        look_up_ends();
        atomic_store_explicit(&known, appeared, memory_order_release);
    }
    if (appeared != NULL) appeared();
}
