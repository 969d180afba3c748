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
#if __has_include(<hip/linker_types.h>)
#include <hip/linker_types.h>
#define ROCPROFILER_SDK_HIP_LINKER_TYPES 1
#endif
#if __has_include(<hip/hip_deprecated.h>)
#include <hip/hip_deprecated.h>
#endif
#if __has_include(<hip/amd_detail/amd_hip_gl_interop.h>)
#include <hip/amd_detail/amd_hip_gl_interop.h>
#endif
// HIP's tables since 6.0, and with them the number that says which functions there are.
#if __has_include(<hip/amd_detail/hip_api_trace.hpp>)
#include <hip/amd_detail/hip_api_trace.hpp>
#endif
#ifdef HIP_RUNTIME_API_TABLE_STEP_VERSION
#define ROCPROFILER_SDK_HIP_STEP HIP_RUNTIME_API_TABLE_STEP_VERSION
#else
#define ROCPROFILER_SDK_HIP_STEP (-1)
#endif
#include "hip_newer.h"
#else
#include "hip_types.h"
#endif

#endif
