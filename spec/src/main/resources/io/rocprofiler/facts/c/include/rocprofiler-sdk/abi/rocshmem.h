// Types of rocSHMEM that payloads need. Its own header is C++ with code for the GPU; these are the same types.
#ifndef ROCPROFILER_SDK_ABI_ROCSHMEM_H_
#define ROCPROFILER_SDK_ABI_ROCSHMEM_H_

#include <rocprofiler-sdk/abi/hip.h>
#include <rocprofiler-sdk/abi/rocshmem_types.h>

#endif
