// GPU work is traced where it is queued: these functions replace the runtime's own in HSA's tables when a context
// traces kernels or copies. They call the runtime's own functions and the engine, and decide nothing.
#include <stdlib.h>
#include <string.h>

#include "base/engine.h"
#include "dispatches/dispatches.h"
#include "dispatches/follower.h"
#include "dispatches/gpu_queues.h"
#include "dispatches/gpu_times.h"
#include "engine/admission.h"
#include "engine/engine_call.h"
#include "gpu/gpu.h"
#include "gpu/harvest.h"
#include "gpu/observers.h"
#include "rpj_hsa.h"
#include "segment/segment.h"
#include "system/complain.h"
#include "threads/graph_launch.h"

enum { PACKET_BYTES = 64 };

// The runtime's own function, as found by the engine in its tables.
#define OWN(field, function) ((function##_fn*)rpj_gpu.field)

static uint64_t nobody;

// --- into the engine -----------------------------------------------------------------------------------------------

// Returns the engine's result for an event; 0, and counted, where the thread may not enter. Any thread.
static uint64_t tell(uint32_t function, void* event, void** thread) {
    uint64_t answer = 0;
    rpj_tell_engine(function, event, thread, &answer, (uint64_t)__builtin_frame_address(0));
    return answer;
}

// Counts work that begins after the engine's end, or in a forked child: it has no record.
static void missed(uint64_t counter, uint64_t pieces) {
    native_thread_t* thread = rpj_in_full() ? NULL : rpj_admit_without_java();
    if (thread == NULL || !pieces) return;
    rpj_set_inside(thread, 1);
    rpj_segment_work(counter, pieces);
    rpj_set_inside(thread, 0);
}

// --- queues --------------------------------------------------------------------------------------------------------

typedef hsa_amd_queue_intercept_packet_writer packet_writer;

// A packet's type is its lowest byte.
static uint64_t dispatches_in(const char* packets, uint64_t count) {
    uint64_t found = 0;
    for (uint64_t i = 0; i < count; i++) found += packets[i * PACKET_BYTES] == HSA_PACKET_TYPE_KERNEL_DISPATCH;
    return found;
}

// Whether the GPU may complete a dispatch before those that are older: it has no barrier bit.
static bool overtakes(const char* packets, uint64_t count) {
    for (uint64_t i = 0; i < count; i++, packets += PACKET_BYTES)
        if (packets[0] == HSA_PACKET_TYPE_KERNEL_DISPATCH && !(packets[1] & 1)) return true;
    return false;
}

// Called by the runtime on the thread that rings the doorbell, one thread per queue at a time.
static void on_write(const void* packets, uint64_t count, uint64_t user_index, void* data, packet_writer writer) {
    (void)user_index;
    rpj_queue* queue = data;
    uint64_t active = __atomic_load_n((uint64_t*)rpj_gpu.dispatch_active, __ATOMIC_ACQUIRE);
    rpj_dispatches_are_new(packets, count);
    if (rpj_current != NULL && rpj_launched_graph(rpj_current))
        rpj_graph_kernels(rpj_current, queue->shared.agent_id, dispatches_in(packets, count));
    if (active && overtakes(packets, count)) queue->shared.unordered = 1;
    if (active && count && (rpj_in_full() || rpj_recorder_follows())) {
        if (rpj_send_dispatches(queue, packets, count, active, writer)) return;
    } else if (active) {
        missed(RPJ_SEGMENT_WORK_DISPATCHES, dispatches_in(packets, count));
    }
    rpj_backlog_write(&queue->backlog, packets, count, writer);
}

// The runtime's error callback of a queue: what is still pending will not complete.
static void on_error(hsa_status_t status, hsa_queue_t* queue, void* data) {
    rpj_queue* known = data;
    __atomic_store_n(&known->shared.broken, 1, __ATOMIC_RELEASE);
    rpj_harvest();
    if (known->error_callback != NULL) known->error_callback(status, queue, known->error_data);
}

