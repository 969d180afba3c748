// The functions without a tool. A tool wraps these; otherwise they are called directly.
#include "roctx_internal.h"
#include <roctracer/roctracer_roctx.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../ids.h"

// Nesting of push and pop. The initial-exec model makes it one instruction; four bytes always fit.
static _Thread_local int level __attribute__((tls_model("initial-exec")));

// Identifiers of started ranges, from 1, process-wide. Threads that contend take them in blocks; what one has left of
// its block at its end is never used.
static native_id_source_t range_ids;
static _Thread_local native_ids_t own_range_ids __attribute__((tls_model("initial-exec")));

_Atomic(roctx_tracer) roctx_listener;

// One load and one branch without a tracer.
static inline void tell(uint32_t operation, const char* message, roctx_range_id_t id) {
    roctx_tracer listener = atomic_load_explicit(&roctx_listener, memory_order_acquire);
    if (__builtin_expect(listener == NULL, 1)) return;
    roctx_api_data_t call = {.args.message = message, .args.id = id};
    listener(ACTIVITY_DOMAIN_ROCTX, operation, &call);
}

static void mark(const char* message) { tell(ROCTX_API_ID_roctxMarkA, message, 0); }

// The level changes after the tracer was called.
static int range_push(const char* message) {
    tell(ROCTX_API_ID_roctxRangePushA, message, 0);
    return level++;
}

static int range_pop(void) {
    tell(ROCTX_API_ID_roctxRangePop, NULL, 0); // also when there is no range to end
    return level > 0 ? --level : -1;
}

static roctx_range_id_t range_start(const char* message) {
    const roctx_range_id_t id = rpj_ids_next(&own_range_ids, &range_ids);
    tell(ROCTX_API_ID_roctxRangeStartA, message, id);
    return id;
}

static void range_stop(roctx_range_id_t id) { tell(ROCTX_API_ID_roctxRangeStop, NULL, id); }

static int get_thread_id(roctx_thread_id_t* tid) {
    if (tid == NULL) return -1;
    *tid = (roctx_thread_id_t)syscall(SYS_gettid);
    return 0;
}

static int profiler_pause(roctx_thread_id_t tid) {
    (void)tid;
    return 0;
}

static int profiler_resume(roctx_thread_id_t tid) {
    (void)tid;
    return 0;
}

static int name_os_thread(const char* name) {
    (void)name;
    return 0;
}

static int name_hsa_agent(const char* name, const struct hsa_agent_s* agent) {
    (void)name;
    (void)agent;
    return 0;
}

static int name_hip_device(const char* name, int device_id) {
    (void)name;
    (void)device_id;
    return 0;
}

static int name_hip_stream(const char* name, const struct ihipStream_t* stream) {
    (void)name;
    (void)stream;
    return 0;
}

#define CORE_FUNCTIONS \
    { \
        .size = sizeof(roctxCoreApiTable_t), .roctxMarkA_fn = mark, .roctxRangePushA_fn = range_push, \
        .roctxRangePop_fn = range_pop, .roctxRangeStartA_fn = range_start, .roctxRangeStop_fn = range_stop, \
        .roctxGetThreadId_fn = get_thread_id \
    }

const struct roctx_tables roctx_untraced = {
    .core = CORE_FUNCTIONS,
    .older = CORE_FUNCTIONS,
    .control =
        {
            .size = sizeof(roctxControlApiTable_t),
            .roctxProfilerPause_fn = profiler_pause,
            .roctxProfilerResume_fn = profiler_resume,
        },
    .name =
        {
            .size = sizeof(roctxNameApiTable_t),
            .roctxNameOsThread_fn = name_os_thread,
            .roctxNameHsaAgent_fn = name_hsa_agent,
            .roctxNameHipDevice_fn = name_hip_device,
            .roctxNameHipStream_fn = name_hip_stream,
        },
};
