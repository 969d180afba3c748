#include "finish.h"

#include <stdlib.h>

#include "op.h"
#include "stream.h"
#include "tracer.h"

hipError_t sg_op_finish(const sg_op* op, hipStream_t stream) {
    hipError_t status = sg_op_wait(op, stream);
    if (sg_is_traced()) sg_trace_deliver(op->stream);
    return status;
}

// Releases the objects of a completed operation at once. Takes ownership of the reference.
static hipError_t wait_for(sg_op* last, hipStream_t stream) {
    hipError_t status = sg_op_finish(last, stream);
    sg_op_drop(last);
    sg_op_drop(sg_stream_pending(stream));
    return status;
}

hipError_t sg_stream_finish(hipStream_t stream) {
    sg_op* last = sg_stream_pending(stream);
    if (last != NULL) return wait_for(last, stream);
    if (sg_is_traced()) sg_trace_deliver(stream);
    return (hipError_t)atomic_load(&stream->error);
}

typedef struct snapshot {
    sg_op** ops;
    hipStream_t* streams;
    size_t count;
} snapshot;

// With the registry lock. Collects the work in progress; work submitted later is not waited for.
static bool take_snapshot(int device, bool blocking_only, snapshot* s) {
    size_t streams = 0;
    for (hipStream_t i = sg_streams; i != NULL; i = i->next) streams++;
    s->count = 0;
    s->ops = calloc(streams + 1, sizeof(sg_op*));
    s->streams = calloc(streams + 1, sizeof(hipStream_t));
    if (s->ops == NULL || s->streams == NULL) return false;
    for (hipStream_t i = sg_streams; i != NULL; i = i->next) {
        bool counts = i->device == device && !(blocking_only && (i->flags & hipStreamNonBlocking) != 0);
        sg_op* pending = counts ? sg_stream_pending(i) : NULL;
        if (pending == NULL) continue;
        s->ops[s->count] = pending;
        s->streams[s->count++] = i;
    }
    return true;
}

hipError_t sg_device_finish(int device, bool blocking_only) {
    snapshot s;
    pthread_mutex_lock(&sg_registry_lock);
    hipError_t status = take_snapshot(device, blocking_only, &s) ? hipSuccess : hipErrorOutOfMemory;
    pthread_mutex_unlock(&sg_registry_lock);
    for (size_t i = 0; status != hipErrorOutOfMemory && i < s.count; i++) {
        hipError_t one = wait_for(s.ops[i], s.streams[i]); // streams stay readable even after destruction
        if (one != hipSuccess) status = one;
    }
    free(s.ops);
    free(s.streams);
    if (sg_is_traced()) sg_trace_deliver_all();
    return status;
}