static bool adopt(hsa_agent_t agent, hsa_queue_t* queue, rpj_queue* made) {
    rpj_backlogs_of(&rpj_gpu);
    native_queue_t* known = &made->shared;
    known->queue = queue;
    known->agent = agent.handle;
    OWN(profile_queue, hsa_amd_profiling_set_profiler_enabled)(queue, 1);
    if (OWN(intercept_register, hsa_amd_queue_intercept_register)(queue, on_write, made) != HSA_STATUS_SUCCESS)
        return false;
    rpj_queues_add(made);
    rpj_heed_faults();
    const rpj_follower* follower = rpj_follows();
    uint64_t arguments[1] = {(uint64_t)known};
    if (follower != NULL) follower->queue_made(known);
    else rpj_call_engine(RPJ_CALL_QUEUE_MADE, arguments, 0);
    return true;
}

// A runtime has one cooperative queue for each agent, which all callers share: ROCr would free it twice, for its agent
// and for the interception.
static void say_unseen(bool cooperative) {
    const rpj_follower* follower = rpj_follows();
    const uint64_t no_arguments[1] = {0};
    if (cooperative && follower != NULL) follower->queue_unseen();
    else if (cooperative) rpj_call_engine(RPJ_CALL_QUEUE_UNSEEN, no_arguments, 0);
    else rpj_complain("the runtime refuses to intercept a queue; its kernels are not traced");
}

typedef void error_callback(hsa_status_t status, hsa_queue_t* queue, void* data);

// A queue whose packets are seen. False where the runtime makes none.
static bool create_seen(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type, error_callback* callback, void* data,
                        uint32_t private_bytes, uint32_t group_bytes, hsa_queue_t** queue) {
    hsa_amd_queue_intercept_create_fn* own = OWN(intercept_create, hsa_amd_queue_intercept_create);
    rpj_queue* made = rpj_queue_new();
    if (made == NULL) return false;
    made->error_callback = callback;
    made->error_data = data;
    // A runtime that gets no callback has one of its own, which may say something.
    error_callback* told = callback != NULL ? on_error : NULL;
    if (own(agent, size, type, told, made, private_bytes, group_bytes, queue) != HSA_STATUS_SUCCESS) {
        rpj_queue_retire(made);
        return false;
    }
    if (!adopt(agent, *queue, made)) rpj_complain("a queue cannot be intercepted; its kernels are not traced");
    return true;
}

static hsa_status_t my_queue_create(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type, error_callback* callback,
                                    void* data, uint32_t private_bytes, uint32_t group_bytes, hsa_queue_t** queue) {
    bool usable = rpj_work_is_followed(), cooperative = type == HSA_QUEUE_TYPE_COOPERATIVE;
    if (usable && !cooperative && create_seen(agent, size, type, callback, data, private_bytes, group_bytes, queue))
        return HSA_STATUS_SUCCESS;
    hsa_queue_create_fn* own = OWN(queue_create, hsa_queue_create);
    hsa_status_t made = own(agent, size, type, callback, data, private_bytes, group_bytes, queue);
    if (usable && made == HSA_STATUS_SUCCESS) say_unseen(cooperative);
    return made;
}

static hsa_status_t my_queue_destroy(hsa_queue_t* queue) {
    rpj_queue* known = rpj_queues_remove(queue);
    uint64_t arguments[1] = {(uint64_t)known};
    const rpj_follower* follower = rpj_follows();
    if (known != NULL && follower != NULL) follower->queue_ends(&known->shared);
    else if (known != NULL && rpj_engine_ready()) rpj_call_engine(RPJ_CALL_QUEUE_ENDS, arguments, 0);
    if (known != NULL) rpj_backlog_end(&known->backlog);
    hsa_status_t result = OWN(queue_destroy, hsa_queue_destroy)(queue);
    if (known != NULL && result == HSA_STATUS_SUCCESS) rpj_queue_retire(known);
    return result;
}

// A program that disables the times of its kernels does not disable ours: it gets what a signal without times has.
static hsa_status_t my_profile_queue(hsa_queue_t* queue, int enable) {
    hsa_amd_profiling_set_profiler_enabled_fn* own = OWN(profile_queue, hsa_amd_profiling_set_profiler_enabled);
    rpj_queue* known = rpj_work_is_followed() ? rpj_queues_find(queue) : NULL;
    if (known == NULL) return own(queue, enable);
    __atomic_store_n(&known->shared.untimed, !enable, __ATOMIC_RELEASE);
    return own(queue, 1);
}

