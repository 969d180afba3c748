// Submission: converts a piece of work to packets of the stream's queue, or to a copy beside it.
//
// Kernels, calls and barriers are packets, which the queue keeps in order. A copy waits for the operation before it
// by a dependency, and work after a copy waits for it by a barrier packet. Every operation has a completion signal.
#include "submit.h"

#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "device.h"
#include "event.h"
#include "hip.h"
#include "op.h"
#include "queue.h"
#include "stream.h"
#include "tracer.h"
#include "work.h"

enum {
    REAP_AT = 64,         // operations in flight before completed ones are dropped
    IN_FLIGHT_MAX = 4096, // then the submitter waits
    MAX_DEPS = 64,
    PACKET_DEPS = 5,
    BATCH = MAX_DEPS / PACKET_DEPS + 3, // packets of one operation: its barriers and itself
};

typedef struct dep_list {
    sg_op* ops[MAX_DEPS];
    uint32_t count;
} dep_list;

static void drop_deps(dep_list* deps) {
    while (deps->count > 0) sg_op_drop(deps->ops[--deps->count]);
}

// Takes ownership of the reference.
static void add_dep(dep_list* deps, sg_op* op) {
    if (op == NULL) return;
    if (deps->count == MAX_DEPS) {
        sg_op_wait(op, NULL);
        sg_op_drop(op);
        return;
    }
    deps->ops[deps->count++] = op;
}

// HIP's rule for one device: the null stream comes after all earlier work of blocking streams, and before all
// later work.
static void collect_deps(hipStream_t stream, dep_list* deps) {
    if (stream->is_null) {
        pthread_mutex_lock(&sg_registry_lock);
        for (hipStream_t s = sg_streams; s != NULL; s = s->next) {
            bool blocking = s != stream && s->device == stream->device && (s->flags & hipStreamNonBlocking) == 0;
            if (blocking) add_dep(deps, sg_stream_pending(s));
        }
        pthread_mutex_unlock(&sg_registry_lock);
    } else if ((stream->flags & hipStreamNonBlocking) == 0) {
        hipStream_t null_stream = atomic_load_explicit(&sg_devices[stream->device].null_stream, memory_order_acquire);
        if (null_stream != NULL) add_dep(deps, sg_stream_pending(null_stream));
    }
}

// Takes ownership of the reference. An operation holds its dependencies until it is done, because the signal of a
// dropped one may be reused.
static hipError_t hold_dep(sg_op* op, sg_op* dep) {
    if (op->dep_count == SG_OP_DEPS) {
        sg_op* holder = sg_op_make(); // a chain of holders for the rare long list
        if (holder == NULL) return hipErrorOutOfMemory;
        holder->dep_count = SG_OP_DEPS;
        memcpy(holder->deps, op->deps, sizeof holder->deps);
        op->deps[0] = holder;
        op->dep_count = 1;
    }
    op->deps[op->dep_count++] = dep;
    return hipSuccess;
}

// With the stream's lock. Makes the queue wait for `deps` and for a copy that was the stream's last operation.
static hipError_t add_barriers(hipStream_t stream, dep_list* deps, sg_op* op, sg_packet* packets,
                               uint32_t* packet_count) {
    hsa_signal_t signals[PACKET_DEPS];
    uint32_t count = 0;
    if (stream->last != NULL && stream->last_is_copy) add_dep(deps, sg_op_hold(stream->last));
    while (deps->count > 0) {
        sg_op* dep = deps->ops[deps->count - 1];
        hipError_t status = hold_dep(op, dep);
        if (status != hipSuccess) return status;
        deps->count--;
        signals[count++] = dep->done;
        if (count < PACKET_DEPS && deps->count > 0) continue;
        packets[(*packet_count)++] = sg_packet_barrier(signals, count);
        count = 0;
    }
    return hipSuccess;
}

static hipError_t start_copy(hipStream_t stream, const sg_work* work, sg_op* op) {
    hsa_signal_t dep = stream->last == NULL ? (hsa_signal_t){0} : stream->last->done;
    uint32_t deps = stream->last == NULL ? 0 : 1;
    if (deps > 0) hold_dep(op, sg_op_hold(stream->last));
    const hsa_signal_t* dep_list = deps == 0 ? NULL : &dep;
    hsa_status_t status;
    if (work->kind == SG_WORK_COPY) {
        status = hsa_amd_memory_async_copy(work->dst, work->dst_agent, work->src, work->src_agent, work->bytes, deps,
                                           dep_list, op->done);
    } else {
        hsa_dim3_t zero = {0, 0, 0};
        status = hsa_amd_memory_async_copy_rect(&work->to, &zero, &work->from, &zero, &work->extent, work->rect_agent,
                                                work->direction, deps, dep_list, op->done);
    }
    return status == HSA_STATUS_SUCCESS ? hipSuccess : hipErrorInvalidValue;
}

static hipError_t keep_kernarg(const sg_work* work, sg_op* op) {
    size_t bytes = work->kernel->kernarg_bytes;
    if (bytes <= SG_OP_KERNARG) {
        memcpy(op->kernarg, work->kernarg, bytes);
        return hipSuccess;
    }
    op->release = free;
    op->kept = malloc(bytes);
    if (op->kept == NULL) return hipErrorOutOfMemory;
    memcpy(op->kept, work->kernarg, bytes);
    return hipSuccess;
}

