// The cost of wrapping everything: setup none|callbacks|records|both|streams. A tool in this program requests all
// functions of HIP, HSA and rocJPEG (`streams`: also HIP's streams and HSA's memory). Prints the milliseconds that
// two registrations take: of rocJPEG's nine functions, which starts the JVM and waits until its code is compiled,
// and of HIP's and HSA's. The functions do nothing and are never called.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

enum { MOST_SLOTS = 600, HIP = 541, HIP_COMPILER = 9, CORE = 125, AMD_EXT = 91, FINALIZER = 6, IMAGE = 13, JPEG = 9 };

static const char* mode;
static uint64_t wrapped;

static int is(const char* name) { return strcmp(mode, name) == 0; }

static void must(rocprofiler_status_t status) {
    if (status != ROCPROFILER_STATUS_SUCCESS) abort();
}

static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user_data, void* argument) {
    (void)record, (void)user_data, (void)argument;
}

static void on_records(rocprofiler_context_id_t context, rocprofiler_buffer_id_t buffer,
                       rocprofiler_record_header_t** headers, size_t count, void* data, uint64_t dropped) {
    (void)context, (void)buffer, (void)headers, (void)count, (void)data, (void)dropped;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    static const rocprofiler_callback_tracing_kind_t callbacks[] = {
        ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API,      ROCPROFILER_CALLBACK_TRACING_HSA_AMD_EXT_API,
        ROCPROFILER_CALLBACK_TRACING_HSA_IMAGE_EXT_API, ROCPROFILER_CALLBACK_TRACING_HSA_FINALIZE_EXT_API,
        ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API,   ROCPROFILER_CALLBACK_TRACING_HIP_COMPILER_API,
        ROCPROFILER_CALLBACK_TRACING_ROCJPEG_API,       ROCPROFILER_CALLBACK_TRACING_HIP_STREAM,
        ROCPROFILER_CALLBACK_TRACING_MEMORY_ALLOCATION};
    static const rocprofiler_buffer_tracing_kind_t records[] = {
        ROCPROFILER_BUFFER_TRACING_HSA_CORE_API,      ROCPROFILER_BUFFER_TRACING_HSA_AMD_EXT_API,
        ROCPROFILER_BUFFER_TRACING_HSA_IMAGE_EXT_API, ROCPROFILER_BUFFER_TRACING_HSA_FINALIZE_EXT_API,
        ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API,   ROCPROFILER_BUFFER_TRACING_HIP_COMPILER_API,
        ROCPROFILER_BUFFER_TRACING_ROCJPEG_API};
    enum { RECORD_KINDS = sizeof records / sizeof *records, CALLBACK_KINDS = sizeof callbacks / sizeof *callbacks };
    rocprofiler_context_id_t context = {0};
    rocprofiler_buffer_id_t buffer = {0};
    (void)finalize, (void)data;
    must(rocprofiler_create_context(&context));
    must(rocprofiler_create_buffer(context, 1 << 20, 1 << 19, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL,
                                   &buffer));
    size_t callback_kinds = is("none") || is("records") ? 0 : is("streams") ? CALLBACK_KINDS : CALLBACK_KINDS - 2;
    for (size_t i = 0; i < callback_kinds; i++)
        must(rocprofiler_configure_callback_tracing_service(context, callbacks[i], NULL, 0, on_event, NULL));
    for (size_t i = 0; i < RECORD_KINDS && !is("none") && !is("callbacks"); i++)
        must(rocprofiler_configure_buffer_tracing_service(context, records[i], NULL, 0, buffer));
    must(rocprofiler_start_context(context));
    return 0;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime_version, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)runtime_version, (void)priority;
    id->name = "setup";
    return &result;
}

// --- tables as runtimes register them ------------------------------------------------------------------------------

typedef struct {
    int header_words, slots;
    uint64_t words[MOST_SLOTS];
} api_table;

static void function_of_all(void) {}

static void* fill(api_table* table, int header_words, int slots) {
    uint64_t bytes = (uint64_t)(header_words + slots) * 8;
    table->header_words = header_words;
    table->slots = slots;
    table->words[0] = header_words == 1 ? bytes : bytes << 32;
    for (int i = 0; i < slots; i++) table->words[header_words + i] = (uint64_t)(uintptr_t)function_of_all;
    return table->words;
}

static void count_wrapped(const api_table* table) {
    for (int i = 0; i < table->slots; i++)
        wrapped += table->words[table->header_words + i] != (uint64_t)(uintptr_t)function_of_all;
}

static double announce(const char* library, void* table) {
    struct timespec begin, end;
    rocprofiler_register_library_indentifier_t id;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    if (rocprofiler_register_library_api_table(library, NULL, 10000, &table, 1, &id) != ROCP_REG_SUCCESS) abort();
    clock_gettime(CLOCK_MONOTONIC, &end);
    return (double)(end.tv_sec - begin.tv_sec) * 1e3 + (double)(end.tv_nsec - begin.tv_nsec) / 1e6;
}

int main(int count, char** words) {
    static api_table jpeg, hip, compiler, hsa[4];
    if (count != 2) return 2;
    mode = words[1];
    double start = announce("rocjpeg", fill(&jpeg, 1, JPEG));
    double of_hip = announce("hip", fill(&hip, 1, HIP)) + announce("hip_compiler", fill(&compiler, 1, HIP_COMPILER));
    // HsaApiTable: its version, with its size in the upper half, then core, amd, finalizer, image, tools, pc sampling
    void* container[8] = {(void*)((uint64_t)64 << 32), NULL,
                          fill(&hsa[0], 2, CORE),      fill(&hsa[1], 2, AMD_EXT),
                          fill(&hsa[2], 2, FINALIZER), fill(&hsa[3], 2, IMAGE)};
    double of_hsa = announce("hsa", container);
    count_wrapped(&hip);
    count_wrapped(&compiler);
    for (int i = 0; i < 4; i++) count_wrapped(&hsa[i]);
    if (wrapped != (is("none") ? 0 : HIP + HIP_COMPILER + CORE + AMD_EXT + FINALIZER + IMAGE)) abort();
    printf("%.2f %.2f\n", start, of_hip + of_hsa);
    return 0;
}
