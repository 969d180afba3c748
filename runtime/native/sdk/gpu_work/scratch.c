// See scratch.h.
#include "gpu_work/scratch.h"

#include <rocprofiler-sdk/buffer_tracing.h>

#include "base/clock.h"
#include "engine/admission.h"
#include "gpu_work/work.h"
#include "hsa/agents.h"
#include "threads/inside.h"

// The functions of the table are pairs of a beginning and an end, of these.
enum { ALLOC, FREE, ASYNC_RECLAIM, EVENTS };

// hsa_amd_event_scratch_alloc_end_t (hsa_ext_amd.h); the others are beginnings of it.
typedef struct {
    uint32_t kind;
    const hsa_queue_t* queue;
    uint32_t flags;
    uint64_t dispatch_id, size, slots;
} told_t;

typedef uint32_t tell_fn(const told_t* told);
typedef rocprofiler_buffer_tracing_scratch_memory_record_t record_t;

// An event that has begun on this thread and not ended.
typedef struct {
    bool open;
    rpj_work_origin origin;
    uint64_t agent, queue;
    uint32_t flags;
} event;

static __thread event events[EVENTS] __attribute__((tls_model("initial-exec")));
static tell_fn* own[2 * EVENTS];

static uint64_t agent_of(const hsa_queue_t* queue) {
    uint32_t (*ask)(const hsa_queue_t*, uint32_t, void*) = RPJ_OWN_AMD_EXT(hsa_amd_queue_get_info);
    uint64_t handle[2] = {0};
    return ask != NULL && !ask(queue, HSA_AMD_QUEUE_INFO_AGENT, handle) ? rpj_agent_id(handle[0]) : 0;
}

static void begins(int of, const told_t* told) {
    event* one = &events[of];
    one->open = false; // the end of an earlier one was never told
    bool recorded = told != NULL && rpj_recorder_follows() && rpj_is_recording(rpj_work.scratch);
    native_thread_t* thread = recorded ? rpj_admit_without_java() : NULL;
    if (thread == NULL) return;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    const hsa_queue_t* queue = told->queue;
    *one = (event){.open = true, .flags = told->flags, .agent = queue != NULL ? agent_of(queue) : 0};
    one->queue = queue != NULL ? queue->id : 0;
    one->origin = rpj_work_within(thread, RPJ_SEGMENT_WORK_SCRATCH);
    rpj_inside_end(thread, cancel);
    one->origin.start_ns = rpj_boottime_now();
}

static void write_record(native_thread_t* thread, int of, const event* one, const told_t* told, uint64_t end_ns) {
    record_t* record = rpj_kept_claim(thread, 0, sizeof *record);
    if (record == NULL) return;
    record->kind = ROCPROFILER_BUFFER_TRACING_SCRATCH_MEMORY;
    record->operation = (rocprofiler_scratch_memory_operation_t)(ROCPROFILER_SCRATCH_MEMORY_ALLOC + of);
    record->correlation_id.internal = one->origin.internal;
    record->correlation_id.external.value = one->origin.external;
    record->correlation_id.ancestor = one->origin.ancestor;
    record->agent_id.handle = one->agent;
    record->queue_id.handle = one->queue;
    record->thread_id = one->origin.tid;
    record->start_timestamp = one->origin.start_ns;
    record->end_timestamp = end_ns > one->origin.start_ns ? end_ns : one->origin.start_ns + 1;
    record->flags = (rocprofiler_scratch_alloc_flag_t)(told != NULL ? told->flags : one->flags);
    record->allocation_size = told != NULL && of == ALLOC ? told->size : 0;
    rpj_kept_commit(record, sizeof *record);
}

static void ends(int of, const told_t* told) {
    event* one = &events[of];
    const uint64_t end_ns = one->open ? rpj_boottime_now() : 0;
    native_thread_t* thread = one->open && rpj_recorder_follows() ? rpj_admit_without_java() : NULL;
    one->open = false;
    if (thread == NULL) return;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    write_record(thread, of, one, told, end_ns);
    rpj_inside_end(thread, cancel);
}

#define PAIR(of) \
    static uint32_t begin_##of(const told_t* told) { \
        begins(of, told); \
        return own[2 * of](told); \
    } \
    static uint32_t end_##of(const told_t* told) { \
        ends(of, told); \
        return own[2 * of + 1](told); \
    }
PAIR(ALLOC)
PAIR(FREE)
PAIR(ASYNC_RECLAIM)

void rpj_scratch_follow(const rpj_hsa_table* table) {
    static tell_fn* const ours[2 * EVENTS] = {begin_ALLOC, end_ALLOC,           begin_FREE,
                                              end_FREE,    begin_ASYNC_RECLAIM, end_ASYNC_RECLAIM};
    for (unsigned i = 0; i < 2 * EVENTS; i++) {
        void** place = rpj_function_place(table, i);
        if (place == NULL || *place == NULL || own[i] != NULL) continue;
        own[i] = (tell_fn*)*place;
        __atomic_store_n(place, (void*)ours[i], __ATOMIC_RELEASE);
    }
}
