// Operations: how a piece of work becomes packets of the stream's queue, or a copy beside it.
//
// Kernels, calls and barriers are packets, in order by themselves. A copy waits for the operation before it by a
// dependency, and what follows a copy waits for it by a barrier packet. Every operation has a completion signal.
#include "tracer.h"

#include <stdlib.h>
#include <string.h>

enum {
    REAP_AT = 64,          // operations in flight before anybody looks which are done
    IN_FLIGHT_MAX = 4096,  // then the submitter waits
    MAX_DEPS = 64,
    PACKET_DEPS = 5,
    BATCH = MAX_DEPS / PACKET_DEPS + 3, // packets of one operation: its barriers and itself
};

sg_slab sg_ops = SG_SLAB(sg_op, 1u << 18, link);

// --- one operation -----------------------------------------------------------------------------------------------

sg_op *sg_op_hold(sg_op *op) {
    if (op != NULL) atomic_fetch_add(&op->refs, 1);
    return op;
}

static void release_deps(sg_op *op) {
    while (op->dep_count > 0) sg_op_drop(op->deps[--op->dep_count]);
}

void sg_op_drop(sg_op *op) {
    if (op == NULL || atomic_fetch_sub(&op->refs, 1) != 1) return;
    release_deps(op);
    if (op->kept != NULL) op->release(op->kept);
    sg_slab_give(&sg_ops, op);
}

static sg_op *make_op(void) {
    sg_op *op = sg_slab_take(&sg_ops);
    if (op == NULL) return NULL;
    if (op->done.handle == 0) {
        if (hsa_signal_create(1, 0, NULL, &op->done) != HSA_STATUS_SUCCESS) {
            op->done.handle = 0;
            sg_slab_give(&sg_ops, op);
            return NULL;
        }
    } else {
        hsa_signal_silent_store_relaxed(op->done, 1);
    }
    atomic_store(&op->refs, 1);
    op->generation = atomic_load(&sg_hip_generation);
    op->dep_count = 0;
    op->next = NULL;
    op->kept = NULL;
    return op;
}

// What a forked child inherited unfinished is the parent's: here it counts as done.
static bool is_inherited(const sg_op *op) {
    return op->generation != atomic_load(&sg_hip_generation);
}

bool sg_op_is_done(const sg_op *op) {
    return is_inherited(op) || hsa_signal_load_scacquire(op->done) < 1;
}

hipError_t sg_op_wait(const sg_op *op, hipStream_t stream) {
    if (is_inherited(op)) return hipSuccess;
    while (hsa_signal_wait_scacquire(op->done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_C(1000000000), HSA_WAIT_STATE_BLOCKED) >= 1) {
        int error = stream == NULL ? 0 : atomic_load(&stream->error);
        if (error != 0) return (hipError_t)error;
    }
    return stream == NULL ? hipSuccess : (hipError_t)atomic_load(&stream->error);
}

hipError_t sg_op_finish(const sg_op *op, hipStream_t stream) {
    hipError_t status = sg_op_wait(op, stream);
    if (sg_is_traced()) sg_trace_deliver(op->stream);
    return status;
}

// --- the stream's list ---------------------------------------------------------------------------------------------

void sg_stream_enter(hipStream_t stream) {
    pthread_mutex_lock(&stream->lock);
    uint32_t generation = atomic_load(&sg_hip_generation);
    if (stream->generation != generation) {
        sg_stream_reap(stream, true);
        stream->generation = generation;
    }
}

void sg_stream_leave(hipStream_t stream) {
    pthread_mutex_unlock(&stream->lock);
}

// An operation that is done needs its dependencies no longer, even when an event keeps it.
static void pop_head(hipStream_t stream) {
    sg_op *op = stream->head;
    release_deps(op);
    stream->head = op->next;
    if (stream->head == NULL) stream->tail = &stream->head;
    stream->in_flight--;
    sg_op_drop(op);
}

void sg_stream_reap(hipStream_t stream, bool all) {
    if (all) {
        sg_op_drop(stream->last);
        stream->last = NULL;
        atomic_store(&stream->busy, false);
    }
    while (stream->head != NULL && (all || sg_op_is_done(stream->head))) pop_head(stream);
}

static void append(hipStream_t stream, sg_op *op, bool is_copy) {
    op->stream = stream;
    *stream->tail = sg_op_hold(op);
    stream->tail = &op->next;
    stream->in_flight++;
    sg_op_drop(stream->last);
    stream->last = sg_op_hold(op);
    stream->last_is_copy = is_copy;
    atomic_store_explicit(&stream->busy, true, memory_order_release);
}

// --- submission -----------------------------------------------------------------------------------------------------

typedef struct dep_list {
    sg_op *ops[MAX_DEPS];
    uint32_t count;
} dep_list;

static void drop_deps(dep_list *deps) {
    while (deps->count > 0) sg_op_drop(deps->ops[--deps->count]);
}

// Takes over the reference.
static void add_dep(dep_list *deps, sg_op *op) {
    if (op == NULL) return;
    if (deps->count == MAX_DEPS) {
        sg_op_wait(op, NULL);
        sg_op_drop(op);
        return;
    }
    deps->ops[deps->count++] = op;
}

