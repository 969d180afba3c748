// Types of rocDecode: from its own headers where they are installed, else the few that payloads need.
// Define ROCPROFILER_SDK_OWN_TYPES as 1 to use the latter in any case.
#ifndef ROCPROFILER_SDK_ABI_ROCDECODE_H_
#define ROCPROFILER_SDK_ABI_ROCDECODE_H_

#ifndef ROCPROFILER_SDK_OWN_TYPES
#define ROCPROFILER_SDK_OWN_TYPES 0
#endif

#if defined(__has_include) && !ROCPROFILER_SDK_OWN_TYPES
#if __has_include(<rocdecode/rocdecode.h>)
#define ROCPROFILER_SDK_FOREIGN_ROCDECODE 1
#endif
#endif

#ifdef ROCPROFILER_SDK_FOREIGN_ROCDECODE
#include <rocdecode/rocdecode.h>
#include <rocdecode/rocparser.h>
#else
#include <rocprofiler-sdk/abi/rocdecode_types.h>
#endif

#endif
