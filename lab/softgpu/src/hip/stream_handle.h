// Handles of streams.
#ifndef SOFTGPU_HIP_STREAM_HANDLE_H
#define SOFTGPU_HIP_STREAM_HANDLE_H

#include "stream.h"

// The stream that the variants for the "per-thread default stream" use.
#define SG_PER_THREAD(stream) ((stream) == NULL ? hipStreamPerThread : (stream))

// Any thread. Converts a handle (or 0, legacy, per-thread) to a stream. Error: not a stream.
hipError_t sg_stream_of(hipStream_t handle, hipStream_t* stream);

// Any thread. NULL: out of memory, or too many.
hipStream_t sg_stream_make(int device, unsigned flags, int priority);

// Any thread. Waits for the stream's work in progress.
void sg_stream_destroy(hipStream_t stream);

#endif
