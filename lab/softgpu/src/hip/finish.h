// Waiting for streams, as calls of the program do: when one returns, the tracer has heard of what was done.
#ifndef SOFTGPU_HIP_FINISH_H
#define SOFTGPU_HIP_FINISH_H

#include "stream.h"

// Any thread, no lock held. Waits for the operation; `stream` (or NULL) says where an error shows.
hipError_t sg_op_finish(const sg_op* op, hipStream_t stream);

// Any thread. Waits until what was submitted so far is done.
hipError_t sg_stream_finish(hipStream_t stream);
hipError_t sg_device_finish(int device, bool blocking_only);

#endif
