// The public functions of both libraries. libroctx64 has only those of older releases, and shares the other
// one's state.
#include "roctx_internal.h"

#ifdef ROCTX64
#define CORE older
#else
#define CORE core
#endif

static inline const struct roctx_tables* current(void) {
    return atomic_load_explicit(&roctx_current, memory_order_acquire);
}

ROCTX_EXPORT void roctxMarkA(const char* message) { current()->CORE.roctxMarkA_fn(message); }

ROCTX_EXPORT int roctxRangePushA(const char* message) { return current()->CORE.roctxRangePushA_fn(message); }

ROCTX_EXPORT int roctxRangePop(void) { return current()->CORE.roctxRangePop_fn(); }

ROCTX_EXPORT roctx_range_id_t roctxRangeStartA(const char* message) {
    return current()->CORE.roctxRangeStartA_fn(message);
}

ROCTX_EXPORT void roctxRangeStop(roctx_range_id_t id) { current()->CORE.roctxRangeStop_fn(id); }

#ifndef ROCTX64

ROCTX_EXPORT int roctxGetThreadId(roctx_thread_id_t* tid) { return current()->core.roctxGetThreadId_fn(tid); }

ROCTX_EXPORT int roctxProfilerPause(roctx_thread_id_t tid) { return current()->control.roctxProfilerPause_fn(tid); }

ROCTX_EXPORT int roctxProfilerResume(roctx_thread_id_t tid) { return current()->control.roctxProfilerResume_fn(tid); }

ROCTX_EXPORT int roctxNameOsThread(const char* name) { return current()->name.roctxNameOsThread_fn(name); }

ROCTX_EXPORT int roctxNameHsaAgent(const char* name, const struct hsa_agent_s* agent) {
    return current()->name.roctxNameHsaAgent_fn(name, agent);
}

ROCTX_EXPORT int roctxNameHipDevice(const char* name, int device_id) {
    return current()->name.roctxNameHipDevice_fn(name, device_id);
}

ROCTX_EXPORT int roctxNameHipStream(const char* name, const struct ihipStream_t* stream) {
    return current()->name.roctxNameHipStream_fn(name, stream);
}

#endif
