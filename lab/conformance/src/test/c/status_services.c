// status_services: the two tracing services, and the queries of kinds, operations and names.
#include "statuses.h"

typedef rocprofiler_callback_tracing_kind_t callback_kind;
typedef rocprofiler_buffer_tracing_kind_t buffer_kind;

static rocprofiler_context_id_t made, other_context = {7};
static rocprofiler_buffer_id_t no_buffer, other_buffer = {7};
static const int32_t good_operations[] = {1, 0}, bad_operations[] = {1, 512, 2}, negative_operations[] = {-1};

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* argument) {
    (void)record, (void)user, (void)argument;
}

#define CALLBACKS(what, of, kind, operations, count) \
    CASE(what, rocprofiler_configure_callback_tracing_service, of, (callback_kind)(kind), operations, count, on_call, \
         NULL)

static void callbacks(void) {
    CALLBACKS("unknown context", other_context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL, 0);
    CALLBACKS("unknown context, NONE", other_context, ROCPROFILER_CALLBACK_TRACING_NONE, NULL, 0);
    CALLBACKS("NONE", made, ROCPROFILER_CALLBACK_TRACING_NONE, NULL, 0);
    CALLBACKS("LAST", made, ROCPROFILER_CALLBACK_TRACING_LAST, NULL, 0);
    CALLBACKS("-1", made, -1, NULL, 0);
    CASE("no callback", rocprofiler_configure_callback_tracing_service, made,
         ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL, 0, nothing, NULL);
    CALLBACKS("good", made, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL, 0);
    CALLBACKS("twice", made, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL, 0);
    CALLBACKS("good operations", made, ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API, good_operations, 2);
    CALLBACKS("operation 512", made, ROCPROFILER_CALLBACK_TRACING_HSA_IMAGE_EXT_API, bad_operations, 3);
    CALLBACKS("after operation 512", made, ROCPROFILER_CALLBACK_TRACING_HSA_IMAGE_EXT_API, good_operations, 1);
    CALLBACKS("operation -1", made, ROCPROFILER_CALLBACK_TRACING_HSA_FINALIZE_EXT_API, negative_operations, 1);
    CALLBACKS("array of none", made, ROCPROFILER_CALLBACK_TRACING_RCCL_API, good_operations, 0);
    CALLBACKS("MARKER_CORE_RANGE_API", made, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API, NULL, 0);
    CALLBACKS("ROCDECODE_API", made, ROCPROFILER_CALLBACK_TRACING_ROCDECODE_API, NULL, 0);
    CALLBACKS("ROCJPEG_API", made, ROCPROFILER_CALLBACK_TRACING_ROCJPEG_API, NULL, 0);
    CALLBACKS("HIP_GRAPH", made, ROCPROFILER_CALLBACK_TRACING_HIP_GRAPH, NULL, 0);
    CALLBACKS("KERNEL_REPLAY", made, ROCPROFILER_CALLBACK_TRACING_KERNEL_REPLAY, NULL, 0);
    CALLBACKS("HIP_EVENT", other_context, ROCPROFILER_CALLBACK_TRACING_HIP_EVENT, NULL, 0);
}

#define BUFFERED(what, of, kind, operations, count, into) \
    CASE(what, rocprofiler_configure_buffer_tracing_service, of, (buffer_kind)(kind), \
         (int32_t*)(uintptr_t)(operations), count, into)

static void buffered(void) {
    BUFFERED("unknown context", other_context, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, NULL, 0, no_buffer);
    BUFFERED("no buffer", made, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, NULL, 0, no_buffer);
    BUFFERED("no buffer, NONE", made, ROCPROFILER_BUFFER_TRACING_NONE, NULL, 0, no_buffer);
    BUFFERED("NONE", made, ROCPROFILER_BUFFER_TRACING_NONE, NULL, 0, buffer);
    BUFFERED("LAST", made, ROCPROFILER_BUFFER_TRACING_LAST, NULL, 0, buffer);
    BUFFERED("-1", made, -1, NULL, 0, buffer);
    BUFFERED("good", made, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, NULL, 0, buffer);
    BUFFERED("twice", made, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, NULL, 0, buffer);
    BUFFERED("unknown buffer", made, ROCPROFILER_BUFFER_TRACING_HIP_COMPILER_API, NULL, 0, other_buffer);
    BUFFERED("good operations", made, ROCPROFILER_BUFFER_TRACING_HSA_CORE_API, good_operations, 2, buffer);
    BUFFERED("operation 512", made, ROCPROFILER_BUFFER_TRACING_HSA_IMAGE_EXT_API, bad_operations, 3, buffer);
    BUFFERED("after operation 512", made, ROCPROFILER_BUFFER_TRACING_HSA_IMAGE_EXT_API, good_operations, 1, buffer);
    BUFFERED("operation -1", made, ROCPROFILER_BUFFER_TRACING_HSA_FINALIZE_EXT_API, negative_operations, 1, buffer);
    BUFFERED("HIP_RUNTIME_API_EXT", made, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API_EXT, NULL, 0, buffer);
    BUFFERED("HIP_COMPILER_API_EXT", made, ROCPROFILER_BUFFER_TRACING_HIP_COMPILER_API_EXT, NULL, 0, buffer);
    BUFFERED("ROCDECODE_API_EXT", made, ROCPROFILER_BUFFER_TRACING_ROCDECODE_API_EXT, NULL, 0, buffer);
    BUFFERED("HIP_GRAPH", made, ROCPROFILER_BUFFER_TRACING_HIP_GRAPH, NULL, 0, buffer);
    BUFFERED("HIP_EVENT", other_context, ROCPROFILER_BUFFER_TRACING_HIP_EVENT, NULL, 0, no_buffer);
}

