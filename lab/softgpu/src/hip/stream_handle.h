// What programs call a stream.
#ifndef SOFTGPU_HIP_STREAM_HANDLE_H
#define SOFTGPU_HIP_STREAM_HANDLE_H

#include "stream.h"

// The stream that the variants for "per-thread default stream" mean.
#define SG_PER_THREAD(stream) ((stream) == NULL ? hipStreamPerThread : (stream))

// Any thread. Turns a handle (or 0, legacy, per-thread) into a stream. Error: not a stream.
hipError_t sg_stream_of(hipStream_t handle, hipStream_t* stream);

// Any thread. NULL: out of memory, or too many.
hipStream_t sg_stream_make(int device, unsigned flags, int priority);

// Any thread. Waits for what the stream has under way.
void sg_stream_destroy(hipStream_t stream);

#endif
