// A tool that knows to which node of which graph's launch each kernel and copy belongs, in the way of AMD's rocprofv3
// (rocprofiler-sdk 1.3.5): a thread has a stack of launches, and each piece of work gets its place in the innermost one
// as its external correlation id. Writes to the file GRAPHS_FILE, at the end:
//
//   create EXEC    destroy EXEC    launch THREAD NUMBER EXEC       as they come; NUMBER counts a thread's launches
//   record THREAD EXEC KERNELS                                     in the order of a thread
//   kernel THREAD NUMBER NODE EXEC NAME    copy THREAD NUMBER NODE EXEC        NUMBER is 0 outside of graphs
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#define MUST(call) \
    do { \
        rocprofiler_status_t status_ = (call); \
        if (status_) fprintf(stderr, "%s: %s\n", #call, rocprofiler_get_status_name(status_)); \
    } while (0)
#define CHECK(condition) \
    do { \
        if (!(condition)) fprintf(stderr, "line %d: %s\n", __LINE__, #condition); \
    } while (0)

enum { KERNELS = 256, NAME_BYTES = 64, MOST_DEPTH = 4 };

static rocprofiler_context_id_t context, names;
static rocprofiler_buffer_id_t buffer;
static FILE* out;
static char kernels[KERNELS][NAME_BYTES];

// A launch of a thread, and the number of pieces of work that it has submitted.
typedef struct {
    uint64_t number, exec, nodes;
} launch_t;

static _Thread_local launch_t stack[MOST_DEPTH];
static _Thread_local unsigned depth;
static _Thread_local uint64_t launches;

// An external id: 24 bits of the launch, 20 of the node, 20 of the executable graph.
static uint64_t place(const launch_t* launch, uint64_t node) {
    return launch->number << 40 | node << 20 | launch->exec;
}

static int on_work(rocprofiler_thread_id_t thread, rocprofiler_context_id_t id,
                   rocprofiler_external_correlation_id_request_kind_t kind, rocprofiler_tracing_operation_t operation,
                   uint64_t internal, rocprofiler_user_data_t* external, void* data) {
    launch_t* innermost = depth ? &stack[depth - 1] : NULL;
    external->value = innermost ? place(innermost, innermost->nodes++) : 0;
    (void)thread, (void)id, (void)kind, (void)operation, (void)internal, (void)data;
    return 0;
}

static void on_graph(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* unused) {
    const rocprofiler_callback_tracing_hip_graph_data_t* graph = record.payload;
    unsigned long exec = graph->graph_exec_id.handle, thread = record.thread_id;
    CHECK(record.kind == ROCPROFILER_CALLBACK_TRACING_HIP_GRAPH);
    CHECK(graph->size == sizeof *graph && graph->graph_exec_value.handle);
    CHECK(record.correlation_id.internal);
    CHECK(thread == (unsigned long)syscall(SYS_gettid));
    switch (record.operation) {
        case ROCPROFILER_HIP_GRAPH_OPERATION_EXEC_CREATE:
            CHECK(record.phase == ROCPROFILER_CALLBACK_PHASE_NONE);
            fprintf(out, "create %lu\n", exec);
            break;
        case ROCPROFILER_HIP_GRAPH_OPERATION_EXEC_DESTROY:
            CHECK(record.phase == ROCPROFILER_CALLBACK_PHASE_NONE);
            fprintf(out, "destroy %lu\n", exec);
            break;
        case ROCPROFILER_HIP_GRAPH_OPERATION_EXEC_LAUNCH:
            if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
                CHECK(depth < MOST_DEPTH);
                stack[depth++] = (launch_t){++launches, exec, 0};
                user->value = launches;
                fprintf(out, "launch %lu %lu %lu\n", thread, (unsigned long)launches, exec);
            } else {
                CHECK(record.phase == ROCPROFILER_CALLBACK_PHASE_EXIT && user->value == stack[depth - 1].number);
                depth--;
            }
            break;
        default: CHECK(!"an operation");
    }
    (void)unused;
}

static void on_code(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* unused) {
    if (record.operation != ROCPROFILER_CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER) return;
    const rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t* kernel = record.payload;
    if (kernel->kernel_id < KERNELS) snprintf(kernels[kernel->kernel_id], NAME_BYTES, "%s", kernel->kernel_name);
    (void)user, (void)unused;
}

static void put_work(const char* what, uint64_t thread, uint64_t external, const char* name) {
    fprintf(out, "%s %lu %lu %lu %lu%s%s\n", what, (unsigned long)thread, (unsigned long)(external >> 40),
            (unsigned long)(external >> 20 & 0xfffff), (unsigned long)(external & 0xfffff), *name ? " " : "", name);
}

static void put_launch(const rocprofiler_buffer_tracing_hip_graph_record_t* r) {
    CHECK(r->size == sizeof *r && r->operation == ROCPROFILER_HIP_GRAPH_OPERATION_NONE);
    CHECK(r->start_timestamp && r->start_timestamp <= r->end_timestamp);
    CHECK(r->agent_id.handle && !r->queue_id.handle);
    CHECK(r->correlation_id.internal && !r->correlation_id.ancestor);
    fprintf(out, "record %lu %lu %lu\n", (unsigned long)r->thread_id, (unsigned long)r->graph_exec_id.handle,
            (unsigned long)r->kernel_dispatch_count);
}

static void on_records(rocprofiler_context_id_t id, rocprofiler_buffer_id_t of, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t drops) {
    CHECK(drops == 0);
    for (size_t i = 0; i < count; i++) {
        const rocprofiler_buffer_tracing_kernel_dispatch_record_t* kernel = headers[i]->payload;
        const rocprofiler_buffer_tracing_memory_copy_record_t* copy = headers[i]->payload;
        switch (headers[i]->kind) {
            case ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH:
                CHECK(kernel->size == sizeof *kernel && kernel->dispatch_info.kernel_id < KERNELS);
                put_work("kernel", kernel->thread_id, kernel->correlation_id.external.value,
                         kernels[kernel->dispatch_info.kernel_id]);
                break;
            case ROCPROFILER_BUFFER_TRACING_MEMORY_COPY:
                CHECK(copy->size == sizeof *copy);
                put_work("copy", copy->thread_id, copy->correlation_id.external.value, "");
                break;
            case ROCPROFILER_BUFFER_TRACING_HIP_GRAPH: put_launch(headers[i]->payload); break;
            default: CHECK(!"a kind");
        }
    }
    (void)id, (void)of, (void)data;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    static const rocprofiler_external_correlation_id_request_kind_t asked[] = {
        ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_KERNEL_DISPATCH, ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MEMORY_COPY};
    static const rocprofiler_buffer_tracing_kind_t kinds[] = {ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH,
                                                              ROCPROFILER_BUFFER_TRACING_MEMORY_COPY,
                                                              ROCPROFILER_BUFFER_TRACING_HIP_GRAPH};
    out = fopen(getenv("GRAPHS_FILE"), "w");
    CHECK(out);
    MUST(rocprofiler_create_context(&names));
    MUST(rocprofiler_configure_callback_tracing_service(names, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, NULL, 0,
                                                        on_code, NULL));
    MUST(rocprofiler_start_context(names));
    MUST(rocprofiler_create_context(&context));
    MUST(rocprofiler_create_buffer(context, 1 << 18, 1 << 17, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL,
                                   &buffer));
    for (int i = 0; i < 3; i++) MUST(rocprofiler_configure_buffer_tracing_service(context, kinds[i], NULL, 0, buffer));
    MUST(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HIP_GRAPH, NULL, 0,
                                                        on_graph, NULL));
    MUST(rocprofiler_configure_external_correlation_id_request_service(context, asked, 2, on_work, NULL));
    MUST(rocprofiler_start_context(context));
    (void)finalize, (void)data;
    return 0;
}

static void finalize(void* data) {
    MUST(rocprofiler_flush_buffer(buffer));
    CHECK(fclose(out) == 0);
    (void)data;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    id->name = "graphs";
    (void)version, (void)runtime, (void)priority;
    return &result;
}