// The result of a query for a name: its length, -1 for a null pointer, -2 when nothing was written, -3 when the
// length does not match the name.
static const char untouched[] = "untouched";
static const char* name;
static uint64_t length;

static void forget(void) {
    name = untouched;
    length = 99;
}

static void named(const char* function, const char* which, int status) {
    int said = name == untouched && length == 99 ? -2 : !name && length == 0 ? -1 : (int)length;
    if (said >= 0 && (!name || strlen(name) != length)) said = -3;
    char says[40];
    snprintf(says, sizeof says, "%s, name", which);
    note(function, which, status);
    note(function, says, said);
}

#define NAME(which, function, ...) (forget(), named(#function, which, (int)function(__VA_ARGS__)))

static void kind_names(void) {
    NAME("NONE", rocprofiler_query_callback_tracing_kind_name, ROCPROFILER_CALLBACK_TRACING_NONE, &name, &length);
    NAME("MARKER_CORE_RANGE_API", rocprofiler_query_callback_tracing_kind_name,
         ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API, &name, &length);
    NAME("LAST", rocprofiler_query_callback_tracing_kind_name, ROCPROFILER_CALLBACK_TRACING_LAST, &name, &length);
    NAME("-1", rocprofiler_query_callback_tracing_kind_name, (callback_kind)-1, &name, &length);
    CASE("no outputs", rocprofiler_query_callback_tracing_kind_name, ROCPROFILER_CALLBACK_TRACING_NONE, nothing,
         nothing);
    NAME("NONE", rocprofiler_query_buffer_tracing_kind_name, ROCPROFILER_BUFFER_TRACING_NONE, &name, &length);
    NAME("KFD_QUEUE", rocprofiler_query_buffer_tracing_kind_name, ROCPROFILER_BUFFER_TRACING_KFD_QUEUE, &name, &length);
    NAME("LAST", rocprofiler_query_buffer_tracing_kind_name, ROCPROFILER_BUFFER_TRACING_LAST, &name, &length);
    CASE("no outputs", rocprofiler_query_buffer_tracing_kind_name, ROCPROFILER_BUFFER_TRACING_NONE, nothing, nothing);
}

static void callback_operation_names(void) {
    NAME("NONE", rocprofiler_query_callback_tracing_kind_operation_name, ROCPROFILER_CALLBACK_TRACING_NONE, 0, &name,
         &length);
    NAME("MARKER_CORE_API 0", rocprofiler_query_callback_tracing_kind_operation_name,
         ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, 0, &name, &length);
    NAME("MARKER_CORE_API 99", rocprofiler_query_callback_tracing_kind_operation_name,
         ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, 99, &name, &length);
    NAME("MARKER_CORE_API -1", rocprofiler_query_callback_tracing_kind_operation_name,
         ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, -1, &name, &length);
    NAME("MEMORY_COPY 2", rocprofiler_query_callback_tracing_kind_operation_name,
         ROCPROFILER_CALLBACK_TRACING_MEMORY_COPY, ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE, &name, &length);
    NAME("LAST", rocprofiler_query_callback_tracing_kind_operation_name, ROCPROFILER_CALLBACK_TRACING_LAST, 0, &name,
         &length);
    NAME("-1", rocprofiler_query_callback_tracing_kind_operation_name, (callback_kind)-1, 0, &name, &length);
    CASE("no outputs", rocprofiler_query_callback_tracing_kind_operation_name,
         ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, 0, nothing, nothing);
}

static void buffer_operation_names(void) {
    NAME("NONE", rocprofiler_query_buffer_tracing_kind_operation_name, ROCPROFILER_BUFFER_TRACING_NONE, 0, &name,
         &length);
    NAME("RETIREMENT", rocprofiler_query_buffer_tracing_kind_operation_name,
         ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT, 0, &name, &length);
    NAME("HIP_RUNTIME_API_EXT 0", rocprofiler_query_buffer_tracing_kind_operation_name,
         ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API_EXT, 0, &name, &length);
    NAME("KFD_QUEUE 0", rocprofiler_query_buffer_tracing_kind_operation_name, ROCPROFILER_BUFFER_TRACING_KFD_QUEUE, 0,
         &name, &length);
    NAME("KFD_QUEUE 99", rocprofiler_query_buffer_tracing_kind_operation_name, ROCPROFILER_BUFFER_TRACING_KFD_QUEUE, 99,
         &name, &length);
    NAME("LAST", rocprofiler_query_buffer_tracing_kind_operation_name, ROCPROFILER_BUFFER_TRACING_LAST, 0, &name,
         &length);
}

