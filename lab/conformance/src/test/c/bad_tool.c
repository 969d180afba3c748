// A tool whose configure function fails in the way that BAD selects.
#include <stdlib.h>
#include <string.h>

#include <rocprofiler-sdk/registration.h>

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    return -1;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, NULL, NULL, NULL};
    const char* bad = getenv("BAD");
    (void)version, (void)runtime, (void)priority;
    id->name = "bad";
    if (!bad || !strcmp(bad, "null")) return NULL;
    if (!strcmp(bad, "garbage")) return (void*)0x1234567890;
    if (!strcmp(bad, "refuses")) result.initialize = initialize;
    return &result;
}
