// The queue of a stream, and writing packets to it. With the stream's lock.
#ifndef SOFTGPU_HIP_QUEUE_H
#define SOFTGPU_HIP_QUEUE_H

#include "work.h"

// Creates the stream's queue, if it has none yet.
hipError_t sg_queue_require(hipStream_t stream);

sg_packet sg_packet_barrier(const hsa_signal_t* deps, uint32_t count); // at most 5
sg_packet sg_packet_kernel(const sg_work* work, void* kernarg);
sg_packet sg_packet_call(void (*call)(void*), void* arg);

// Appends packets and rings once, or once for each part when the queue has no room for all. `completion` (may be a
// null handle) becomes the completion signal of the last one.
void sg_queue_push(hipStream_t stream, const sg_packet* packets, uint32_t count, hsa_signal_t completion);

#endif
