// runtimes CASE: a program with its own tool, on the software GPU. Prints the tool's events of
//
//   init       runtimes that register
//   stream     HIP streams
//   memory     memory that HSA allocates for HIP calls, and for HSA calls that are not traced
//   intercept  tables in which it replaces a function
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static const char* mode;
static rocprofiler_context_id_t context;
static rocprofiler_buffer_id_t buffer;

static int is(const char* name) { return strcmp(mode, name) == 0; }

static void must(const char* what, rocprofiler_status_t status) {
    if (status != ROCPROFILER_STATUS_SUCCESS) printf("%s: %s\n", what, rocprofiler_get_status_name(status));
}
#define MUST(call) must(#call, call)

static const char* phase(rocprofiler_callback_phase_t phase) {
    static const char* const names[] = {"at", "enter", "exit"};
    return names[phase];
}

static unsigned long shown(uint64_t address) { return address ? 1 : 0; }

static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* argument) {
    const char* name = NULL;
    rocprofiler_query_callback_tracing_kind_operation_name(record.kind, record.operation, &name, NULL);
    printf("  %s %s", phase(record.phase), name);
    if (record.kind == ROCPROFILER_CALLBACK_TRACING_RUNTIME_INITIALIZATION) {
        rocprofiler_callback_tracing_runtime_initialization_data_t* data = record.payload;
        printf(" version %d instance %lu", data->version > 0, (unsigned long)data->instance);
    } else if (record.kind == ROCPROFILER_CALLBACK_TRACING_HIP_STREAM) {
        rocprofiler_callback_tracing_hip_stream_data_t* data = record.payload;
        printf(" stream %lu", (unsigned long)data->stream_id.handle);
        if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) user->value = data->stream_id.handle;
        if (record.phase == ROCPROFILER_CALLBACK_PHASE_EXIT && user->value != data->stream_id.handle)
            printf(" user data lost");
    } else if (record.kind == ROCPROFILER_CALLBACK_TRACING_MEMORY_ALLOCATION) {
        rocprofiler_callback_tracing_memory_allocation_data_t* data = record.payload;
        printf(" size %lu address %lu agent %lu times %d", (unsigned long)data->allocation_size,
               shown(data->address.value), shown(data->agent_id.handle),
               data->start_timestamp && data->start_timestamp < data->end_timestamp);
    }
    printf(" id %lu\n", (unsigned long)record.correlation_id.internal);
    (void)argument;
}

static void on_records(rocprofiler_context_id_t from, rocprofiler_buffer_id_t id, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t dropped) {
    for (size_t i = 0; i < count; i++) {
        if (headers[i]->kind == ROCPROFILER_BUFFER_TRACING_RUNTIME_INITIALIZATION) {
            rocprofiler_buffer_tracing_runtime_initialization_record_t* r = headers[i]->payload;
            printf("  runtime %d version %d instance %lu size %lu\n", r->operation, r->version > 0,
                   (unsigned long)r->instance, (unsigned long)r->size);
        } else if (headers[i]->kind == ROCPROFILER_BUFFER_TRACING_MEMORY_ALLOCATION) {
            rocprofiler_buffer_tracing_memory_allocation_record_t* r = headers[i]->payload;
            printf("  memory %d size %lu address %lu agent %lu times %d id %lu\n", r->operation,
                   (unsigned long)r->allocation_size, shown(r->address.value), shown(r->agent_id.handle),
                   r->start_timestamp < r->end_timestamp, (unsigned long)r->correlation_id.internal);
        } else {
            rocprofiler_buffer_tracing_hip_api_record_t* r = headers[i]->payload;
            const char* name = NULL;
            rocprofiler_query_buffer_tracing_kind_operation_name(r->kind, r->operation, &name, NULL);
            printf("  %s id %lu\n", name, (unsigned long)r->correlation_id.internal);
        }
    }
    if (dropped) printf("%lu dropped\n", (unsigned long)dropped);
    (void)from, (void)id, (void)data;
}