// With the stream's lock. Ready packets go into the queue as they are; all other work is at most a few packets.
static hipError_t enqueue(hipStream_t stream, const sg_work* work, dep_list* deps, sg_op* op) {
    sg_packet packets[BATCH];
    uint32_t count = 0;
    hipError_t status = sg_queue_require(stream);
    if (status == hipSuccess && work->kind == SG_WORK_KERNEL) status = keep_kernarg(work, op);
    if (status == hipSuccess) status = add_barriers(stream, deps, op, packets, &count);
    if (status != hipSuccess) return status;
    switch (work->kind) {
        case SG_WORK_KERNEL:
            packets[count++] = sg_packet_kernel(work, op->kept == NULL ? op->kernarg : op->kept);
            break;
        case SG_WORK_CALL: packets[count++] = sg_packet_call(work->call, work->call_arg); break;
        case SG_WORK_BARRIER:
            if (count == 0) packets[count++] = sg_packet_barrier(NULL, 0);
            break;
        default:
            sg_queue_push(stream, packets, count, (hsa_signal_t){0});
            op->kept = work->keep(work->kept);
            op->release = work->release;
            sg_queue_push(stream, work->packets, work->packet_count, op->done);
            return hipSuccess;
    }
    sg_queue_push(stream, packets, count, op->done);
    return hipSuccess;
}

// With the stream's lock.
static hipError_t submit_one(hipStream_t stream, const sg_work* work, dep_list* deps, sg_op** submitted) {
    sg_op* op = sg_op_make();
    if (op == NULL) return hipErrorOutOfMemory;
    bool copies = work->kind == SG_WORK_COPY || work->kind == SG_WORK_COPY_RECT;
    if (work->kind == SG_WORK_BARRIER && work->wait != NULL) add_dep(deps, sg_event_pending(work->wait));
    hipError_t status = copies ? start_copy(stream, work, op) : enqueue(stream, work, deps, op);
    if (status != hipSuccess) {
        sg_op_drop(op);
        return status;
    }
    sg_stream_append(stream, op, copies);
    if (work->kind == SG_WORK_BARRIER && work->record != NULL) sg_event_set(work->record, sg_op_hold(op));
    if (sg_is_traced()) sg_trace_operation(stream, work, op);
    *submitted = op;
    return hipSuccess;
}

static void make_room(hipStream_t stream) {
    if (stream->in_flight < REAP_AT) return;
    sg_stream_reap(stream, false);
    while (stream->in_flight >= IN_FLIGHT_MAX && sg_op_wait(stream->head, stream) == hipSuccess)
        sg_stream_drop_first(stream);
}

// With the stream's lock. Submits each packet as a separate operation, for a tool that wants each completion.
static hipError_t submit_packets(hipStream_t stream, const sg_work* work, dep_list* deps, sg_op** submitted) {
    sg_work one = *work;
    one.packet_count = 1;
    for (uint32_t i = 0; i < work->packet_count; i++) {
        sg_op_drop(*submitted);
        *submitted = NULL;
        one.packets = &work->packets[i];
        hipError_t status = submit_one(stream, &one, deps, submitted);
        if (status != hipSuccess) return status;
        make_room(stream);
    }
    return hipSuccess;
}

// With the stream's lock. A copy has only one dependency, the operation before it: a barrier that waits for
// the others.
static hipError_t submit_after(hipStream_t stream, const sg_work* work, dep_list* deps, sg_op** submitted) {
    make_room(stream);
    if (deps->count > 0 && (work->kind == SG_WORK_COPY || work->kind == SG_WORK_COPY_RECT)) {
        hipError_t status = submit_one(stream, &(sg_work){.kind = SG_WORK_BARRIER}, deps, submitted);
        if (status != hipSuccess) return status;
        sg_op_drop(*submitted);
    }
    if (work->kind == SG_WORK_PACKETS && sg_is_traced() && sg_trace_wants_operations()) {
        return submit_packets(stream, work, deps, submitted);
    }
    return submit_one(stream, work, deps, submitted);
}

hipError_t sg_submit_all(hipStream_t stream, const sg_work* works, uint32_t count, sg_op* after, sg_op** op) {
    dep_list deps = {.count = 0};
    add_dep(&deps, sg_op_hold(after));
    collect_deps(stream, &deps);
    sg_op* submitted = NULL;
    hipError_t status = hipSuccess;
    sg_stream_enter(stream);
    for (uint32_t i = 0; status == hipSuccess && i < count; i++) {
        sg_op_drop(submitted);
        submitted = NULL;
        status = submit_after(stream, &works[i], &deps, &submitted);
    }
    sg_stream_leave(stream);
    drop_deps(&deps);
    if (status == hipSuccess && op != NULL) *op = submitted;
    else sg_op_drop(submitted);
    return status;
}

hipError_t sg_submit(hipStream_t stream, const sg_work* work, sg_op* after, sg_op** op) {
    if (op != NULL) *op = NULL;
    if (atomic_load_explicit(&sg_captures, memory_order_acquire) != 0) {
        bool captured = false;
        hipError_t status = sg_capture_work(stream, work, &captured);
        if (captured || status != hipSuccess) return status;
    }
    return sg_submit_all(stream, work, 1, after, op);
}