// ROCr says on standard error how many signals were not destroyed.
static hsa_status_t my_shut_down(void) {
    uint64_t no_arguments[1] = {0};
    const rpj_follower* follower = rpj_follows();
    if (follower != NULL) follower->runtime_ends();
    else if (rpj_engine_ready()) rpj_call_engine(RPJ_CALL_RUNTIME_ENDS, no_arguments, 0);
    rpj_forget_faults();
    return rpj_backlogs_shut_down(OWN(shut_down, hsa_shut_down));
}

// --- copies --------------------------------------------------------------------------------------------------------

// A program that disables the times of its copies does not disable ours.
static hsa_status_t my_copy_profiling(bool wanted) {
    return OWN(copy_profiling, hsa_amd_profiling_async_copy_enable)(wanted || rpj_work_is_followed());
}

static bool tell_begins(native_copy_t* copy) {
    const rpj_follower* follower = rpj_follows();
    return follower != NULL ? follower->copy_begins(copy) : tell(RPJ_CALL_COPY_BEGINS, copy, &copy->thread);
}

static void tell_done(native_copy_t* copy) {
    const rpj_follower* follower = rpj_follows();
    if (follower != NULL) follower->copy_done(copy);
    else tell(RPJ_CALL_COPY_DONE, copy, &copy->thread);
}

static void hand_over_times(const native_copy_t* copy) {
    const amd_signal_t* from = (const amd_signal_t*)copy->replacement; // a signal's handle is its address
    amd_signal_t* to = (amd_signal_t*)copy->signal;
    to->start_ts = from->start_ts;
    to->end_ts = from->end_ts;
    rpj_copy_took(rpj_gpu.copy_time, copy->signal, copy->replacement);
}

// An hsa_amd_signal_handler: completes the program's signal even without an engine. Returns false: once.
static bool on_copy_done(hsa_signal_value_t value, void* argument) {
    (void)value;
    native_copy_t* copy = argument;
    copy->watched = 0;
    if (!copy->refused) hand_over_times(copy);
    tell_done(copy);
    if (!copy->refused) OWN(signal_subtract, hsa_signal_subtract_screlease)((hsa_signal_t){copy->signal}, 1);
    free(copy);
    return false;
}

// Replaces the signal of a traced copy and returns the copy; else returns NULL. ROCr never completes a copy of nothing.
static native_copy_t* begin(const native_copy_t* proto, hsa_signal_t* signal) {
    if (!proto->bytes || !__atomic_load_n((uint64_t*)rpj_gpu.copies_active, __ATOMIC_ACQUIRE) || !proto->signal)
        return NULL;
    if (!rpj_in_full() && !rpj_recorder_follows()) {
        missed(RPJ_SEGMENT_WORK_COPIES, 1);
        return NULL;
    }
    native_copy_t* copy = malloc(sizeof *copy);
    if (copy == NULL) return NULL;
    *copy = *proto;
    copy->watched = 1;
    native_thread_t* thread = rpj_current;
    copy->graph_exec = thread != NULL ? rpj_launched_graph(thread) : 0;
    if (copy->graph_exec) copy->graph_node = thread->graph_nodes;
    if (!tell_begins(copy)) {
        free(copy);
        return NULL;
    }
    if (copy->graph_exec) thread->graph_nodes++;
    signal->handle = copy->replacement;
    return copy;
}

// A copy that the runtime refused ends on this thread, which has counted it. It already has its handler, which ends
// the use of the signal.
static hsa_status_t settle(native_copy_t* copy, hsa_status_t result) {
    if (copy == NULL || result == HSA_STATUS_SUCCESS) return result;
    copy->refused = 1;
    tell_done(copy);
    OWN(signal_store, hsa_signal_store_screlease)((hsa_signal_t){copy->replacement}, 0);
    return result;
}

static native_copy_t proto_of(void* dst, hsa_agent_t dst_agent, const void* src, hsa_agent_t src_agent, uint64_t bytes,
                              hsa_signal_t signal) {
    return (native_copy_t){.dst = dst,
                           .dst_agent = dst_agent.handle,
                           .src = (void*)src,
                           .src_agent = src_agent.handle,
                           .bytes = bytes,
                           .signal = signal.handle};
}

