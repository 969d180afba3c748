// See dispatch_records.h. A record is in the buffer before its dispatch is counted as reported.
#include "dispatches/dispatch_records.h"

#include <limits.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <rocprofiler-sdk/buffer_tracing.h>

#include "base/clock.h"
#include "calls/entry_records.h"
#include "dispatches/dispatch_callbacks.h"
#include "dispatches/dispatch_watch.h"
#include "dispatches/follower.h"
#include "dispatches/gpu_times.h"
#include "dispatches/packet_services.h"
#include "dispatches/patience.h"
#include "dispatches/work_times.h"
#include "java/ask_engine.h"
#include "threads/inside.h"
#include "threads/thread_life.h"

enum { MOST_AT_ONCE = 256, TRIES = 10000, TRY_NANOS = 100000 };
enum { NAP_NANOS = 10000000 };
enum { FREE = 0, AWAITED = 2 }; // of `reaping`

typedef rocprofiler_buffer_tracing_kernel_dispatch_record_t record_t;
typedef hsa_amd_profiling_dispatch_time_t times_t;
typedef hsa_status_t destroy_fn(hsa_signal_t signal);

_Static_assert(sizeof(rpj_dispatch_info) == offsetof(rocprofiler_kernel_dispatch_info_t, reserved_padding), "info");
_Static_assert(sizeof(record_t) % 8 == 0, "records");

void rpj_dispatch_lose(native_thread_t* thread, uint64_t why, uint64_t what) {
    const rpj_follower* follower = rpj_follows();
    if (follower != NULL) follower->lost(why, what);
    else rpj_ask_engine(thread, RPJ_CALL_DISPATCH_LOST, why, what, 0);
}

void rpj_dispatch_over(native_thread_t* thread, rpj_dispatch* one, times_t times) {
    if (RPJ_UNLIKELY(one->active & rpj_packet_services.entries)) rpj_packets_over(thread, one, times);
    if (RPJ_LIKELY(!rpj_dispatches.holds_ids)) return;
    rpj_ask_engine(thread, RPJ_CALL_WORK_RELEASES, one->internal_id, times.end ? times.end : rpj_boottime_now(), 0);
}

// --- times ---------------------------------------------------------------------------------------------------------

// False if the runtime has no times, or impossible ones, or those of an earlier kernel with the same signal; they are 0
// then. `now_ns`: after the kernel's end.
static bool read_times(const rpj_queue* queue, rpj_dispatch* one, uint64_t now_ns, times_t* times) {
    times_t told = *times = (times_t){0};
    hsa_amd_profiling_get_dispatch_time_fn* own = RPJ_OF_RUNTIME(dispatch_time, hsa_amd_profiling_get_dispatch_time_fn);
    if (own((hsa_agent_t){queue->shared.agent}, (hsa_signal_t){one->signal}, &told) != HSA_STATUS_SUCCESS) return false;
    if (one->stood_for) rpj_dispatch_took(one->stood_for, one->signal, told.start, told.end);
    bool old = told.start == one->told.start && told.end == one->told.end;
    one->told = told;
    const uint64_t hertz = rpj_dispatches.clock_hertz;
    rpj_times own_times = {rpj_work_nanos(told.start, hertz), rpj_work_nanos(told.end, hertz)};
    if (old || !rpj_settle_times(one->submitted_ns, now_ns, &own_times)) return false;
    *times = (times_t){own_times.start, own_times.end};
    return true;
}

// --- records -------------------------------------------------------------------------------------------------------

// Fills in all fields but the size; `record` is zeroed.
static void fill(record_t* record, const native_entry_t* entry, const rpj_dispatch* one, unsigned i, times_t times) {
    memcpy(&record->kind, &entry->kind_operation, sizeof entry->kind_operation);
    record->correlation_id.internal = one->internal_id;
    record->correlation_id.external.value = one->of_entry[i].external;
    record->thread_id = one->tid;
    record->start_timestamp = times.start;
    record->end_timestamp = times.end;
    memcpy(&record->dispatch_info, &one->info, sizeof one->info);
}

static void write_record(native_thread_t* thread, const rpj_dispatch* one, unsigned i, times_t times) {
    const native_entry_t* entry = (const native_entry_t*)((const native_plan_t*)rpj_dispatches.plan)->entries + i;
    const bool tells_node = one->graph_exec && rpj_record_is_kept(entry);
    const uint64_t bytes = sizeof(record_t) + (tells_node ? sizeof(segment_graph_node_t) : 0);
    record_t* record = rpj_record_claim(thread, entry, bytes);
    if (record != NULL) {
        fill(record, entry, one, i, times);
        if (tells_node) *(segment_graph_node_t*)(record + 1) = (segment_graph_node_t){one->graph_exec, one->graph_node};
        rpj_kept_commit(record, bytes);
    } else if (!rpj_record_is_kept(entry)) {
        record_t apart = {0};
        fill(&apart, entry, one, i, times);
        rpj_record_append(thread, entry, &apart, sizeof apart);
    }
}

