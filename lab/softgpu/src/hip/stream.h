// Streams: their list, and the work in progress on each.
#ifndef SOFTGPU_HIP_STREAM_H
#define SOFTGPU_HIP_STREAM_H

#include "nodes.h"
#include "op.h"

enum { SG_MAX_STREAMS = 1 << 16 };

struct ihipStream_t {
    _Atomic(uint32_t) magic;
    uint32_t link; // of the slab
    uint32_t generation;
    int device;
    unsigned flags;
    int priority;
    uint64_t id;
    bool is_null;
    bool fork_held;
    _Atomic(int) error;         // sticky hipError_t of its queue
    _Atomic(bool) busy;         // false: there is certainly no work in progress
    struct sg_capture* capture; // NULL: not captured; this and the next are guarded by the graphs lock
    sg_nodes capture_deps;      // the dependencies of the next captured work
    pthread_mutex_t lock;       // guards all below
    hsa_queue_t* queue;         // created by the first work
    sg_op* last;                // NULL: idle when last checked
    bool last_is_copy;          // `last` is not in the queue but on a copy engine
    sg_op *head, **tail;        // in flight, in order
    uint32_t in_flight;
    hipStream_t next; // registry
} __attribute__((aligned(64)));

extern pthread_mutex_t sg_registry_lock;
extern hipStream_t sg_streams; // every stream, guarded by the registry lock

extern sg_slab sg_stream_slab;

// Any thread, holding at most the registry lock. Returns the last operation with a reference if it is still in
// progress, else NULL.
sg_op* sg_stream_pending(hipStream_t stream);

// Lock and unlock for submission; entering drops work that a forked child inherited.
void sg_stream_enter(hipStream_t stream);
void sg_stream_leave(hipStream_t stream);

// With the stream's lock. Drops completed operations; with `all`, every one.
void sg_stream_reap(hipStream_t stream, bool all);

// With the stream's lock. Appends a submitted operation, which becomes the last one.
void sg_stream_append(hipStream_t stream, sg_op* op, bool is_copy);

// With the stream's lock. Drops the first operation in flight, which is complete.
void sg_stream_drop_first(hipStream_t stream);

// Any thread, holding no lock but a stream's. Waits for the operation; `stream` (or NULL) is the one whose error
// is returned.
hipError_t sg_op_wait(const sg_op* op, hipStream_t stream);

#endif
