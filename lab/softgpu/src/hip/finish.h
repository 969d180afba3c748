// Waiting for streams, as public functions do: when one returns, the tracer has got all completed operations.
#ifndef SOFTGPU_HIP_FINISH_H
#define SOFTGPU_HIP_FINISH_H

#include "stream.h"

// Any thread, no lock held. Waits for the operation; `stream` (or NULL) is the one whose error is returned.
hipError_t sg_op_finish(const sg_op* op, hipStream_t stream);

// Any thread. Waits until the work submitted so far is complete.
hipError_t sg_stream_finish(hipStream_t stream);
hipError_t sg_device_finish(int device, bool blocking_only);

#endif
