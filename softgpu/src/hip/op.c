// Operations: how a piece of work becomes packets of the stream's queue, or a copy beside it.
//
// Kernels, calls and barriers are packets, in order by themselves. A copy waits for the operation before it by a
// dependency, and what follows a copy waits for it by a barrier packet. Every operation has a completion signal.
#include "runtime.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUEUE_PACKETS = 1024,
    REAP_AT = 64,          // operations in flight before anybody looks which are done
    IN_FLIGHT_MAX = 4096,  // then the submitter waits
    MAX_DEPS = 64,
    PACKET_DEPS = 5,
    AGENT_DISPATCH_CALL = 0x8001, // see hsa/worker.c
};

typedef union packet {
    hsa_kernel_dispatch_packet_t kernel;
    hsa_barrier_and_packet_t barrier;
    hsa_agent_dispatch_packet_t call;
} packet;

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
    free(op->heap);
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
    op->heap = NULL;
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
    }
    while (stream->head != NULL && (all || sg_op_is_done(stream->head))) pop_head(stream);
}

static void append(hipStream_t stream, sg_op *op, bool is_copy) {
    *stream->tail = sg_op_hold(op);
    stream->tail = &op->next;
    stream->in_flight++;
    sg_op_drop(stream->last);
    stream->last = sg_op_hold(op);
    stream->last_is_copy = is_copy;
}

// --- the stream's queue ---------------------------------------------------------------------------------------------

static void queue_failed(hsa_status_t status, hsa_queue_t *queue, void *arg) {
    (void)queue;
    hipStream_t stream = arg;
    int error = status == HSA_STATUS_ERROR_OUT_OF_RESOURCES ? hipErrorOutOfMemory : hipErrorLaunchFailure;
    atomic_store(&stream->error, error);
}

static hipError_t require_queue(hipStream_t stream) {
    if (stream->queue != NULL) return hipSuccess;
    hsa_queue_t *queue;
    hsa_status_t status = hsa_queue_create(
        sg_devices[stream->device].agent, QUEUE_PACKETS, HSA_QUEUE_TYPE_MULTI, queue_failed, stream, UINT32_MAX,
        UINT32_MAX, &queue);
    if (status != HSA_STATUS_SUCCESS) return hipErrorOutOfMemory;
    if (stream->priority != 0) {
        hsa_amd_queue_set_priority(queue, stream->priority < 0 ? HSA_AMD_QUEUE_PRIORITY_HIGH : HSA_AMD_QUEUE_PRIORITY_LOW);
    }
    hsa_amd_profiling_set_profiler_enabled(queue, 1); // the times of events
    stream->queue = queue;
    return hipSuccess;
}

// Writes one packet; the queue's worker may see it at once.
static void push(hipStream_t stream, packet *p, uint16_t type) {
    hsa_queue_t *queue = stream->queue;
    uint64_t index = hsa_queue_add_write_index_relaxed(queue, 1);
    while (index - hsa_queue_load_read_index_scacquire(queue) >= queue->size && atomic_load(&stream->error) == 0) {
        sched_yield();
    }
    packet *slot = (packet *)queue->base_address + (index & (queue->size - 1));
    uint16_t header = (uint16_t)(type << HSA_PACKET_HEADER_TYPE | 1 << HSA_PACKET_HEADER_BARRIER
                                 | HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE
                                 | HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE);
    memcpy((char *)slot + sizeof header, (char *)p + sizeof header, sizeof *p - sizeof header);
    __atomic_store_n(&slot->kernel.header, header, __ATOMIC_SEQ_CST);
    hsa_signal_store_screlease(queue->doorbell_signal, (hsa_signal_value_t)index);
}

static void push_barrier(hipStream_t stream, const hsa_signal_t *deps, uint32_t count, hsa_signal_t completion) {
    packet p = {.barrier = {.completion_signal = completion}};
    for (uint32_t i = 0; i < count; i++) p.barrier.dep_signal[i] = deps[i];
    push(stream, &p, HSA_PACKET_TYPE_BARRIER_AND);
}

