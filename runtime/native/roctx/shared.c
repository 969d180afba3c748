// Functions for libroctx64 and Java programs. Exported for them; not an interface for others.
#include "roctx_internal.h"
#include <stddef.h>

// Registers the tracer of every call; NULL removes it. Any thread.
ROCTX_EXPORT void rpj_roctx_register_tracer(roctx_tracer tracer) {
    atomic_store_explicit(&roctx_listener, tracer, memory_order_release);
}

// Stores five addresses by which a caller can check for listeners and save itself a call: `tracer`, `traced`,
// `untraced`, `current`, `unregistered`. Function i has no listener if *tracer is null, traced[i] is untraced[i],
// and *current is not `unregistered`: registration is complete, which the first calls cause. i counts words of
// struct roctx_tables from the first function on. Valid until the process exits. Any thread.
ROCTX_EXPORT void rpj_roctx_watch(const void* watch[5]) {
    watch[0] = &roctx_listener;
    watch[1] = &roctx_traced.core.roctxMarkA_fn;
    watch[2] = &roctx_untraced.core.roctxMarkA_fn;
    watch[3] = &roctx_current;
    watch[4] = roctx_where_unregistered();
}

#define SLOT(table, function) \
    ((offsetof(struct roctx_tables, table.function) - offsetof(struct roctx_tables, core.roctxMarkA_fn)) \
     / sizeof(void*))
// The indexes that io.rocprofiler.roctx.Watch uses.
_Static_assert(SLOT(core, roctxRangePushA_fn) == 1 && SLOT(core, roctxRangePop_fn) == 2
                   && SLOT(core, roctxRangeStartA_fn) == 3 && SLOT(core, roctxRangeStop_fn) == 4,
               "core");
_Static_assert(SLOT(control, roctxProfilerPause_fn) == 7 && SLOT(control, roctxProfilerResume_fn) == 8, "control");
_Static_assert(SLOT(name, roctxNameOsThread_fn) == 10 && SLOT(name, roctxNameHsaAgent_fn) == 11
                   && SLOT(name, roctxNameHipDevice_fn) == 12 && SLOT(name, roctxNameHipStream_fn) == 13,
               "name");
