// Host functions in a stream.
#ifndef SOFTGPU_HIP_HOST_H
#define SOFTGPU_HIP_HOST_H

#include "hip.h"

// Any thread. Submits a function that is called once, and therefore never becomes part of a graph.
hipError_t sg_call(hipStream_t stream, void (*call)(void*), void* arg);

#endif
