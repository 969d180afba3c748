// See copies.h.
#include "gpu_work/copies.h"

#include <pthread.h>
#include <stdlib.h>

#include <rocprofiler-sdk/buffer_tracing.h>

#include "base/clock.h"
#include "dispatches/dispatch_records.h"
#include "dispatches/gpu_queues.h"
#include "dispatches/work_times.h"
#include "engine/admission.h"
#include "gpu/gpu.h"
#include "gpu_work/losses.h"
#include "gpu_work/work.h"
#include "hsa/agents.h"
#include "hsa/own_functions.h"
#include "threads/inside.h"

enum { MOST_SPARE = 4096, PAUSE_NANOS = 500000, MOST_PAUSES = 2000, BROKEN_NANOS = 200000000 };

typedef rocprofiler_buffer_tracing_memory_copy_record_t record_t;

// What its record will say (native_copy_t.event).
typedef struct {
    rpj_work_origin origin;
    uint64_t from, to;
    rocprofiler_memory_copy_operation_t operation;
} transfer;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t spare[MOST_SPARE], spares; // with `lock`: signals
static uint64_t entering, begun, ended, given_up;
static bool closed;

// --- signals: 1 when one is taken, 0 when its work has completed ---------------------------------------------------

static uint64_t take_signal(void) {
    hsa_signal_t signal = {0};
    pthread_mutex_lock(&lock);
    if (spares) signal.handle = spare[--spares];
    pthread_mutex_unlock(&lock);
    if (signal.handle) RPJ_OF_RUNTIME(signal_reset, hsa_signal_store_screlease_fn)(signal, 1);
    else RPJ_OF_RUNTIME(signal_create, hsa_signal_create_fn)(1, 0, NULL, &signal);
    return signal.handle;
}

static void destroy(uint64_t signal) { RPJ_OF_RUNTIME(signal_destroy, hsa_signal_destroy_fn)((hsa_signal_t){signal}); }

static void give_signal(uint64_t signal) {
    pthread_mutex_lock(&lock);
    bool kept = spares < MOST_SPARE;
    if (kept) spare[spares++] = signal;
    pthread_mutex_unlock(&lock);
    if (!kept) destroy(signal);
}

void rpj_copies_forget_signals(void) {
    pthread_mutex_lock(&lock);
    spares = 0;
    pthread_mutex_unlock(&lock);
}

void rpj_copies_destroy_signals(void) {
    for (;;) {
        pthread_mutex_lock(&lock);
        uint64_t signal = spares ? spare[--spares] : 0;
        pthread_mutex_unlock(&lock);
        if (!signal) return;
        destroy(signal);
    }
}

// --- beginning -----------------------------------------------------------------------------------------------------

static rocprofiler_memory_copy_operation_t direction(uint64_t from, uint64_t to) {
    if (rpj_agent_is_gpu(from))
        return rpj_agent_is_gpu(to) ? ROCPROFILER_MEMORY_COPY_DEVICE_TO_DEVICE : ROCPROFILER_MEMORY_COPY_DEVICE_TO_HOST;
    return rpj_agent_is_gpu(to) ? ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE : ROCPROFILER_MEMORY_COPY_HOST_TO_HOST;
}

// Handle 0 is the host.
static uint64_t agent(uint64_t handle) { return handle ? rpj_agent_id(handle) : rpj_host_id(); }

