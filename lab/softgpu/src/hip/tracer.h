// The older tracer protocol: one function of the tool that is asked about, and notified of, every call and every
// operation. Source: the roctracer library's private agreement with HIP, as of HIP 6.0 to 7.1.
#ifndef SOFTGPU_HIP_TRACER_H
#define SOFTGPU_HIP_TRACER_H

#include <string.h>

#include "op.h"
#include "work.h"

// Domains, and the operations of SG_TRACE_OPS.
enum { SG_TRACE_OPS = 2, SG_TRACE_API = 3 };
enum { SG_TRACE_DISPATCH = 0, SG_TRACE_COPY = 1, SG_TRACE_BARRIER = 2 };

// Returns 0 for yes, or accepted. `data` is NULL for a query, SG_TRACE_COMMIT for the query about an operation
// being created (generation C), an sg_trace of the API domain, or an sg_activity.
typedef int (*sg_tracer)(uint32_t domain, uint32_t operation, void* data);
#define SG_TRACE_COMMIT ((void*)1)

// Uninitialised except for the fields named below: the tool writes correlation_id, phase_enter and phase_exit.
typedef struct sg_trace {
    uint64_t correlation_id;
    uint32_t phase;
    _Alignas(8) unsigned char arguments[1496]; // written when there is a phase_enter
    uint64_t* phase_data_pointer;
    uint64_t phase_enter_timestamp;
    uint64_t phase_data;
    void (*phase_enter)(uint32_t operation, struct sg_trace* trace);
    void (*phase_exit)(uint32_t operation, struct sg_trace* trace);
    // private to the runtime
    uint32_t operation;
    bool wanted;
} sg_trace;
_Static_assert(offsetof(sg_trace, arguments) == 16, "hip_api_data_t");
_Static_assert(offsetof(sg_trace, phase_data_pointer) == 1512, "hip_api_data_t");
_Static_assert(offsetof(sg_trace, phase_exit) == 1544, "hip_api_trace_data_t");

// activity_record_t
typedef struct sg_activity {
    uint32_t domain, kind, operation;
    uint64_t correlation_id;
    uint64_t begin_ns, end_ns;
    int32_t device_id;
    uint64_t queue_id;
    union {
        uint64_t bytes;
        const char* kernel_name;
    };
} sg_activity;
_Static_assert(sizeof(sg_activity) == 64, "activity_record_t");

extern _Atomic(sg_tracer) sg_registered_tracer;

static inline bool sg_is_traced(void) {
    return __builtin_expect(atomic_load_explicit(&sg_registered_tracer, memory_order_acquire) != NULL, 0);
}

// Called by the calling thread around a public function. The first returns whether the tool wants the arguments.
bool sg_trace_begin(sg_trace* trace, uint32_t operation);
void sg_trace_enter(sg_trace* trace);
void sg_trace_end(sg_trace* trace);
#define SG_TRACE_ARGUMENT(offset, value) memcpy(trace_.arguments + (offset), &(value), sizeof(value))

// With the stream's lock, while sg_is_traced. The first returns whether operations are reported one by one at all;
// the second stores the operation, which was just submitted, if it is to be reported.
bool sg_trace_wants_operations(void);
void sg_trace_operation(hipStream_t stream, const sg_work* work, sg_op* op);

// Any thread, no lock held. Reports the completed operations of the stream, or of all streams, before it returns.
void sg_trace_deliver(hipStream_t stream);
void sg_trace_deliver_all(void);

extern pthread_mutex_t sg_tracer_lock;

// Fork child: resets the reporting state.
void sg_trace_abandon(void);

#endif
