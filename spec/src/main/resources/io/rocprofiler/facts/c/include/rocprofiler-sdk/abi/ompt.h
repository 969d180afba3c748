// Types of the OpenMP tools interface: from its own headers where they are installed, else the few that payloads need.
// Define ROCPROFILER_SDK_OWN_TYPES as 1 to use the latter in any case.
#ifndef ROCPROFILER_SDK_ABI_OMPT_H_
#define ROCPROFILER_SDK_ABI_OMPT_H_

#ifndef ROCPROFILER_SDK_OWN_TYPES
#define ROCPROFILER_SDK_OWN_TYPES 0
#endif

#if defined(__has_include) && !ROCPROFILER_SDK_OWN_TYPES
#if __has_include(<omp-tools.h>)
#define ROCPROFILER_SDK_FOREIGN_OMPT 1
#endif
#endif

#ifdef ROCPROFILER_SDK_FOREIGN_OMPT
#include <omp-tools.h>
#else
#include <rocprofiler-sdk/abi/ompt_types.h>
#endif

#endif