// --- completed dispatches ------------------------------------------------------------------------------------------

// Takes completed dispatches from the queue's head or, with `all`, from any position: packets without barrier bit may
// overtake others. With `reaping`.
static rpj_list take_completed(rpj_queue* queue, bool all, uint64_t* count) {
    rpj_list done = {0}, rest = {0};
    rpj_dispatch* next = queue->pending.first;
    while (next != NULL && *count < MOST_AT_ONCE) {
        rpj_dispatch* one = next;
        bool completed = rpj_signal_is_done(one->signal);
        if (!completed && !all) break;
        next = one->next;
        one->next = NULL;
        rpj_list_append(completed ? &done : &rest, (rpj_list){one, one});
        *count += completed;
    }
    if (next != NULL) rpj_list_append(&rest, (rpj_list){next, queue->pending.last});
    queue->pending = rest;
    return done;
}

static void report(const rpj_queue* queue, native_thread_t* thread, rpj_dispatch* one, uint64_t now_ns) {
    const native_plan_t* plan = rpj_dispatches.plan;
    times_t times;
    if (!read_times(queue, one, now_ns, &times)) rpj_dispatch_lose(thread, RPJ_LOST_NO_TIMES, one->info.kernel_id);
    rpj_tell_dispatch(thread, plan, one->active & rpj_dispatches.completes, one, ROCPROFILER_CALLBACK_PHASE_NONE,
                      times);
    for (uint64_t rest = one->active & plan->buffers; rest; rest &= rest - 1)
        write_record(thread, one, (unsigned)__builtin_ctzll(rest), times);
    rpj_dispatch_over(thread, one, times);
}

// Gives dispatches back for reuse, and counts them as reported.
static void give_back(rpj_queue* queue, rpj_list done, uint64_t count) {
    if (RPJ_UNLIKELY(rpj_dispatches.completes)) done = rpj_watch_reported(queue, done);
    for (const rpj_dispatch* one = done.first; one != NULL; one = one->next) rpj_dispatch_reset(one);
    rpj_queue_lock(&queue->lock);
    rpj_list_append(&queue->returned, done);
    rpj_queue_unlock(&queue->lock);
    __atomic_store_n(&queue->shared.reported, queue->shared.reported + count, __ATOMIC_SEQ_CST);
    rpj_reported(&queue->shared);
}

