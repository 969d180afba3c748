// constructed: a program that is its own tool, and prints when the profiler starts and ends.
#include <stdio.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static void say(const char* where) {
    int initialized = 99, finalized = 99;
    rocprofiler_is_initialized(&initialized);
    rocprofiler_is_finalized(&finalized);
    printf("%s: initialized %d, finalized %d\n", where, initialized, finalized);
    fflush(stdout);
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    say("initialize");
    return 0;
}

static void finalize(void* data) {
    (void)data;
    say("finalize");
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* runtime, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof(rocprofiler_tool_configure_result_t), initialize,
                                                         finalize, NULL};
    printf("configure: version %u %s, priority %u, id of %zu bytes, %s\n", version, runtime, priority, id->size,
           id->name ? id->name : "no name");
    id->name = "constructed";
    say("configure");
    return &result;
}

__attribute__((constructor)) static void construct(void) { say("constructor"); }

__attribute__((destructor)) static void destruct(void) { say("destructor"); }

int main(void) {
    say("main");
    return 0;
}
