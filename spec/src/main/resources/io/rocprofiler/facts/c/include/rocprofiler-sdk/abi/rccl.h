// Types of RCCL: from its own headers where they are installed, else the few that payloads need.
// Define ROCPROFILER_SDK_OWN_TYPES as 1 to use the latter in any case.
#ifndef ROCPROFILER_SDK_ABI_RCCL_H_
#define ROCPROFILER_SDK_ABI_RCCL_H_

#ifndef ROCPROFILER_SDK_OWN_TYPES
#define ROCPROFILER_SDK_OWN_TYPES 0
#endif

#if defined(__has_include) && !ROCPROFILER_SDK_OWN_TYPES
#if __has_include(<rccl/rccl.h>) && __has_include(<hip/hip_runtime.h>)
#define ROCPROFILER_SDK_FOREIGN_RCCL 1
#endif
#endif

#include <rocprofiler-sdk/abi/hip.h>
#ifdef ROCPROFILER_SDK_FOREIGN_RCCL
#include <rccl/rccl.h>
#include "rccl_newer.h"
#else
#include <rocprofiler-sdk/abi/rccl_types.h>
#endif

#endif
