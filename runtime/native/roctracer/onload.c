/// libroctracer64 as a tools library of HSA: how its table comes where librocprofiler-register does not bring it.
#include "sdk.h"

static _Atomic(void*) table_now;
static _Atomic uint64_t version_now;

void* rt_onload_table(uint64_t* version) {
    if (version != NULL) *version = atomic_load(&version_now);
    return atomic_load(&table_now);
}

/// HSA has come up. Its table is looked at when something of HSA is enabled, now or later.
RT_EXPORT bool OnLoad(void* table, uint64_t runtime_version, uint64_t failed_tool_count, const char* const* failed_tool_names);

RT_EXPORT bool OnLoad(void* table, uint64_t runtime_version, uint64_t failed_tool_count, const char* const* failed_tool_names) {
    (void) failed_tool_count, (void) failed_tool_names;
    if (table == NULL) return true;
    atomic_store(&version_now, runtime_version);
    atomic_store(&table_now, table);
    rt_appeared();
    return true;
}

/// HSA goes down, and makes its table anew when it comes up again.
RT_EXPORT void OnUnload(void);

RT_EXPORT void OnUnload(void) {
    if (atomic_exchange(&table_now, NULL) != NULL) rt_sdk_hsa_is_gone();
}
