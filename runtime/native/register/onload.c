// This library as a tools library of HSA: distributions build ROCr without rocprofiler-register. Where HSA_TOOLS_LIB
// names it, it gets the same table from ROCr that would have been registered, and registers it.
#include "register_internal.h"

enum { OLDEST_MAJOR = 1, NEWEST_MAJOR = 3 }; // 1 is that of ROCm 5

// How ROCr's root table begins (hsa_api_trace.h of ROCr 6.4).
struct hsa_table {
    uint32_t major, bytes, step, reserved;
    const struct hsa_core {
        uint32_t major, bytes, step, reserved;
        int (*init)(void);
        int (*shut_down)(void);
        int (*system_get_info)(uint32_t attribute, void* value);
    } * core;
};

enum { SYSTEM_INFO_VERSION_MAJOR = 0, SYSTEM_INFO_VERSION_MINOR = 1 };

static atomic_uint own; // registrations by this file

static uint32_t version_of(const struct hsa_table* table) {
    uint16_t major = 0, minor = 0;
    (void)table->core->system_get_info(SYSTEM_INFO_VERSION_MAJOR, &major);
    (void)table->core->system_get_info(SYSTEM_INFO_VERSION_MINOR, &minor);
    return 10000u * major + 100u * minor;
}

REGISTER_EXPORT bool OnLoad(void* table, uint64_t runtime_version, uint64_t failed_count, const char* const* failed);

REGISTER_EXPORT bool OnLoad(void* table, uint64_t runtime_version, uint64_t failed_count, const char* const* failed) {
    (void)runtime_version, (void)failed_count, (void)failed;
    const struct hsa_table* root = table;
    if (root == NULL || records_of(table) > atomic_load(&own)) return true; // the runtime registers itself
    if (root->major < OLDEST_MAJOR || root->major > NEWEST_MAJOR) {
        complain("this HSA runtime has an API table of version %u, which cannot be traced: %d to %d are known",
                 root->major, OLDEST_MAJOR, NEWEST_MAJOR);
        return true;
    }
    rocprofiler_register_library_indentifier_t identifier;
    rocprofiler_register_error_code_t code =
        rocprofiler_register_library_api_table("hsa", NULL, version_of(root), &table, 1, &identifier);
    if (code != ROCP_REG_SUCCESS && code != ROCP_REG_NO_TOOLS)
        complain("this HSA runtime's API table cannot be traced: %s", rocprofiler_register_error_string(code));
    atomic_store(&own, records_of(table));
    return true;
}

REGISTER_EXPORT void OnUnload(void);

// ROCr restores its table, and passes it again when it is initialised again.
REGISTER_EXPORT void OnUnload(void) {}
