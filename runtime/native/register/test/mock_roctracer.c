// A libroctracer64 in miniature: AMD's, which exports a number and has nothing behind it, or with -DOURS (and
// roctracer/priority.c) one of ours, which becomes a tool when the first runtime comes.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef OURS
void* rt_client_configure(uint32_t version, const char* runtime, uint32_t priority, void* client);
void rt_appeared(void);

void* rt_client_configure(uint32_t version, const char* runtime, uint32_t priority, void* client) {
    (void)version;
    (void)runtime;
    (void)priority;
    (void)client;
    return NULL;
}

void rt_appeared(void) {
    puts("[roctracer] a runtime comes");
    setenv("ROCPROFILER_REGISTER_FORCE_LOAD", "1", 1);
}
#else
__attribute__((visibility("default"))) extern const uint32_t HSA_AMD_TOOL_PRIORITY;
const uint32_t HSA_AMD_TOOL_PRIORITY = 50;
#endif