// Counts a copy that begins; false if the process ends. Who closes waits for those that are in here.
static bool enters(void) {
    __atomic_fetch_add(&entering, 1, __ATOMIC_SEQ_CST);
    bool open = !__atomic_load_n(&closed, __ATOMIC_SEQ_CST);
    if (open) __atomic_fetch_add(&begun, 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_sub(&entering, 1, __ATOMIC_SEQ_CST);
    return open;
}

static void ends(void) { __atomic_fetch_add(&ended, 1, __ATOMIC_SEQ_CST); }

// Has the runtime say when the copy is over. False where it refuses.
static bool is_watched(native_copy_t* copy) {
    hsa_amd_signal_async_handler_fn* own = RPJ_OWN_AMD_EXT(hsa_amd_signal_async_handler);
    uint64_t signal = take_signal();
    copy->replacement = signal;
    if (signal && own != NULL
        && own((hsa_signal_t){signal}, HSA_SIGNAL_CONDITION_LT, 1, (hsa_amd_signal_handler)rpj_gpu.copy_done, copy)
               == HSA_STATUS_SUCCESS)
        return true;
    if (signal) give_signal(signal);
    rpj_losses_refused(1);
    return false;
}

static bool begin(native_copy_t* copy, native_thread_t* thread) {
    transfer* made = malloc(sizeof *made);
    if (made == NULL) return false;
    made->from = agent(copy->src_agent);
    made->to = agent(copy->dst_agent);
    made->operation = direction(made->from, made->to);
    copy->event = (uint64_t)made;
    if (is_watched(copy)) {
        made->origin = rpj_work_begins(thread, RPJ_SEGMENT_WORK_COPIES);
        made->origin.start_ns = rpj_boottime_now();
        return true;
    }
    free(made);
    return false;
}

bool rpj_copy_begins(native_copy_t* copy) {
    native_thread_t* thread = rpj_is_recording(rpj_work.copies) ? rpj_admit_without_java() : NULL;
    if (thread == NULL) return false;
    if (!enters()) {
        rpj_losses_late_copy();
        return false;
    }
    rpj_cancellation cancel = rpj_inside_begin(thread);
    bool followed = begin(copy, thread);
    rpj_inside_end(thread, cancel);
    if (!followed) ends();
    return followed;
}

// --- end -----------------------------------------------------------------------------------------------------------

// 0 without times, or with times that cannot be the copy's.
static rpj_times read_times(const transfer* of, uint64_t signal) {
    hsa_amd_profiling_get_async_copy_time_fn* own = RPJ_OWN_AMD_EXT(hsa_amd_profiling_get_async_copy_time);
    hsa_amd_profiling_async_copy_time_t told = {0};
    const uint64_t hertz = rpj_dispatches.clock_hertz;
    if (own != NULL && own((hsa_signal_t){signal}, &told) == HSA_STATUS_SUCCESS) {
        rpj_times times = {rpj_work_nanos(told.start, hertz), rpj_work_nanos(told.end, hertz)};
        if (rpj_settle_times(of->origin.start_ns, rpj_boottime_now(), &times)) return times;
    }
    rpj_losses_copy_without_times();
    return (rpj_times){0, 0};
}

static void write_record(native_thread_t* thread, const native_copy_t* copy, const transfer* of) {
    const rpj_times times = read_times(of, copy->replacement);
    const uint64_t bytes = sizeof(record_t) + (copy->graph_exec ? sizeof(segment_graph_node_t) : 0);
    record_t* record = rpj_kept_claim(thread, 0, bytes);
    if (record == NULL) return;
    record->kind = ROCPROFILER_BUFFER_TRACING_MEMORY_COPY;
    record->operation = of->operation;
    record->correlation_id.internal = of->origin.internal;
    record->correlation_id.external.value = of->origin.external;
    record->thread_id = of->origin.tid;
    record->start_timestamp = times.start;
    record->end_timestamp = times.end;
    record->dst_agent_id.handle = of->to;
    record->src_agent_id.handle = of->from;
    record->bytes = copy->bytes;
    record->dst_address.handle = (uint64_t)copy->dst;
    record->src_address.handle = (uint64_t)copy->src;
    if (copy->graph_exec)
        *(segment_graph_node_t*)(record + 1) = (segment_graph_node_t){copy->graph_exec, copy->graph_node};
    rpj_kept_commit(record, bytes);
}

// A refused one counts as not submitted.
static void end(native_copy_t* copy, const transfer* of) {
    native_thread_t* thread = rpj_admit_without_java();
    if (thread == NULL) return;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    if (!copy->refused) write_record(thread, copy, of);
    else rpj_work_refused(thread, RPJ_SEGMENT_WORK_COPIES);
    rpj_inside_end(thread, cancel);
}

void rpj_copy_done(native_copy_t* copy) {
    transfer* of = (transfer*)copy->event;
    const bool is_free = !copy->watched;
    copy->event = 0;
    if (of != NULL) end(copy, of);
    free(of);
    if (!is_free) return;
    give_signal(copy->replacement);
    ends();
}

// --- waiting -------------------------------------------------------------------------------------------------------

uint64_t rpj_copies_in_flight(void) {
    const uint64_t over = __atomic_load_n(&ended, __ATOMIC_SEQ_CST);
    return __atomic_load_n(&begun, __ATOMIC_SEQ_CST) - over;
}

void rpj_copies_close(void) {
    __atomic_store_n(&closed, true, __ATOMIC_SEQ_CST);
    for (int i = 0; i < MOST_PAUSES && __atomic_load_n(&entering, __ATOMIC_SEQ_CST); i++) rpj_sleep(PAUSE_NANOS);
}

static bool is_any_broken(void) {
    for (uint64_t i = 0; i < __atomic_load_n(&rpj_busy.used, __ATOMIC_ACQUIRE); i++) {
        const rpj_queue* queue = __atomic_load_n(&rpj_busy.at[i], __ATOMIC_ACQUIRE);
        if (queue != NULL && __atomic_load_n(&queue->shared.broken, __ATOMIC_ACQUIRE)) return true;
    }
    return false;
}

bool rpj_copies_await(uint64_t deadline_ns) {
    const uint64_t target = __atomic_load_n(&begun, __ATOMIC_SEQ_CST);
    const uint64_t broken_ns = rpj_clock_now(CLOCK_MONOTONIC) + BROKEN_NANOS;
    while (rpj_copies_in_flight() && __atomic_load_n(&ended, __ATOMIC_SEQ_CST) < target) {
        if (__atomic_load_n(&ended, __ATOMIC_SEQ_CST) < given_up) return false; // one that hangs is waited for once
        const uint64_t now_ns = rpj_clock_now(CLOCK_MONOTONIC);
        if (now_ns >= deadline_ns || (now_ns >= broken_ns && is_any_broken())) {
            given_up = target;
            return false;
        }
        rpj_sleep(PAUSE_NANOS);
    }
    return true;
}