static int count, stop_at;

static int on_kind(callback_kind kind, void* data) {
    (void)kind, (void)data;
    return ++count == stop_at;
}

static int on_buffer_kind(buffer_kind kind, void* data) {
    (void)kind, (void)data;
    return ++count == stop_at;
}

static int on_operation(callback_kind kind, rocprofiler_tracing_operation_t operation, void* data) {
    (void)kind, (void)operation, (void)data;
    return ++count == stop_at;
}

static int on_buffer_operation(buffer_kind kind, rocprofiler_tracing_operation_t operation, void* data) {
    (void)kind, (void)operation, (void)data;
    return ++count == stop_at;
}

#define COUNT(which, stop, function, ...) \
    do { \
        count = 0; \
        stop_at = stop; \
        note(#function, which, (int)function(__VA_ARGS__)); \
        note(#function, which ", calls", count); \
    } while (0)

static void iterations(void) {
    COUNT("all", 0, rocprofiler_iterate_callback_tracing_kinds, on_kind, NULL);
    COUNT("stopped", 3, rocprofiler_iterate_callback_tracing_kinds, on_kind, NULL);
    CASE("null", rocprofiler_iterate_callback_tracing_kinds, nothing, NULL);
    COUNT("all", 0, rocprofiler_iterate_buffer_tracing_kinds, on_buffer_kind, NULL);
    CASE("null", rocprofiler_iterate_buffer_tracing_kinds, nothing, NULL);
    COUNT("MARKER_CORE_API", 0, rocprofiler_iterate_callback_tracing_kind_operations,
          ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, on_operation, NULL);
    COUNT("stopped", 2, rocprofiler_iterate_callback_tracing_kind_operations,
          ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, on_operation, NULL);
    COUNT("MEMORY_COPY", 0, rocprofiler_iterate_callback_tracing_kind_operations,
          ROCPROFILER_CALLBACK_TRACING_MEMORY_COPY, on_operation, NULL);
    COUNT("NONE", 0, rocprofiler_iterate_callback_tracing_kind_operations, ROCPROFILER_CALLBACK_TRACING_NONE,
          on_operation, NULL);
    COUNT("LAST", 0, rocprofiler_iterate_callback_tracing_kind_operations, ROCPROFILER_CALLBACK_TRACING_LAST,
          on_operation, NULL);
    COUNT("beyond", 0, rocprofiler_iterate_callback_tracing_kind_operations,
          (rocprofiler_callback_tracing_kind_t)(ROCPROFILER_CALLBACK_TRACING_LAST + 1), on_operation, NULL);
    CASE("null", rocprofiler_iterate_callback_tracing_kind_operations, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API,
         nothing, NULL);
    COUNT("KFD_QUEUE", 0, rocprofiler_iterate_buffer_tracing_kind_operations, ROCPROFILER_BUFFER_TRACING_KFD_QUEUE,
          on_buffer_operation, NULL);
    COUNT("RETIREMENT", 0, rocprofiler_iterate_buffer_tracing_kind_operations,
          ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT, on_buffer_operation, NULL);
    COUNT("NONE", 0, rocprofiler_iterate_buffer_tracing_kind_operations, ROCPROFILER_BUFFER_TRACING_NONE,
          on_buffer_operation, NULL);
    COUNT("LAST", 0, rocprofiler_iterate_buffer_tracing_kind_operations, ROCPROFILER_BUFFER_TRACING_LAST,
          on_buffer_operation, NULL);
    COUNT("beyond", 0, rocprofiler_iterate_buffer_tracing_kind_operations,
          (rocprofiler_buffer_tracing_kind_t)(ROCPROFILER_BUFFER_TRACING_LAST + 1), on_buffer_operation, NULL);
}

static void other_names(void) {
    NAME("KERNEL_DISPATCH", rocprofiler_query_external_correlation_id_request_kind_name,
         ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_KERNEL_DISPATCH, &name, &length);
    NAME("LAST", rocprofiler_query_external_correlation_id_request_kind_name,
         ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_LAST, &name, &length);
    NAME("HIP (runtime)", rocprofiler_query_intercept_table_name, ROCPROFILER_HIP_RUNTIME_TABLE, &name, &length);
    NAME("3", rocprofiler_query_intercept_table_name, (rocprofiler_intercept_table_t)3, &name, &length);
}

static void calls(void) {
    if (now == INITIALIZE) rocprofiler_create_context(&made);
    callbacks();
    buffered();
    kind_names();
    callback_operation_names();
    buffer_operation_names();
    iterations();
    other_names();
    note("rocprofiler_record_header_compute_hash", "1, 5, right",
         rocprofiler_record_header_compute_hash(1, 5) == (UINT64_C(5) << 32 | 1));
}
