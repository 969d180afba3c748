// bait_tool: reports on standard error that it was loaded, whichever variable named it.
#include <unistd.h>

#include <rocprofiler-sdk/registration.h>

__attribute__((constructor)) static void loaded(void) {
    ssize_t ignored = write(STDERR_FILENO, "the bait was taken\n", 19);
    (void)ignored;
}

// The entry point of HSA's older tools.
__attribute__((visibility("default"))) int OnLoad(void* table, uint64_t version, uint64_t count,
                                                  const char* const* names) {
    (void)table, (void)version, (void)count, (void)names;
    return 1;
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* runtime, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    (void)version, (void)runtime, (void)priority, (void)id;
    return NULL;
}