// A futex is the lower half of the word.
void rpj_reported(native_queue_t* queue) {
    if (RPJ_LIKELY(!__atomic_load_n(&queue->waiting, __ATOMIC_SEQ_CST))) return;
    syscall(SYS_futex, &queue->reported, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

// With `reaping`, until as many have been reported as had been submitted.
static uint64_t reap(rpj_queue* queue, native_thread_t* thread, bool all) {
    uint64_t submitted = __atomic_load_n(&queue->shared.submitted, __ATOMIC_SEQ_CST), reported = 0;
    rpj_list_append(&queue->pending, rpj_list_take(queue, &queue->incoming));
    __atomic_store_n(&queue->shared.teller, thread->tid, __ATOMIC_RELAXED);
    while (queue->shared.reported < submitted) {
        uint64_t count = 0;
        rpj_list done = take_completed(queue, all, &count);
        if (!count) break;
        uint64_t now_ns = rpj_boottime_now();
        for (rpj_dispatch* one = done.first; one != NULL; one = one->next) {
            report(queue, thread, one, now_ns);
            __atomic_store_n(&queue->shared.told, queue->shared.told + 1, __ATOMIC_RELAXED);
        }
        give_back(queue, done, count);
        reported += count;
    }
    __atomic_store_n(&queue->shared.teller, 0, __ATOMIC_RELAXED);
    return reported;
}

static void unlock_reaping(rpj_queue* queue) {
    if (__atomic_exchange_n(&queue->reaping, FREE, __ATOMIC_RELEASE) == AWAITED)
        syscall(SYS_futex, &queue->reaping, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

// Within bounds: the thread that has it may wait for room in a buffer, or be in a tool's function.
static bool lock_reaping(rpj_queue* queue) {
    if (rpj_queue_try_lock(&queue->reaping)) return true;
    const native_queue_t* shared = &queue->shared;
    rpj_patience patience = {0};
    while (__atomic_exchange_n(&queue->reaping, AWAITED, __ATOMIC_ACQUIRE) != FREE) {
        uint64_t told = __atomic_load_n(&shared->told, __ATOMIC_RELAXED);
        if (!rpj_is_patient(&patience, told, __atomic_load_n(&shared->teller, __ATOMIC_RELAXED))) return false;
        rpj_nap(&patience, &queue->reaping, AWAITED, NAP_NANOS);
    }
    return true;
}

uint64_t rpj_reap_as_inside(rpj_queue* queue, native_thread_t* thread, bool all) {
    if (!rpj_queue_try_lock(&queue->reaping)) return 0;
    uint64_t reported = reap(queue, thread, all);
    unlock_reaping(queue);
    return reported;
}

void rpj_reap_seen(rpj_queue* queue, native_thread_t* thread) {
    if (!lock_reaping(queue)) return;
    reap(queue, thread, queue->shared.unordered);
    unlock_reaping(queue);
}

bool rpj_is_due(rpj_queue* queue) {
    if (!rpj_queue_try_lock(&queue->reaping)) return true;
    rpj_list_append(&queue->pending, rpj_list_take(queue, &queue->incoming));
    const rpj_dispatch* one = queue->pending.first;
    if (queue->shared.unordered)
        while (one != NULL && !rpj_signal_is_done(one->signal)) one = one->next;
    bool due = one != NULL && rpj_signal_is_done(one->signal);
    unlock_reaping(queue);
    return due;
}

uint64_t rpj_reap_dispatches(native_queue_t* queue, uint64_t all) {
    native_thread_t* thread = rpj_thread();
    if (thread == NULL || thread->inside) return 0;
    rpj_cancellation cancel = rpj_cancel_off_quickly();
    rpj_set_inside(thread, 1);
    uint64_t reported = rpj_reap_as_inside((rpj_queue*)queue, thread, all || queue->unordered);
    rpj_set_inside(thread, 0);
    rpj_cancel_again_quickly(cancel);
    return reported;
}

// --- the end -------------------------------------------------------------------------------------------------------

void rpj_close_queue(native_queue_t* shared) {
    rpj_queue* queue = (rpj_queue*)shared;
    rpj_queue_lock(&queue->lock);
    __atomic_store_n(&shared->closed, 1, __ATOMIC_RELEASE);
    rpj_queue_unlock(&queue->lock);
}

static bool lock_patiently(uint32_t* lock) {
    for (int i = 0; i < TRIES; i++) {
        if (rpj_queue_try_lock(lock)) return true;
        rpj_sleep(TRY_NANOS);
    }
    return false;
}

uint64_t rpj_abandon_dispatch(native_queue_t* shared) {
    rpj_queue* queue = (rpj_queue*)shared;
    if (!lock_reaping(queue)) return 0;
    rpj_list_append(&queue->pending, rpj_list_take(queue, &queue->incoming));
    rpj_dispatch* first = queue->pending.first;
    if (first != NULL) {
        queue->pending.first = first->next;
        __atomic_store_n(&shared->reported, shared->reported + 1, __ATOMIC_SEQ_CST);
        rpj_reported(shared);
    }
    unlock_reaping(queue);
    if (first == NULL) return 0;
    native_thread_t* thread = rpj_thread();
    if (thread != NULL) {
        rpj_cancellation cancel = rpj_inside_begin(thread);
        rpj_dispatch_over(thread, first, (times_t){0});
        rpj_inside_end(thread, cancel);
    }
    return first->info.kernel_id + 1;
}

static void destroy_signals(rpj_dispatch* one) {
    for (; one != NULL; one = one->next) {
        if (one->signal) RPJ_OF_RUNTIME(signal_destroy, destroy_fn)((hsa_signal_t){one->signal});
        one->signal = 0;
    }
}

void rpj_forget_signals(native_queue_t* shared) {
    rpj_queue* queue = (rpj_queue*)shared;
    rpj_watch_settle(queue);
    if (!lock_patiently(&queue->writing)) return;
    rpj_list returned = rpj_list_take(queue, &queue->returned);
    if (returned.first != NULL) {
        returned.last->next = queue->spare;
        queue->spare = returned.first;
    }
    destroy_signals(queue->spare);
    rpj_queue_unlock(&queue->writing);
}

native_dispatches_t rpj_dispatches = {
    .reap = (void*)rpj_reap_dispatches,
    .abandon = (void*)rpj_abandon_dispatch,
    .close = (void*)rpj_close_queue,
    .forget_signals = (void*)rpj_forget_signals,
    .wake = (void*)rpj_reported,
    .packet_services = &rpj_packet_services,
};
