// Types of the ROCm kernel interface (thunk): from its own headers where they are installed, else the few that payloads
// need. Define ROCPROFILER_SDK_OWN_TYPES as 1 to use the latter in any case.
#ifndef ROCPROFILER_SDK_ABI_HSAKMT_H_
#define ROCPROFILER_SDK_ABI_HSAKMT_H_

#ifndef ROCPROFILER_SDK_OWN_TYPES
#define ROCPROFILER_SDK_OWN_TYPES 0
#endif

#if defined(__has_include) && !ROCPROFILER_SDK_OWN_TYPES
#if __has_include(<hsakmt/hsakmttypes.h>)
#define ROCPROFILER_SDK_FOREIGN_HSAKMT 1
#endif
#endif

#ifdef ROCPROFILER_SDK_FOREIGN_HSAKMT
#include <hsakmt/hsakmttypes.h>
#else
#include <rocprofiler-sdk/abi/hsakmt_types.h>
#endif

#endif
