// A tool whose callbacks end their thread or process. LEAVING=exit: the first buffer callback calls exit(3);
// thread: it calls pthread_exit; flush: that, and the tool flushes at once. At the end, prints the number of
// marks delivered.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static rocprofiler_buffer_id_t buffer;
static atomic_long delivered;
static atomic_int deliveries;

static void on_records(rocprofiler_context_id_t context, rocprofiler_buffer_id_t id,
                       rocprofiler_record_header_t** headers, size_t count, void* data, uint64_t drops) {
    (void)context, (void)id, (void)headers, (void)data, (void)drops;
    delivered += (long)count;
    if (deliveries++) return;
    if (!strcmp(getenv("LEAVING"), "exit")) exit(3);
    pthread_exit(NULL);
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    rocprofiler_context_id_t context = {0};
    (void)finalize, (void)data;
    rocprofiler_create_context(&context);
    rocprofiler_create_buffer(context, 4096, 2048, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL, &buffer);
    rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, NULL, 0, buffer);
    return rocprofiler_start_context(context);
}

static void finish(void* data) {
    (void)data;
    rocprofiler_flush_buffer(buffer);
    fprintf(stderr, "%ld delivered\n", (long)delivered);
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof(result), initialize, finish, NULL};
    (void)version, (void)runtime, (void)priority;
    id->name = "leaving";
    return &result;
}
