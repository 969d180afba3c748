/// What libroctx64 and Java programs share with this library. Exported for them; not an interface for others.
#include "roctx_internal.h"

_Atomic(const struct roctx_tables*) roctx_current = &roctx_first;

/// Makes a tracer the one that hears of every call; NULL: nobody does. Any thread.
ROCTX_EXPORT void rpj_roctx_register_tracer(roctx_tracer tracer) {
    atomic_store_explicit(&roctx_listener, tracer, memory_order_release);
}

/// Says where a caller that wants to spare itself a call looks whether somebody listens, in three addresses: `tracer`, `live`,
/// `plain`. Somebody listens to function i of the core table if *tracer is not null, or if live[i] is not plain[i]. Valid
/// once a first call was made, for ever. Any thread.
ROCTX_EXPORT void rpj_roctx_watch(const void* watch[3]) {
    watch[0] = &roctx_listener;
    watch[1] = &roctx_live.core.roctxMarkA_fn;
    watch[2] = &roctx_plain.core.roctxMarkA_fn;
}
