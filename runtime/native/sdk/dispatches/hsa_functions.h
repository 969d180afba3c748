// The runtime's own functions of HSA, as the engine has shared them (native_link_t): their number, then their
// addresses, by operation. For operations that a runtime is sure to have; any thread.
#ifndef RPJ_HSA_FUNCTIONS_H
#define RPJ_HSA_FUNCTIONS_H

#include <rocprofiler-sdk/hsa/api_id.h>

#include "base/engine.h"
#include "rpj_hsa.h"

#define RPJ_CORE(name) ((name##_fn*)((void**)rpj_link.hsa_core)[1 + ROCPROFILER_HSA_CORE_API_ID_##name])
#define RPJ_AMD_EXT(name) ((name##_fn*)((void**)rpj_link.hsa_amd_ext)[1 + ROCPROFILER_HSA_AMD_EXT_API_ID_##name])

#endif
