#include "stream.h"

#include "generation.h"
#include "hip.h"
#include "op.h"
#include "slab.h"

sg_slab sg_stream_slab = SG_SLAB(struct ihipStream_t, SG_MAX_STREAMS, link);
pthread_mutex_t sg_registry_lock = PTHREAD_MUTEX_INITIALIZER;
hipStream_t sg_streams;

void sg_stream_enter(hipStream_t stream) {
    pthread_mutex_lock(&stream->lock);
    uint32_t generation = atomic_load(&sg_hip_generation);
    if (stream->generation != generation) {
        sg_stream_reap(stream, true);
        stream->generation = generation;
    }
}

void sg_stream_leave(hipStream_t stream) { pthread_mutex_unlock(&stream->lock); }

// A completed operation no longer needs its dependencies, even when an event holds it.
void sg_stream_drop_first(hipStream_t stream) {
    sg_op* op = stream->head;
    sg_op_release_deps(op);
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
    while (stream->head != NULL && (all || sg_op_is_done(stream->head))) sg_stream_drop_first(stream);
}

void sg_stream_append(hipStream_t stream, sg_op* op, bool is_copy) {
    op->stream = stream;
    *stream->tail = sg_op_hold(op);
    stream->tail = &op->next;
    stream->in_flight++;
    sg_op_drop(stream->last);
    stream->last = sg_op_hold(op);
    stream->last_is_copy = is_copy;
    atomic_store_explicit(&stream->busy, true, memory_order_release);
}

sg_op* sg_stream_pending(hipStream_t stream) {
    if (!atomic_load_explicit(&stream->busy, memory_order_acquire)) return NULL;
    sg_stream_enter(stream);
    if (stream->last != NULL && sg_op_is_done(stream->last)) sg_stream_reap(stream, true);
    sg_op* last = sg_op_hold(stream->last);
    sg_stream_leave(stream);
    return last;
}

hipError_t sg_op_wait(const sg_op* op, hipStream_t stream) {
    if (sg_op_is_inherited(op)) return hipSuccess;
    while (hsa_signal_wait_scacquire(op->done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_C(1000000000), HSA_WAIT_STATE_BLOCKED)
           >= 1) {
        int error = stream == NULL ? 0 : atomic_load(&stream->error);
        if (error != 0) return (hipError_t)error;
    }
    return stream == NULL ? hipSuccess : (hipError_t)atomic_load(&stream->error);
}
