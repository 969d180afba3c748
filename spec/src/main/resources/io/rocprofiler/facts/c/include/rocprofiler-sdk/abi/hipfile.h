// Types of hipFile: from its own headers where they are installed, else the few that payloads need.
// Define ROCPROFILER_SDK_OWN_TYPES as 1 to use the latter in any case.
#ifndef ROCPROFILER_SDK_ABI_HIPFILE_H_
#define ROCPROFILER_SDK_ABI_HIPFILE_H_

#ifndef ROCPROFILER_SDK_OWN_TYPES
#define ROCPROFILER_SDK_OWN_TYPES 0
#endif

#if defined(__has_include) && !ROCPROFILER_SDK_OWN_TYPES
#if __has_include(<hipfile.h>) && __has_include(<hip/hip_runtime.h>)
#define ROCPROFILER_SDK_FOREIGN_HIPFILE 1
#endif
#endif

#include <rocprofiler-sdk/abi/hip.h>
#ifdef ROCPROFILER_SDK_FOREIGN_HIPFILE
#include <hipfile.h>
#else
#include <rocprofiler-sdk/abi/hipfile_types.h>
#endif

#endif
