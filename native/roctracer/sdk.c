/// HSA's calls, and HIP's where it has no tracer callback, through the SDK.
#include "rt.h"

void rt_sdk_update(void) {}

void rt_sdk_flush(void) {}

void rt_sdk_forked(void) {}

void* rt_client_configure(uint32_t version, const char* runtime_version, uint32_t priority, void* id) {
    (void) version, (void) runtime_version, (void) priority, (void) id;
    return NULL;
}

RT_EXPORT bool OnLoad(void* table, uint64_t runtime_version, uint64_t failed_tool_count, const char* const* failed_tool_names) {
    (void) table, (void) runtime_version, (void) failed_tool_count, (void) failed_tool_names;
    return true;
}

RT_EXPORT void OnUnload(void) {}
