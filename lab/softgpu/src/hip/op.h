// Operations: the work in progress on streams.
#ifndef SOFTGPU_HIP_OP_H
#define SOFTGPU_HIP_OP_H

#include "hip.h"
#include "slab.h"

enum { SG_OP_KERNARG = 256, SG_OP_DEPS = 4 };

// One piece of work of a stream. `done` goes from 1 to 0. Held by the stream while in flight, by the stream as its
// last one, by events, and by later operations that wait for it.
typedef struct sg_op {
    _Atomic(uint32_t) refs;
    uint32_t link; // of the slab
    uint32_t generation;
    uint32_t dep_count;
    hsa_signal_t done; // created once, reused with the object
    struct sg_op* next;
    hipStream_t stream;             // the stream it was submitted to
    struct sg_op* deps[SG_OP_DEPS]; // released with it
    void* kept;                     // memory that its packets point to, outside this object; or NULL
    void (*release)(void*);         // releases it with the operation
    _Alignas(16) unsigned char kernarg[SG_OP_KERNARG];
} __attribute__((aligned(64))) sg_op;

extern sg_slab sg_ops;

// Makes an operation that is not done, with one reference. NULL: out of memory.
sg_op* sg_op_make(void);
sg_op* sg_op_hold(sg_op* op); // NULL stays NULL
void sg_op_drop(sg_op* op);   // NULL is allowed
bool sg_op_is_done(const sg_op* op);

// Unfinished work that a forked child inherited belongs to the parent: in the child it counts as done.
bool sg_op_is_inherited(const sg_op* op);

// A completed operation no longer needs its dependencies.
void sg_op_release_deps(sg_op* op);

#endif
