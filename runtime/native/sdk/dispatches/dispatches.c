// See dispatches.h.
#include "dispatches/dispatches.h"

#include <string.h>
#include <sys/mman.h>

#include "base/clock.h"
#include "calls/external_ids.h"
#include "calls/open_calls.h"
#include "dispatches/dispatch_callbacks.h"
#include "dispatches/dispatch_records.h"
#include "dispatches/dispatch_watch.h"
#include "dispatches/follower.h"
#include "dispatches/gpu_queues.h"
#include "dispatches/gpu_times.h"
#include "dispatches/kernel_ids.h"
#include "dispatches/packet_services.h"
#include "engine/admission.h"
#include "engine/engine_call.h"
#include "java/ask_engine.h"
#include "segment/kept.h"
#include "segment/segment.h"
#include "threads/graph_launch.h"
#include "threads/inside.h"

enum {
    PACKET_BYTES = 64,
    AMD_FORMAT = 2,        // offset in hsa_amd_vendor_packet_header_t
    AMD_BARRIER_VALUE = 2, // hsa_amd_packet_type_t
    ROOM = 128,            // packets that are written at once: the GPU works on them while later ones are rewritten
    MOST_OF_OURS = 2,      // packets for one of the program's: itself, and the one that completes its signal
    SLAB_BYTES = 16384,
    // Above this number, a submitting thread also writes records, so that the memory for pending work is bounded by the
    // work that the GPU has not completed.
    MOST_PENDING = 8192,
};

// hsa_kernel_dispatch_packet_t of the HSA System Architecture Specification (1.2, section 2.9).
typedef struct {
    uint16_t header, setup, workgroup_size[3], reserved0;
    uint32_t grid_size[3], private_segment_size, group_segment_size;
    uint64_t kernel_object, kernarg_address, reserved2, completion_signal;
} packet_t;

_Static_assert(sizeof(packet_t) == PACKET_BYTES, "packet_t");

// Waits for all packets before it and makes their writes visible system-wide.
enum { BARRIER_HEADER = HSA_PACKET_TYPE_BARRIER_AND | 1 << 8 | 2 << 9 | 2 << 11 };

static const hsa_amd_profiling_dispatch_time_t no_times;

static uint64_t next_dispatch;

static uint64_t type_of(const void* packet) { return *(const uint8_t*)packet; }

// Whether it is a kernel dispatch or of a type that runs nothing. Any other packet may be untraced work.
static bool is_known(const char* packet) {
    switch (type_of(packet)) {
        case HSA_PACKET_TYPE_VENDOR_SPECIFIC: return packet[AMD_FORMAT] == AMD_BARRIER_VALUE;
        case HSA_PACKET_TYPE_INVALID:
        case HSA_PACKET_TYPE_KERNEL_DISPATCH:
        case HSA_PACKET_TYPE_BARRIER_AND:
        case HSA_PACKET_TYPE_AGENT_DISPATCH:
        case HSA_PACKET_TYPE_BARRIER_OR: return true;
        default: return false;
    }
}

// --- the memory of dispatches --------------------------------------------------------------------------------------

// The entries that tools have asked for.
static uint64_t listeners(void) {
    return ((const native_plan_t*)rpj_dispatches.plan)->buffers | rpj_dispatches.enqueues | rpj_dispatches.completes
         | rpj_packet_services.entries;
}

// How many entries a dispatch needs room for: more, once another tool has come.
static uint64_t entries_of_plan(void) { return 64 - (uint64_t)__builtin_clzll(listeners() | 1); }