// --- replacing a function ------------------------------------------------------------------------------------------

static hipError_t (*saved_malloc)(void**, size_t);

static hipError_t my_malloc(void** pointer, size_t size) {
    printf("  replaced hipMalloc %zu\n", size);
    return saved_malloc(pointer, size * 2);
}

static void on_table(rocprofiler_intercept_table_t type, uint64_t version, uint64_t instance, void** tables,
                     uint64_t count, void* data) {
    const char* name = NULL;
    rocprofiler_query_intercept_table_name(type, &name, NULL);
    printf("  table %s version %d instance %lu tables %lu%s\n", name, version > 0, (unsigned long)instance,
           (unsigned long)count, data == (void*)7 ? "" : " wrong data");
    if (type != ROCPROFILER_HIP_RUNTIME_TABLE) return;
    void** slot = (void**)((char*)tables[0] + 8 + 8 * ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc);
    saved_malloc = (hipError_t(*)(void**, size_t)) * slot;
    *slot = (void*)my_malloc;
}

// --- the tool ------------------------------------------------------------------------------------------------------

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    MUST(rocprofiler_create_context(&context));
    MUST(rocprofiler_create_buffer(context, 65536, 65536, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL,
                                   &buffer));
    if (is("init")) {
        MUST(rocprofiler_configure_callback_tracing_service(
            context, ROCPROFILER_CALLBACK_TRACING_RUNTIME_INITIALIZATION, NULL, 0, on_event, NULL));
        MUST(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_RUNTIME_INITIALIZATION,
                                                          NULL, 0, buffer));
    } else if (is("stream")) {
        MUST(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HIP_STREAM, NULL, 0,
                                                            on_event, NULL));
    } else if (is("memory")) {
        static const rocprofiler_tracing_operation_t operations[] = {ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc};
        MUST(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_MEMORY_ALLOCATION,
                                                            NULL, 0, on_event, NULL));
        MUST(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_MEMORY_ALLOCATION, NULL,
                                                          0, buffer));
        MUST(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API,
                                                          operations, 1, buffer));
    } else {
        static const rocprofiler_tracing_operation_t operations[] = {ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc};
        MUST(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API,
                                                            operations, 1, on_event, NULL));
    }
    MUST(rocprofiler_start_context(context));
    return 0;
}

static void finalize(void* data) {
    (void)data;
    printf("records\n");
    MUST(rocprofiler_flush_buffer(buffer));
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* text, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    (void)version, (void)text, (void)priority;
    id->name = "runtimes";
    if (is("intercept")) MUST(rocprofiler_at_intercept_table_registration(on_table, 0, (void*)7));
    return &result;
}

// --- the program ---------------------------------------------------------------------------------------------------

static void streams(void) {
    hipStream_t one = NULL, two = NULL;
    void* memory = NULL;
    MUST((rocprofiler_status_t)hipMalloc(&memory, 64));
    hipStreamCreate(&one);
    hipStreamCreateWithFlags(&two, 0);
    hipMemsetAsync(memory, 0, 64, two);
    hipMemsetAsync(memory, 0, 64, NULL);
    hipStreamSynchronize(one);
    rocprofiler_stop_context(context);
    hipStreamSynchronize(two);
    rocprofiler_start_context(context);
    hipStreamDestroy(one);
    hipStreamDestroy((hipStream_t)(uintptr_t)0x11);
    hipFree(memory);
}

int main(int argc, char** argv) {
    mode = argc > 1 ? argv[1] : "init";
    void* memory = NULL;
    int devices = 0;
    if (is("init")) {
        hipGetDeviceCount(&devices);
        roctxMarkA("a");
    } else if (is("stream")) {
        streams();
    } else {
        printf("allocate\n");
        hipMalloc(&memory, 4096);
        printf("free\n");
        hipFree(memory);
    }
    return 0;
}
