// Types of the HSA runtime: from its own headers where they are installed, else the few that payloads need.
// Define ROCPROFILER_SDK_OWN_TYPES as 1 to use the latter in any case.
#ifndef ROCPROFILER_SDK_ABI_HSA_H_
#define ROCPROFILER_SDK_ABI_HSA_H_

#ifndef ROCPROFILER_SDK_OWN_TYPES
#define ROCPROFILER_SDK_OWN_TYPES 0
#endif

#if defined(__has_include) && !ROCPROFILER_SDK_OWN_TYPES
#if __has_include(<hsa/hsa_ext_amd.h>)
#define ROCPROFILER_SDK_FOREIGN_HSA 1
#endif
#endif

#ifdef ROCPROFILER_SDK_FOREIGN_HSA
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#if __has_include(<hsa/hsa_amd_tool.h>)
#include <hsa/hsa_amd_tool.h>
#define ROCPROFILER_SDK_HSA_TOOL 1
#endif
#if __has_include(<hsa/hsa_ext_finalize.h>)
#include <hsa/hsa_ext_finalize.h>
#endif
#if __has_include(<hsa/hsa_ext_image.h>)
#include <hsa/hsa_ext_image.h>
#endif
#if __has_include(<hsa/hsa_api_trace_version.h>)
#include <hsa/hsa_api_trace_version.h>
#endif
// HSA's tables: a C++ header, and one that looks for its neighbours elsewhere unless this is defined.
#if defined(__cplusplus) && __has_include(<hsa/hsa_api_trace.h>)
#ifndef AMD_INTERNAL_BUILD
#define AMD_INTERNAL_BUILD 1
#define ROCPROFILER_SDK_DEFINED_AMD_INTERNAL_BUILD 1
#endif
#include <hsa/hsa_api_trace.h>
#ifdef ROCPROFILER_SDK_DEFINED_AMD_INTERNAL_BUILD
#undef AMD_INTERNAL_BUILD
#undef ROCPROFILER_SDK_DEFINED_AMD_INTERNAL_BUILD
#endif
#endif
#include "hsa_newer.h"
#else
#include "hsa_types.h"
#endif

#endif
