// A tool without services: its presence alone makes registrations reach the SDK.
#include <stddef.h>
#include <stdint.h>

__attribute__((visibility("default"))) void* rocprofiler_configure(uint32_t version, const char* runtime,
                                                                   uint32_t priority, void* client);

void* rocprofiler_configure(uint32_t version, const char* runtime, uint32_t priority, void* client) {
    (void)version;
    (void)runtime;
    (void)priority;
    (void)client;
    return NULL;
}