static void push_kernel(hipStream_t stream, const sg_work *work, sg_op *op) {
    void *kernarg = op->heap == NULL ? op->kernarg : op->heap;
    memcpy(kernarg, work->kernarg, work->kernel->kernarg_bytes);
    packet p = {.kernel = {
        .setup = 3 << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS,
        .workgroup_size_x = (uint16_t)work->block.x,
        .workgroup_size_y = (uint16_t)work->block.y,
        .workgroup_size_z = (uint16_t)work->block.z,
        .grid_size_x = work->grid.x * work->block.x,
        .grid_size_y = work->grid.y * work->block.y,
        .grid_size_z = work->grid.z * work->block.z,
        .private_segment_size = work->kernel->private_bytes,
        .group_segment_size = work->shared,
        .kernel_object = work->kernel_object,
        .kernarg_address = kernarg,
        .completion_signal = op->done,
    }};
    push(stream, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH);
}

static void push_call(hipStream_t stream, const sg_work *work, sg_op *op) {
    packet p = {.call = {
        .type = AGENT_DISPATCH_CALL,
        .arg = {(uintptr_t)work->call, (uintptr_t)work->call_arg},
        .completion_signal = op->done,
    }};
    push(stream, &p, HSA_PACKET_TYPE_AGENT_DISPATCH);
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
    if (!stream->is_null && (stream->flags & hipStreamNonBlocking) != 0) return;
    pthread_mutex_lock(&sg_registry_lock);
    if (stream->is_null) {
        for (hipStream_t s = sg_streams; s != NULL; s = s->next) {
            bool blocking = s != stream && s->device == stream->device && (s->flags & hipStreamNonBlocking) == 0;
            if (blocking && deps->count < MAX_DEPS) add_dep(deps, sg_stream_pending(s));
        }
    } else {
        hipStream_t null_stream = sg_devices[stream->device].null_stream;
        if (null_stream != NULL) add_dep(deps, sg_stream_pending(null_stream));
    }
    pthread_mutex_unlock(&sg_registry_lock);
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
static hipError_t push_deps(hipStream_t stream, dep_list *deps, sg_op *op) {
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
        push_barrier(stream, signals, count, (hsa_signal_t){0});
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

// With the stream's lock.
static hipError_t submit_one(hipStream_t stream, const sg_work *work, dep_list *deps, sg_op **submitted) {
    sg_op *op = make_op();
    if (op == NULL) return hipErrorOutOfMemory;
    bool copies = work->kind == SG_WORK_COPY || work->kind == SG_WORK_COPY_RECT;
    hipError_t status = copies ? hipSuccess : require_queue(stream);
    if (status == hipSuccess && work->kind == SG_WORK_KERNEL && work->kernel->kernarg_bytes > SG_OP_KERNARG) {
        op->heap = malloc(work->kernel->kernarg_bytes);
        if (op->heap == NULL) status = hipErrorOutOfMemory;
    }
    if (status == hipSuccess) status = copies ? start_copy(stream, work, op) : push_deps(stream, deps, op);
    if (status != hipSuccess) {
        sg_op_drop(op);
        return status;
    }
    if (work->kind == SG_WORK_KERNEL) push_kernel(stream, work, op);
    if (work->kind == SG_WORK_CALL) push_call(stream, work, op);
    if (work->kind == SG_WORK_BARRIER) push_barrier(stream, NULL, 0, op->done);
    append(stream, op, copies);
    *submitted = op;
    return hipSuccess;
}

static void make_room(hipStream_t stream) {
    if (stream->in_flight < REAP_AT) return;
    sg_stream_reap(stream, false);
    while (stream->in_flight >= IN_FLIGHT_MAX && sg_op_wait(stream->head, stream) == hipSuccess) pop_head(stream);
}

hipError_t sg_submit(hipStream_t stream, const sg_work *work, sg_op *after, sg_op **op) {
    dep_list deps = {.count = 0};
    add_dep(&deps, sg_op_hold(after));
    collect_deps(stream, &deps);
    sg_op *submitted = NULL;
    hipError_t status = hipSuccess;
    sg_stream_enter(stream);
    make_room(stream);
    if (deps.count > 0 && (work->kind == SG_WORK_COPY || work->kind == SG_WORK_COPY_RECT)) {
        // A copy has one dependency, the operation before it: a barrier that waits for the others.
        status = submit_one(stream, &(sg_work){.kind = SG_WORK_BARRIER}, &deps, &submitted);
        sg_op_drop(status == hipSuccess ? submitted : NULL);
    }
    if (status == hipSuccess) status = submit_one(stream, work, &deps, &submitted);
    sg_stream_leave(stream);
    drop_deps(&deps);
    if (status != hipSuccess) return status;
    if (op != NULL) *op = submitted;
    else sg_op_drop(submitted);
    return hipSuccess;
}
