// The life cycle of the SDK as the tool of an OpenMP runtime.
#include "ompt/ompt_types.h"

#include <rocprofiler-sdk/rocprofiler.h>

#include "boot/boot.h"
#include "ompt/ompt_events.h"
#include "system/complain.h"
#include "tools/tools.h"

// -1 during initialization, 1 afterwards.
static int initialized;
static int finalized;

// Called by the runtime on the thread that initialises it. Without an engine the callbacks are registered at the
// engine's start.
static int on_initialize(ompt_function_lookup_t lookup, int initial_device_num, ompt_data_t* tool_data) {
    (void)initial_device_num, (void)tool_data;
    int not_yet = 0;
    if (!__atomic_compare_exchange_n(&initialized, &not_yet, -1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return 0;
    __atomic_store_n(&rpj_ompt.lookup, (void*)lookup, __ATOMIC_RELEASE);
    uint64_t no_arguments[1] = {0};
    if (rpj_engine_ready()) rpj_call(RPJ_CALL_OMPT_INITIALIZE, no_arguments, 0);
    __atomic_store_n(&initialized, 1, __ATOMIC_RELEASE);
    return 1;
}

// Called by the runtime after its last callback, possibly long after the engine's end.
static void on_finalize(ompt_data_t* tool_data) {
    (void)tool_data;
    __atomic_store_n(&finalized, 1, __ATOMIC_RELEASE);
}

RPJ_EXPORT ompt_start_tool_result_t* rocprofiler_ompt_start_tool(unsigned int omp_version,
                                                                 const char* runtime_version) {
    static ompt_start_tool_result_t result = {on_initialize, on_finalize, {0}};
    (void)omp_version, (void)runtime_version;
    if (rpj_forked) return NULL;
    if (!__atomic_load_n(&initialized, __ATOMIC_ACQUIRE)) return &result;
    rpj_complain("OMPT serves another OpenMP runtime of this process already; this one runs unprofiled");
    return NULL;
}

// An OpenMP runtime looks for a tool in every process. Without a tool this returns NULL, and no JVM boots.
RPJ_EXPORT ompt_start_tool_result_t* ompt_start_tool(unsigned int omp_version, const char* runtime_version) {
    uint64_t no_arguments[1] = {0};
    if (rpj_forked || (!rpj_engine_ready() && !rpj_tools_wanted())) return NULL;
    if (!rpj_call(RPJ_CALL_INITIALIZE, no_arguments, 0)) return NULL;
    return rocprofiler_ompt_start_tool(omp_version, runtime_version);
}

RPJ_EXPORT rocprofiler_status_t rocprofiler_ompt_is_initialized(int* status) {
    if (status != NULL) *status = __atomic_load_n(&initialized, __ATOMIC_ACQUIRE);
    return ROCPROFILER_STATUS_SUCCESS;
}

RPJ_EXPORT rocprofiler_status_t rocprofiler_ompt_is_finalized(int* status) {
    if (status != NULL) *status = __atomic_load_n(&finalized, __ATOMIC_ACQUIRE);
    return ROCPROFILER_STATUS_SUCCESS;
}