// HIP's rule for one device: the null stream comes after all earlier work of blocking streams, and before all later.
static void collect_deps(hipStream_t stream, dep_list *deps) {
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

// Takes over the reference. An operation holds what it waits for until it is done: the signal of a dropped one is
// soon another one's.
static hipError_t hold_dep(sg_op *op, sg_op *dep) {
    if (op->dep_count == SG_OP_DEPS) {
        sg_op *holder = make_op(); // a chain of holders for the rare long list
        if (holder == NULL) return hipErrorOutOfMemory;
        holder->dep_count = SG_OP_DEPS;
        memcpy(holder->deps, op->deps, sizeof holder->deps);
        op->deps[0] = holder;
        op->dep_count = 1;
    }
    op->deps[op->dep_count++] = dep;
    return hipSuccess;
}

// With the stream's lock. Packets that make the queue wait for `deps` and for a copy that the stream did last.
static hipError_t add_barriers(hipStream_t stream, dep_list *deps, sg_op *op, sg_packet *packets, uint32_t *packet_count) {
    hsa_signal_t signals[PACKET_DEPS];
    uint32_t count = 0;
    if (stream->last != NULL && stream->last_is_copy) add_dep(deps, sg_op_hold(stream->last));
    while (deps->count > 0) {
        sg_op *dep = deps->ops[deps->count - 1];
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

static hipError_t start_copy(hipStream_t stream, const sg_work *work, sg_op *op) {
    hsa_signal_t dep = stream->last == NULL ? (hsa_signal_t){0} : stream->last->done;
    uint32_t deps = stream->last == NULL ? 0 : 1;
    if (deps > 0) hold_dep(op, sg_op_hold(stream->last));
    const hsa_signal_t *dep_list = deps == 0 ? NULL : &dep;
    hsa_status_t status;
    if (work->kind == SG_WORK_COPY) {
        status = hsa_amd_memory_async_copy(
            work->dst, work->dst_agent, work->src, work->src_agent, work->bytes, deps, dep_list, op->done);
    } else {
        hsa_dim3_t zero = {0, 0, 0};
        status = hsa_amd_memory_async_copy_rect(
            &work->to, &zero, &work->from, &zero, &work->extent, work->rect_agent, work->direction, deps, dep_list,
            op->done);
    }
    return status == HSA_STATUS_SUCCESS ? hipSuccess : hipErrorInvalidValue;
}

static hipError_t keep_kernarg(const sg_work *work, sg_op *op) {
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

// With the stream's lock. What is already in packets goes into the queue as it is; all else is at most a few packets.
static hipError_t enqueue(hipStream_t stream, const sg_work *work, dep_list *deps, sg_op *op) {
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
static hipError_t submit_one(hipStream_t stream, const sg_work *work, dep_list *deps, sg_op **submitted) {
    sg_op *op = make_op();
    if (op == NULL) return hipErrorOutOfMemory;
    bool copies = work->kind == SG_WORK_COPY || work->kind == SG_WORK_COPY_RECT;
    if (work->kind == SG_WORK_BARRIER && work->wait != NULL) add_dep(deps, sg_event_pending(work->wait));
    hipError_t status = copies ? start_copy(stream, work, op) : enqueue(stream, work, deps, op);
    if (status != hipSuccess) {
        sg_op_drop(op);
        return status;
    }
    append(stream, op, copies);
    if (work->kind == SG_WORK_BARRIER && work->record != NULL) sg_event_set(work->record, sg_op_hold(op));
    if (sg_is_traced()) sg_trace_operation(stream, work, op);
    *submitted = op;
    return hipSuccess;
}

static void make_room(hipStream_t stream) {
    if (stream->in_flight < REAP_AT) return;
    sg_stream_reap(stream, false);
    while (stream->in_flight >= IN_FLIGHT_MAX && sg_op_wait(stream->head, stream) == hipSuccess) pop_head(stream);
}

// With the stream's lock. Each packet an operation of its own, for a tool that wants to know when it is done.
static hipError_t submit_packets(hipStream_t stream, const sg_work *work, dep_list *deps, sg_op **submitted) {
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

// With the stream's lock. A copy has one dependency, the operation before it: a barrier that waits for the others.
static hipError_t submit_after(hipStream_t stream, const sg_work *work, dep_list *deps, sg_op **submitted) {
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

hipError_t sg_submit_all(hipStream_t stream, const sg_work *works, uint32_t count, sg_op *after, sg_op **op) {
    dep_list deps = {.count = 0};
    add_dep(&deps, sg_op_hold(after));
    collect_deps(stream, &deps);
    sg_op *submitted = NULL;
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

hipError_t sg_submit(hipStream_t stream, const sg_work *work, sg_op *after, sg_op **op) {
    if (op != NULL) *op = NULL;
    if (atomic_load_explicit(&sg_captures, memory_order_acquire) != 0) {
        bool captured = false;
        hipError_t status = sg_capture_work(stream, work, &captured);
        if (captured || status != hipSuccess) return status;
    }
    return sg_submit_all(stream, work, 1, after, op);
}
