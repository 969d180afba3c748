// The program's functions in a stream.
#ifndef SOFTGPU_HIP_HOST_H
#define SOFTGPU_HIP_HOST_H

#include "hip.h"

// Any thread. Puts a function into the stream that is to be called once: never into a graph.
hipError_t sg_call(hipStream_t stream, void (*call)(void*), void* arg);

#endif
