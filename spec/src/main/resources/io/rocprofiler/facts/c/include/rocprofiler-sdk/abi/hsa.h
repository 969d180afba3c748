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
#endif
#if __has_include(<hsa/hsa_ext_finalize.h>)
#include <hsa/hsa_ext_finalize.h>
#endif
#if __has_include(<hsa/hsa_ext_image.h>)
#include <hsa/hsa_ext_image.h>
#endif
#else
#include "hsa_types.h"
#endif

#endif