// Without malloc, which a signal handler may have interrupted.
static rpj_dispatch* allocate(rpj_queue* queue, uint64_t entries) {
    size_t bytes = sizeof(rpj_dispatch) + entries * sizeof((rpj_dispatch*)0)->of_entry[0];
    if ((size_t)(queue->slab_end - queue->slab) < bytes) {
        char* slab = mmap(NULL, SLAB_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (slab == MAP_FAILED) return NULL;
        queue->slab = slab;
        queue->slab_end = slab + SLAB_BYTES;
    }
    rpj_dispatch* made = (rpj_dispatch*)queue->slab;
    queue->slab += bytes;
    made->info.size = sizeof made->info;
    made->room = entries;
    return made;
}

// False where the runtime has no signal left.
static bool give_signal(rpj_dispatch* one) {
    hsa_signal_t signal = {0};
    if (RPJ_OF_RUNTIME(signal_create, hsa_signal_create_fn)(1, 0, NULL, &signal) != HSA_STATUS_SUCCESS) return false;
    one->signal = signal.handle;
    return signal.handle != 0;
}

// Puts a larger one in the place of the first spare one, whose memory stays unused; the signal goes on.
static void replace_spare(rpj_queue* queue, uint64_t entries) {
    rpj_dispatch* small = queue->spare;
    rpj_dispatch* made = allocate(queue, entries);
    if (made != NULL) {
        made->next = small->next;
        made->signal = small->signal;
        made->told = small->told;
    }
    queue->spare = made;
}

// Takes as many as `count` spare dispatches with a signal each, linked; those that are missing are lost.
static uint64_t take_spares(rpj_queue* queue, uint64_t count, rpj_list* taken) {
    const uint64_t entries = entries_of_plan();
    uint64_t got = 0;
    rpj_queue_lock(&queue->writing);
    for (; got < count; got++) {
        if (queue->spare == NULL) queue->spare = rpj_list_take(queue, &queue->returned).first;
        if (queue->spare == NULL) queue->spare = allocate(queue, entries);
        if (RPJ_UNLIKELY(queue->spare != NULL && queue->spare->room < entries)) replace_spare(queue, entries);
        rpj_dispatch* next = queue->spare;
        if (next == NULL || (!next->signal && !give_signal(next))) break;
        queue->spare = next->next;
        next->next = NULL;
        next->info.agent_id = queue->shared.agent_id;
        next->info.queue_id = queue->shared.id;
        rpj_list_append(taken, (rpj_list){next, next});
    }
    rpj_queue_unlock(&queue->writing);
    return got;
}

static void give_back(rpj_queue* queue, rpj_list unused) {
    if (unused.first == NULL) return;
    rpj_queue_lock(&queue->writing);
    unused.last->next = queue->spare;
    queue->spare = unused.first;
    rpj_queue_unlock(&queue->writing);
}

// --- sending -------------------------------------------------------------------------------------------------------

// What all dispatches of one write have in common.
typedef struct {
    native_thread_t* thread;
    native_queue_t* queue;
    bool untimed; // the program wants no times
    uint64_t active, told, served, now_ns, enclosing, ancestor, graph, next_dispatch, kernel_object, kernel_id;
    bool asks;          // requests external ids
    bool asks_java;     // of a tool in Java
    bool has_externals; // otherwise they are 0
    bool for_each;      // dispatch, as tools are asked or told about each, and may change them
    native_frame_t frame;
} sending;

static bool uses_externals(const sending* all) {
    return all->asks || __atomic_load_n(&rpj_link.external_use, __ATOMIC_RELAXED);
}

static void begin(sending* all, native_thread_t* thread, uint64_t active, uint64_t kernels) {
    const native_plan_t* plan = rpj_dispatches.plan;
    const native_entry_t* entries = plan->entries;
    all->thread = thread;
    all->active = active & listeners();
    all->told = all->active & (rpj_dispatches.enqueues | rpj_dispatches.completes);
    all->served = all->active & rpj_packet_services.entries;
    all->now_ns = rpj_boottime_now();
    all->enclosing = rpj_innermost(thread);
    all->ancestor = all->told ? rpj_ancestor_of_innermost(thread) : 0;
    all->graph = rpj_launched_graph(thread);
    all->next_dispatch = __atomic_fetch_add(&next_dispatch, kernels, __ATOMIC_RELAXED);
    all->kernel_object = all->kernel_id = 0;
    all->asks = all->asks_java = ((const native_plan_t*)rpj_dispatches.enqueue_plan)->steps & RPJ_ASKS_JAVA;
    all->for_each = all->told || all->asks_java;
    all->frame.thread = thread;
    for (uint64_t rest = all->active; rest; rest &= rest - 1) {
        const native_entry_t* entry = &entries[__builtin_ctzll(rest)];
        void* request = __atomic_load_n(&entry->request_function, __ATOMIC_ACQUIRE);
        all->asks |= request != NULL;
        all->for_each |= request != NULL && request != (void*)rpj_kernel_id_request;
        if (entry->record == RPJ_RECORD_KEPT) rpj_kept_submitted_many(thread, entry->stretch, kernels);
        if (rpj_dispatches.filed >> __builtin_ctzll(rest) & 1) rpj_segment_dispatches(thread, kernels);
    }
    all->has_externals = uses_externals(all);
}

// Tools are asked about a dispatch that is sent: for the operation ENQUEUE, whatever they get.
static void ask_externals(sending* all, uint64_t internal) {
    all->frame.internal_id = internal;
    all->frame.externals = 0;
    rpj_externals(rpj_dispatches.enqueue_plan, &all->frame, all->active, 0);
    if (RPJ_UNLIKELY(all->asks_java))
        rpj_ask_engine(all->thread, RPJ_CALL_DISPATCH_ASK, all->active, (uint64_t)&all->frame, 0);
}

static void take_externals(const sending* all, rpj_dispatch* one) {
    for (uint64_t rest = all->active; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        one->of_entry[i].external = all->has_externals ? all->frame.external[i] : 0;
    }
}

static void correlate(sending* all, rpj_dispatch* one) {
    one->tid = all->thread->tid;
    one->graph_exec = all->graph;
    one->graph_node = all->graph ? all->thread->graph_nodes++ : 0;
    one->internal_id = all->enclosing ? all->enclosing : rpj_next_id(all->thread);
    if (RPJ_UNLIKELY(rpj_dispatches.holds_ids))
        rpj_ask_engine(all->thread, RPJ_CALL_WORK_HOLDS, one->internal_id, !all->enclosing, 0);
    if (RPJ_UNLIKELY(all->for_each)) {
        all->has_externals = uses_externals(all);
        if (all->has_externals) ask_externals(all, one->internal_id);
    }
    take_externals(all, one);
}

// An id that a tool pushes for the first time in its ENTER callback is visible at EXIT.
static void tell_enter(sending* all, rpj_dispatch* one) {
    const native_plan_t* plan = rpj_dispatches.enqueue_plan;
    one->ancestor_id = all->ancestor;
    for (uint64_t rest = all->told; rest; rest &= rest - 1) one->of_entry[__builtin_ctzll(rest)].user_data.value = 0;
    uint64_t enqueues = all->told & rpj_dispatches.enqueues;
    if (!enqueues) return;
    rpj_tell_dispatch(all->thread, plan, enqueues, one, ROCPROFILER_CALLBACK_PHASE_ENTER, no_times);
    if (uses_externals(all)) {
        if (!all->has_externals) all->frame.externals = 0;
        all->has_externals = true;
        rpj_externals(plan, &all->frame, all->active, 1);
        take_externals(all, one);
    }
}

static void tell_exit(sending* all, rpj_dispatch* one) {
    uint64_t enqueues = all->told & rpj_dispatches.enqueues;
    if (!enqueues) return;
    one->submitted_ns = rpj_boottime_now();
    rpj_tell_dispatch(all->thread, rpj_dispatches.enqueue_plan, enqueues, one, ROCPROFILER_CALLBACK_PHASE_EXIT,
                      no_times);
}

// Tells tools, and has services write what goes before the dispatch's packet.
static char* announce(sending* all, rpj_dispatch* one, char* out) {
    if (all->told) tell_enter(all, one);
    if (all->served) out = rpj_packets_before(all->queue, all->thread, one, out);
    if (all->told) tell_exit(all, one);
    return out;
}

static void describe(sending* all, rpj_dispatch* one, const packet_t* packet) {
    if (packet->kernel_object != all->kernel_object) {
        all->kernel_object = packet->kernel_object;
        all->kernel_id = rpj_kernel_id(packet->kernel_object);
    }
    one->info.kernel_id = all->kernel_id;
    one->info.dispatch_id = ++all->next_dispatch;
    one->info.private_segment_size = packet->private_segment_size;
    one->info.group_segment_size = packet->group_segment_size;
    for (int i = 0; i < 3; i++) {
        one->info.workgroup_size[i] = packet->workgroup_size[i];
        one->info.grid_size[i] = packet->grid_size[i];
    }
}

// Writes a packet that only completes a signal, once all packets before it in the queue have completed.
static char* write_barrier(char* out, uint64_t signal) {
    const packet_t barrier = {.header = BARRIER_HEADER, .completion_signal = signal};
    memcpy(out, &barrier, sizeof barrier);
    return out + sizeof barrier;
}

// Writes a dispatch's packet, with its signal, and what surrounds it; returns where the next packet is written.
static char* rewrite(sending* all, rpj_dispatch* one, const packet_t* packet, char* out) {
    uint64_t own = packet->completion_signal;
    one->active = all->active;
    one->submitted_ns = all->now_ns;
    one->stood_for = own;
    correlate(all, one);
    describe(all, one, packet);
    if (RPJ_UNLIKELY(all->told | all->served)) out = announce(all, one, out);
    memcpy(out, packet, sizeof *packet);
    ((packet_t*)out)->completion_signal = one->signal;
    out += sizeof *packet;
    if (RPJ_UNLIKELY(own)) {
        rpj_dispatch_expects(own, all->untimed ? (uint64_t)RPJ_NO_SIGNAL : one->signal);
        out = write_barrier(out, own);
    }
    return RPJ_UNLIKELY(all->served) ? rpj_packets_after(all->queue, all->thread, one, out) : out;
}

static uint64_t rewrite_all(sending* all, rpj_dispatch* next, const char* packets, uint64_t count, char* room) {
    char* out = room;
    for (uint64_t i = 0; i < count; i++, packets += PACKET_BYTES) {
        if (next != NULL && type_of(packets) == HSA_PACKET_TYPE_KERNEL_DISPATCH) {
            out = rewrite(all, next, (const packet_t*)packets, out);
            next = next->next;
        } else {
            memcpy(out, packets, PACKET_BYTES);
            out += PACKET_BYTES;
        }
    }
    return (uint64_t)(out - room) / PACKET_BYTES;
}

// False if they come too late to be waited for.
static bool submit(rpj_queue* queue, rpj_list sent, uint64_t count) {
    rpj_queue_lock(&queue->lock);
    bool open = !queue->shared.closed;
    if (open) {
        rpj_list_append(&queue->incoming, sent);
        __atomic_store_n(&queue->shared.submitted, queue->shared.submitted + count, __ATOMIC_SEQ_CST);
    }
    rpj_queue_unlock(&queue->lock);
    return open;
}

// Returns the number of kernels among the packets, and reports those that may be work of another kind.
static uint64_t kernels_in(native_thread_t* thread, const char* packets, uint64_t count) {
    uint64_t kernels = 0, unknown = 0;
    for (uint64_t i = 0; i < count; i++, packets += PACKET_BYTES) {
        if (type_of(packets) == HSA_PACKET_TYPE_KERNEL_DISPATCH) kernels++;
        else unknown += !is_known(packets);
    }
    if (RPJ_UNLIKELY(unknown)) rpj_dispatch_lose(thread, RPJ_LOST_UNKNOWN, unknown);
    return kernels;
}

static uint64_t pending(const rpj_queue* queue) {
    uint64_t reported = __atomic_load_n(&queue->shared.reported, __ATOMIC_RELAXED);
    return __atomic_load_n(&queue->shared.submitted, __ATOMIC_RELAXED) - reported;
}

// An hsa_amd_signal_handler: a watched dispatch has completed. Returns false: once.
static bool on_done(hsa_signal_value_t value, void* argument) {
    (void)value;
    rpj_queue* queue = argument;
    rpj_unwatch(queue);
    if (rpj_work_is_followed()) rpj_reap_dispatches(&queue->shared, 0);
    return false;
}

// Rewrites the packets into `room`; returns how many they are then, 0 where they are to be written as they are, which
// is counted.
static uint64_t send_into(rpj_queue* queue, native_thread_t* thread, const char* packets, uint64_t count,
                          uint64_t active, char* room) {
    uint64_t kernels = kernels_in(thread, packets, count);
    if (!kernels) return 0;
    if (__atomic_load_n(&queue->shared.closed, __ATOMIC_ACQUIRE)) {
        rpj_dispatch_lose(thread, RPJ_LOST_LATE, kernels);
        return 0;
    }
    rpj_list taken = {0};
    uint64_t got = take_spares(queue, kernels, &taken);
    if (RPJ_UNLIKELY(got < kernels)) rpj_dispatch_lose(thread, RPJ_LOST_REFUSED, kernels - got);
    if (RPJ_UNLIKELY(!got)) return 0;
    sending all;
    all.queue = &queue->shared;
    all.untimed = __atomic_load_n(&queue->shared.untimed, __ATOMIC_ACQUIRE);
    begin(&all, thread, active, got);
    if (all.has_externals && !all.for_each) ask_externals(&all, all.enclosing);
    uint64_t written = rewrite_all(&all, taken.first, packets, count, room);
    bool may_be_awaited = all.told & rpj_dispatches.completes && !pending(queue);
    if (RPJ_LIKELY(submit(queue, taken, got))) {
        if (RPJ_UNLIKELY(may_be_awaited)) rpj_watch(queue, taken.last, all.now_ns, on_done);
        return written;
    }
    for (rpj_dispatch* one = taken.first; one != NULL; one = one->next) rpj_dispatch_over(thread, one, no_times);
    give_back(queue, taken);
    rpj_dispatch_lose(thread, RPJ_LOST_LATE, got);
    return 0;
}

// What `poller_sleeps` says. The poller itself sets the first two.
enum { AWAKE, ASLEEP, BEING_WOKEN };

// The poller says that it sleeps, and then looks for what has been sent. It takes a while to begin, in which whoever
// has woken it does not enter Java again. Another thread does, as the first may be one that the engine does not let in.
static void wake_poller(rpj_queue* queue) {
    uint64_t *state = &rpj_dispatches.poller_sleeps, seen = __atomic_load_n(state, __ATOMIC_SEQ_CST), woken = 0;
    if (RPJ_LIKELY(seen == AWAKE)) return;
    if (seen == ASLEEP)
        __atomic_compare_exchange_n(state, &seen, BEING_WOKEN, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    const rpj_follower* follower = rpj_follows();
    if (follower != NULL) woken = follower->sent();
    else rpj_tell_engine(RPJ_CALL_WORK_SENT, queue, NULL, &woken, (uint64_t)__builtin_frame_address(0));
    seen = BEING_WOKEN;
    if (woken) __atomic_compare_exchange_n(state, &seen, AWAKE, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    else __atomic_store_n(state, ASLEEP, __ATOMIC_SEQ_CST);
}

// Returns how many packets are in `room`, 0 as above.
static uint64_t send_as_inside(rpj_queue* queue, native_thread_t* thread, const char* packets, uint64_t count,
                               uint64_t active, char* room) {
    rpj_cancellation cancel = rpj_inside_begin(thread);
    uint64_t written = send_into(queue, thread, packets, count, active, room);
    if (pending(queue) > MOST_PENDING) rpj_reap_as_inside(queue, thread, false);
    rpj_inside_end(thread, cancel);
    return written;
}

// No more packets than there is room for.
static void send(rpj_queue* queue, native_thread_t* thread, const char* packets, uint64_t count, uint64_t active,
                 hsa_amd_queue_intercept_packet_writer writer) {
    char room[ROOM * PACKET_BYTES] __attribute__((aligned(PACKET_BYTES)));
    uint64_t written = send_as_inside(queue, thread, packets, count, active, room);
    if (written) rpj_queue_is_busy(queue);
    if (written) wake_poller(queue);
    if (written) rpj_backlog_write(&queue->backlog, room, written, writer);
    else rpj_backlog_write(&queue->backlog, packets, count, writer);
}

bool rpj_send_dispatches(rpj_queue* queue, const char* packets, uint64_t count, uint64_t active,
                         hsa_amd_queue_intercept_packet_writer writer) {
    bool usable =
        active & listeners() && __atomic_load_n(&queue->shared.number, __ATOMIC_ACQUIRE) && rpj_work_is_followed();
    native_thread_t* thread = usable ? rpj_admit_without_java() : NULL;
    if (RPJ_UNLIKELY(thread == NULL)) return false;
    const uint64_t at_once = ROOM / (MOST_OF_OURS + rpj_packet_services.around);
    for (uint64_t done = 0, some; done < count; done += some) {
        some = count - done < at_once ? count - done : at_once;
        send(queue, thread, packets + done * PACKET_BYTES, some, active, writer);
    }
    return true;
}
