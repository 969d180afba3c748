// Extensions of the HSA runtime: only AMD's loader.
#include "extension.h"

#include <string.h>

#include "agent.h"
#include "hsa.h"
#include "loader.h"
#include "state.h"

static bool is_loader(uint16_t extension, uint16_t version_major) {
    return extension == HSA_EXTENSION_AMD_LOADER && version_major == SG_LOADER_MAJOR;
}

void sg_extension_bits(uint8_t* bits) {
    memset(bits, 0, 128);
    bits[HSA_EXTENSION_AMD_LOADER / 8] |= (uint8_t)(1 << HSA_EXTENSION_AMD_LOADER % 8);
}

hsa_status_t sg_hsa_extension_get_name(uint16_t extension, const char** name) {
    SG_REQUIRE_INIT();
    if (name == NULL || extension != HSA_EXTENSION_AMD_LOADER) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *name = "HSA_EXTENSION_AMD_LOADER";
    return HSA_STATUS_SUCCESS;
}

// --- supported? ----------------------------------------------------------------------------------------------------

hsa_status_t sg_hsa_system_extension_supported(uint16_t extension, uint16_t version_major, uint16_t version_minor,
                                               bool* result) {
    SG_REQUIRE_INIT();
    bool standard = extension <= HSA_EXTENSION_PROFILING_EVENTS;
    bool amds = extension >= HSA_EXTENSION_AMD_PROFILER && extension <= HSA_EXTENSION_AMD_PC_SAMPLING;
    if (result == NULL || !(standard || amds)) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *result = is_loader(extension, version_major) && version_minor <= SG_LOADER_MINOR;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_system_major_extension_supported(uint16_t extension, uint16_t version_major,
                                                     uint16_t* version_minor, bool* result) {
    SG_REQUIRE_INIT();
    if (version_minor == NULL || result == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *result = is_loader(extension, version_major);
    if (*result) *version_minor = SG_LOADER_MINOR;
    return HSA_STATUS_SUCCESS;
}

// No extension belongs to a single agent.
hsa_status_t sg_hsa_agent_extension_supported(uint16_t extension, hsa_agent_t agent, uint16_t version_major,
                                              uint16_t version_minor, bool* result) {
    (void)extension, (void)version_major, (void)version_minor;
    SG_REQUIRE_INIT();
    if (sg_agent_of(agent) == NULL) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (result == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *result = false;
    return HSA_STATUS_SUCCESS;
}

// --- tables --------------------------------------------------------------------------------------------------------

hsa_status_t sg_hsa_system_get_major_extension_table(uint16_t extension, uint16_t version_major, size_t table_length,
                                                     void* table) {
    SG_REQUIRE_INIT();
    if (table == NULL || table_length == 0) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (!is_loader(extension, version_major)) return HSA_STATUS_ERROR;
    sg_loader_table(table, table_length);
    return HSA_STATUS_SUCCESS;
}

// The table of a version has the functions of that version and of all earlier ones.
hsa_status_t sg_hsa_system_get_extension_table(uint16_t extension, uint16_t version_major, uint16_t version_minor,
                                               void* table) {
    static const uint8_t functions[SG_LOADER_MINOR + 1] = {3, 5, 6, 7};
    SG_REQUIRE_INIT();
    if (table == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (!is_loader(extension, version_major) || version_minor > SG_LOADER_MINOR) return HSA_STATUS_ERROR;
    sg_loader_table(table, functions[version_minor] * sizeof(void (*)(void)));
    return HSA_STATUS_SUCCESS;
}
