// libroctracer64 as a tools library of HSA, which provides its table without librocprofiler-register.
#include "sdk/hsa_table.h"
#include "sdk/sdk.h"

// HSA was initialised. Its table is used when something of HSA is enabled, now or later.
RT_EXPORT bool OnLoad(void* table, uint64_t runtime_version, uint64_t failed_tool_count,
                      const char* const* failed_tool_names);

RT_EXPORT bool OnLoad(void* table, uint64_t runtime_version, uint64_t failed_tool_count,
                      const char* const* failed_tool_names) {
    (void)failed_tool_count, (void)failed_tool_names;
    if (table == NULL) return true;
    rt_hsa_appeared(table, runtime_version);
    return true;
}

RT_EXPORT void OnUnload(void);

RT_EXPORT void OnUnload(void) { rt_hsa_table_went(); }