static hsa_status_t my_copy(void* dst, hsa_agent_t dst_agent, const void* src, hsa_agent_t src_agent, size_t bytes,
                            uint32_t deps, const hsa_signal_t* dep_signals, hsa_signal_t signal) {
    native_copy_t proto = proto_of(dst, dst_agent, src, src_agent, bytes, signal);
    native_copy_t* copy = begin(&proto, &signal);
    hsa_amd_memory_async_copy_fn* own = OWN(copy, hsa_amd_memory_async_copy);
    return settle(copy, own(dst, dst_agent, src, src_agent, bytes, deps, dep_signals, signal));
}

static hsa_status_t my_copy_on_engine(void* dst, hsa_agent_t dst_agent, const void* src, hsa_agent_t src_agent,
                                      size_t bytes, uint32_t deps, const hsa_signal_t* dep_signals, hsa_signal_t signal,
                                      hsa_amd_sdma_engine_id_t engine, bool force) {
    native_copy_t proto = proto_of(dst, dst_agent, src, src_agent, bytes, signal);
    native_copy_t* copy = begin(&proto, &signal);
    hsa_amd_memory_async_copy_on_engine_fn* own = OWN(copy_on_engine, hsa_amd_memory_async_copy_on_engine);
    return settle(copy, own(dst, dst_agent, src, src_agent, bytes, deps, dep_signals, signal, engine, force));
}

static void* at(const hsa_pitched_ptr_t* area, const hsa_dim3_t* offset) {
    return (char*)area->base + offset->z * area->slice + offset->y * area->pitch + offset->x;
}

static hsa_status_t my_copy_rect(const hsa_pitched_ptr_t* dst, const hsa_dim3_t* dst_offset,
                                 const hsa_pitched_ptr_t* src, const hsa_dim3_t* src_offset, const hsa_dim3_t* range,
                                 hsa_agent_t agent, hsa_amd_copy_direction_t direction, uint32_t deps,
                                 const hsa_signal_t* dep_signals, hsa_signal_t signal) {
    const hsa_agent_t host = {0};
    native_copy_t* copy = NULL;
    if (dst != NULL && dst_offset != NULL && src != NULL && src_offset != NULL && range != NULL) {
        native_copy_t proto =
            proto_of(at(dst, dst_offset), direction & hsaHostToDevice ? agent : host, at(src, src_offset),
                     direction & hsaDeviceToHost ? agent : host, (uint64_t)range->x * range->y * range->z, signal);
        copy = begin(&proto, &signal);
    }
    hsa_amd_memory_async_copy_rect_fn* own = OWN(copy_rect, hsa_amd_memory_async_copy_rect);
    return settle(copy, own(dst, dst_offset, src, src_offset, range, agent, direction, deps, dep_signals, signal));
}

// --- times ---------------------------------------------------------------------------------------------------------

static hsa_status_t my_copy_time(hsa_signal_t signal, hsa_amd_profiling_async_copy_time_t* times) {
    return rpj_copy_time(OWN(copy_time, hsa_amd_profiling_get_async_copy_time), signal, times);
}

static hsa_status_t my_dispatch_time(hsa_agent_t agent, hsa_signal_t signal, hsa_amd_profiling_dispatch_time_t* times) {
    hsa_status_t told =
        rpj_dispatch_time(OWN(dispatch_time, hsa_amd_profiling_get_dispatch_time), agent, signal, times);
    rpj_harvest();
    return told;
}

native_gpu_t rpj_gpu = {
    .my_queue_create = (void*)my_queue_create,
    .my_queue_destroy = (void*)my_queue_destroy,
    .my_shut_down = (void*)my_shut_down,
    .my_copy = (void*)my_copy,
    .my_copy_on_engine = (void*)my_copy_on_engine,
    .my_copy_rect = (void*)my_copy_rect,
    .my_copy_time = (void*)my_copy_time,
    .my_dispatch_time = (void*)my_dispatch_time,
    .dispatches_forget = (void*)rpj_dispatches_forget,
    .my_copy_profiling = (void*)my_copy_profiling,
    .my_profile_queue = (void*)my_profile_queue,
    .core_observers = (void*)rpj_core_observers,
    .amd_ext_observers = (void*)rpj_amd_ext_observers,
    .copy_done = (void*)on_copy_done,
    .dispatch_active = &nobody,
    .copies_active = &nobody,
};
