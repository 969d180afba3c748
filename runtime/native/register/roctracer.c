// A program that is linked with libroctracer64 has a tool that nobody sees: it wants the runtime's tables only once
// somebody has enabled something. It is told that a runtime comes, and decides.
#include "../roctracer/descriptor.h"
#include "register_internal.h"

typedef void (*appeared_fn)(void);

// Of a libroctracer64 of ours, which is never unloaded.
static _Atomic(appeared_fn) known;

void tell_roctracer(void) {
    appeared_fn appeared = atomic_load_explicit(&known, memory_order_acquire);
    if (appeared == NULL) {
        look_up_begins();
        const struct rt_descriptor* descriptor = rt_find_descriptor();
        if (descriptor != NULL) appeared = (appeared_fn)rt_descriptor_function(&descriptor->appeared);
        look_up_ends();
        atomic_store_explicit(&known, appeared, memory_order_release);
    }
    if (appeared != NULL) appeared();
}
