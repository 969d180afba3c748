// Types of the HIP runtime: from its own headers where they are installed, else only those that payloads need.
// Define ROCPROFILER_SDK_OWN_TYPES as 1 to use the latter in any case.
#ifndef ROCPROFILER_SDK_ABI_HIP_H_
#define ROCPROFILER_SDK_ABI_HIP_H_

#ifndef ROCPROFILER_SDK_OWN_TYPES
#define ROCPROFILER_SDK_OWN_TYPES 0
#endif

#if defined(__has_include) && !ROCPROFILER_SDK_OWN_TYPES
#if __has_include(<hip/hip_runtime_api.h>)
#define ROCPROFILER_SDK_FOREIGN_HIP 1
#endif
#endif

#ifdef ROCPROFILER_SDK_FOREIGN_HIP
#if !defined(__HIP_PLATFORM_AMD__) && !defined(__HIP_PLATFORM_NVIDIA__)
#define __HIP_PLATFORM_AMD__ 1
#endif
#include <hip/hip_runtime_api.h>
#if defined(HIP_VERSION) && HIP_VERSION < 70100000
typedef struct ihipLibrary_t* hipLibrary_t;
typedef struct ihipKernel_t* hipKernel_t;
typedef struct hipLibraryOption hipLibraryOption;
#endif
#else
#include "hip_types.h"
#endif

#endif
