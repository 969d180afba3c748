// A tools library of HSA. -DTOOL=name gives it a name, -DPRIORITY=n lets it be found without being
// named, -DREFUSES makes its OnLoad return false. It reports its calls to the test program, and counts
// calls of hsa_agent_iterate_regions.
#include "hsa_tables.h"

#include <stdio.h>
#include <string.h>

#define TEXT_OF(word) #word
#define TEXT(word) TEXT_OF(word)
#define EXPORT __attribute__((visibility("default")))

// Defined by the test program.
void note(const char* text);
void note_call(void);

#ifdef PRIORITY
EXPORT extern const uint32_t HSA_AMD_TOOL_PRIORITY;
const uint32_t HSA_AMD_TOOL_PRIORITY = PRIORITY;
#endif

EXPORT bool OnLoad(HsaApiTable* table, uint64_t version, uint64_t failed_count, const char* const* failed_names);
EXPORT void OnUnload(void);

static hsa_status_t (*next)(hsa_agent_t, hsa_status_t (*)(hsa_region_t, void*), void*);

static hsa_status_t counted(hsa_agent_t agent, hsa_status_t (*callback)(hsa_region_t, void*), void* data) {
    note_call();
    return next(agent, callback, data);
}

bool OnLoad(HsaApiTable* table, uint64_t version, uint64_t failed_count, const char* const* failed_names) {
    char text[256];
    int length = snprintf(text, sizeof text, " +" TEXT(TOOL) ":%d", (int)version);
    for (uint64_t i = 0; i < failed_count; i++) {
        const char* slash = strrchr(failed_names[i], '/');
        length +=
            snprintf(text + length, sizeof text - (size_t)length, "!%s", slash == NULL ? failed_names[i] : slash + 1);
    }
    note(text);
#ifdef REFUSES
    return false;
#endif
    // HSA works, and a tool's own calls only change the reference count.
    uint16_t major = 0;
    if (table->core_->hsa_init_fn() != HSA_STATUS_SUCCESS || table->core_->hsa_shut_down_fn() != HSA_STATUS_SUCCESS)
        return false;
    if (table->core_->hsa_system_get_info_fn(HSA_SYSTEM_INFO_VERSION_MAJOR, &major) != HSA_STATUS_SUCCESS) return false;
    next = table->core_->hsa_agent_iterate_regions_fn;
    table->core_->hsa_agent_iterate_regions_fn = counted;
    return major == 1;
}

void OnUnload(void) {
    uint16_t major = 0;
    note(" -" TEXT(TOOL));
    if (hsa_system_get_info(HSA_SYSTEM_INFO_VERSION_MAJOR, &major) != HSA_STATUS_SUCCESS) note("?");
}
