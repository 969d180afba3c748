/// The entries in force until registration is over: settle which set applies, then make the call there.
#include "roctx_internal.h"

static void mark(const char* message) {
    roctx_register()->core.roctxMarkA_fn(message);
}

static int range_push(const char* message) {
    return roctx_register()->core.roctxRangePushA_fn(message);
}

static int range_pop(void) {
    return roctx_register()->core.roctxRangePop_fn();
}

static roctx_range_id_t range_start(const char* message) {
    return roctx_register()->core.roctxRangeStartA_fn(message);
}

static void range_stop(roctx_range_id_t id) {
    roctx_register()->core.roctxRangeStop_fn(id);
}

static int get_thread_id(roctx_thread_id_t* tid) {
    return roctx_register()->core.roctxGetThreadId_fn(tid);
}

static int profiler_pause(roctx_thread_id_t tid) {
    return roctx_register()->control.roctxProfilerPause_fn(tid);
}

static int profiler_resume(roctx_thread_id_t tid) {
    return roctx_register()->control.roctxProfilerResume_fn(tid);
}

static int name_os_thread(const char* name) {
    return roctx_register()->name.roctxNameOsThread_fn(name);
}

static int name_hsa_agent(const char* name, const struct hsa_agent_s* agent) {
    return roctx_register()->name.roctxNameHsaAgent_fn(name, agent);
}

static int name_hip_device(const char* name, int device_id) {
    return roctx_register()->name.roctxNameHipDevice_fn(name, device_id);
}

static int name_hip_stream(const char* name, const struct ihipStream_t* stream) {
    return roctx_register()->name.roctxNameHipStream_fn(name, stream);
}

const struct roctx_tables roctx_unregistered = {
    .core = {
        .roctxMarkA_fn = mark,
        .roctxRangePushA_fn = range_push,
        .roctxRangePop_fn = range_pop,
        .roctxRangeStartA_fn = range_start,
        .roctxRangeStop_fn = range_stop,
        .roctxGetThreadId_fn = get_thread_id,
    },
    .control = {.roctxProfilerPause_fn = profiler_pause, .roctxProfilerResume_fn = profiler_resume},
    .name = {
        .roctxNameOsThread_fn = name_os_thread,
        .roctxNameHsaAgent_fn = name_hsa_agent,
        .roctxNameHipDevice_fn = name_hip_device,
        .roctxNameHipStream_fn = name_hip_stream,
    },
};
