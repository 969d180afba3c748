// iterate all WORD | values | statuses: prints the arguments of traced calls one by one, as AMD's samples do:
// pointers are dereferenced once at ENTER and twice at EXIT.
//
// all: the test's own tables with one function in all slots, each slot called once with WORD for every argument;
// prints `kind operation phase number name offset` for each argument. values: calls on the software GPU and of the
// test's own tables; prints each argument's text. statuses: the statuses of invalid calls.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hip/hip_runtime_api.h>
#include <hsa/hsa.h>
#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

enum { MOST_SLOTS = 600, BUFFER_BYTES = 1 << 20, HSA_HEADER = 2, ARGS_OFFSET = 8 };

typedef struct {
    const char* name;
    rocprofiler_callback_tracing_kind_t kind;
    int header_words; // 1: the size in bytes; 2: HSA's version, with the size in its second half
    int slots;
    uint64_t words[MOST_SLOTS];
} api_table;

static api_table tables[] = {
    {"hip", ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, 1, 545, {0}},
    {"hip_compiler", ROCPROFILER_CALLBACK_TRACING_HIP_COMPILER_API, 1, 9, {0}},
    {"hsa core", ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API, HSA_HEADER, 125, {0}},
    {"hsa amd", ROCPROFILER_CALLBACK_TRACING_HSA_AMD_EXT_API, HSA_HEADER, 91, {0}},
    {"hsa finalizer", ROCPROFILER_CALLBACK_TRACING_HSA_FINALIZE_EXT_API, HSA_HEADER, 6, {0}},
    {"hsa image", ROCPROFILER_CALLBACK_TRACING_HSA_IMAGE_EXT_API, HSA_HEADER, 13, {0}},
    {"roctx core", ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, 1, 6, {0}},
    {"roctx control", ROCPROFILER_CALLBACK_TRACING_MARKER_CONTROL_API, 1, 2, {0}},
    {"roctx name", ROCPROFILER_CALLBACK_TRACING_MARKER_NAME_API, 1, 4, {0}},
    {"rccl", ROCPROFILER_CALLBACK_TRACING_RCCL_API, 1, 37, {0}},
    {"rocdecode", ROCPROFILER_CALLBACK_TRACING_ROCDECODE_API, 1, 16, {0}},
    {"rocjpeg", ROCPROFILER_CALLBACK_TRACING_ROCJPEG_API, 1, 9, {0}},
    {"rocshmem", ROCPROFILER_CALLBACK_TRACING_ROCSHMEM_API, 1, 9, {0}},
    {"hipFile", ROCPROFILER_CALLBACK_TRACING_HIPFILE_API, 1, 31, {0}},
};
enum { TABLES = sizeof tables / sizeof *tables, RCCL = 9, ROCDECODE = 10 };

static const char* mode;
static rocprofiler_context_id_t context;
static rocprofiler_buffer_id_t buffer;

static void must(rocprofiler_status_t status) {
    if (status == ROCPROFILER_STATUS_SUCCESS) return;
    printf("%s\n", rocprofiler_get_status_name(status));
    exit(1);
}

// Addresses differ from run to run: an address that the test knows is printed by its name, as is the present value
// of a test variable.
static struct {
    const char* name;
    const void* address;
    void* const* variable;
} known[16];

static void know(const char* name, const void* address, void* const* variable) {
    int i = 0;
    while (known[i].name) i++;
    known[i].name = name;
    known[i].address = address;
    known[i].variable = variable;
}

static const char* shown(const char* text) {
    for (int i = 0; known[i].name; i++) {
        const void* now = known[i].variable ? *known[i].variable : known[i].address;
        char form[48];
        snprintf(form, sizeof form, "%p", now);
        if (strcmp(text, form) == 0) return known[i].name;
        snprintf(form, sizeof form, "{handle=%lu}", (unsigned long)(uintptr_t)now);
        if (strcmp(text, form) == 0) return known[i].name;
    }
    return text;
}

static int on_argument(rocprofiler_callback_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
                       uint32_t number, const void* const value, int32_t indirections, const char* type,
                       const char* name, const char* text, int32_t dereferences, void* data) {
    const rocprofiler_callback_tracing_record_t* record = data;
    if (dereferences > indirections || kind != record->kind || operation != record->operation) printf("wrong: ");
    if (strcmp(mode, "all") == 0)
        printf("%d %d %d %u %s %ld\n", kind, operation, record->phase, number, name,
               (long)((const char*)value - (const char*)record->payload) - ARGS_OFFSET);
    else printf("  %s %s=%s %d/%d\n", type, name, shown(text), dereferences, indirections);
    return 0;
}

static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user_data, void* argument) {
    (void)user_data, (void)argument;
    int enter = record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER;
    bool values = strcmp(mode, "values") == 0;
    const char* name = "?";
    rocprofiler_query_callback_tracing_kind_operation_name(record.kind, record.operation, &name, NULL);
    if (values) printf("%s %s\n", enter ? "enter" : "exit", name);
    rocprofiler_status_t status =
        rocprofiler_iterate_callback_tracing_kind_operation_args(record, on_argument, enter ? 1 : 2, &record);
    if (status != ROCPROFILER_STATUS_SUCCESS && (values || status != ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED))
        printf("  %s\n", rocprofiler_get_status_name(status));
}

static int on_record_argument(rocprofiler_buffer_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
                              uint32_t number, const void* const value, int32_t indirections, const char* type,
                              const char* name, const char* text, void* data) {
    const rocprofiler_buffer_tracing_rocdecode_api_ext_record_t* record = data;
    if (kind != record->kind || operation != record->operation) printf("wrong: ");
    printf("  %u@%ld %s %s=%s /%d\n", number, (long)((const char*)value - (const char*)record), type, name, shown(text),
           indirections);
    return 0;
}

static void on_records(rocprofiler_context_id_t from, rocprofiler_buffer_id_t id, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t dropped) {
    (void)from, (void)id, (void)data, (void)dropped;
    for (size_t i = 0; i < count; i++) {
        printf("record\n");
        must(rocprofiler_iterate_buffer_tracing_record_args(*headers[i], on_record_argument, headers[i]->payload));
    }
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    must(rocprofiler_create_context(&context));
    for (int i = 0; i < TABLES; i++)
        if (strncmp(tables[i].name, "hsa", 3) != 0 || strcmp(mode, "all") == 0)
            must(rocprofiler_configure_callback_tracing_service(context, tables[i].kind, NULL, 0, on_event, NULL));
    if (strcmp(mode, "values") == 0) {
        const rocprofiler_tracing_operation_t info = ROCPROFILER_HSA_CORE_API_ID_hsa_agent_get_info;
        must(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API, &info,
                                                            1, on_event, NULL));
        must(rocprofiler_create_buffer(context, BUFFER_BYTES, BUFFER_BYTES / 2, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
                                       on_records, NULL, &buffer));
        must(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_ROCDECODE_API_EXT, NULL,
                                                          0, buffer));
    }
    if (strcmp(mode, "values") != 0) must(rocprofiler_start_context(context));
    return 0;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime_version, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)runtime_version, (void)priority;
    id->name = "iterate";
    return &result;
}

// --- the test's own tables -----------------------------------------------------------------------------------------

// The function in every slot of every table. A function that returns a struct in memory returns its address: any
// address serves here.
static void* function_of_all(void) {
    static char result[64];
    return result;
}

static void announce(const char* library, void** pointers, uint64_t count) {
    rocprofiler_register_library_indentifier_t id;
    rocprofiler_register_error_code_t code =
        rocprofiler_register_library_api_table(library, NULL, 10000, pointers, count, &id);
    if (code != ROCP_REG_SUCCESS) printf("%s: %s\n", library, rocprofiler_register_error_string(code));
}

static void* slot(api_table* table, int operation) {
    return (void*)(uintptr_t)table->words[table->header_words + operation];
}

static void fill(api_table* table) {
    uint64_t bytes = (uint64_t)(table->header_words + table->slots) * 8;
    table->words[0] = table->header_words == 1 ? bytes : bytes << 32;
    for (int i = 0; i < table->slots; i++) table->words[table->header_words + i] = (uint64_t)(uintptr_t)function_of_all;
}

static void announce_one(int table) {
    void* one[1] = {tables[table].words};
    announce(tables[table].name, one, 1);
}

// Calls a function with the same word for every argument, more arguments than any function has.
static void call(void* function, uint64_t w) {
    typedef void* (*any)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                         uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                         uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                         uint64_t, uint64_t, uint64_t);
    ((any)function)(w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w);
}

static void all(uint64_t w) {
    announce_one(0);
    announce_one(1);
    // HsaApiTable: its version, then core, amd, finalizer, image, tools, pc sampling
    void* hsa[8] = {
        (void*)((uint64_t)64 << 32), NULL, tables[2].words, tables[3].words, tables[4].words, tables[5].words};
    void* one[1] = {hsa};
    announce("hsa", one, 1);
    void* roctx[3] = {tables[6].words, tables[7].words, tables[8].words};
    announce("roctx", roctx, 3);
    for (int i = RCCL; i < TABLES; i++) announce_one(i);
    for (int i = 0; i < TABLES; i++)
        for (int s = 0; s < tables[i].slots; s++) call(slot(&tables[i], s), w);
}

// --- calls with values ---------------------------------------------------------------------------------------------

static void kernel(void) {}

static hsa_status_t first_agent(hsa_agent_t agent, void* data) {
    *(hsa_agent_t*)data = agent;
    return HSA_STATUS_INFO_BREAK;
}

static void hip(void) {
    static void* device;
    static char host[64];
    static hipStream_t stream;
    static void* parameters[16]; // the software GPU copies this many
    for (int i = 0; i < 16; i++) parameters[i] = &device;
    know("&device", &device, NULL);
    know("device", NULL, &device);
    know("host", host, NULL);
    know("stream", NULL, (void* const*)&stream);
    know("kernel", (void*)(uintptr_t)kernel, NULL);
    must(rocprofiler_start_context(context));
    (void)!hipMalloc(&device, 64);
    (void)!hipMemcpy(device, host, 64, hipMemcpyHostToDevice);
    (void)!hipStreamCreate(&stream);
    (void)!hipLaunchKernel((void*)(uintptr_t)kernel, (dim3){1, 2, 3}, (dim3){4, 5, 6}, parameters, 7, stream);
    must(rocprofiler_stop_context(context));
}

static void decode(void) {
    typedef void* (*get_frame)(void*, int, void**, uint32_t*, void*);
    static void* frames[3];
    static uint32_t pitch = 1920;
    frames[0] = known;
    know("frames[0]", known, NULL);
    know("frames", frames, NULL);
    know("&pitch", &pitch, NULL);
    get_frame function = (get_frame)slot(&tables[ROCDECODE], ROCPROFILER_ROCDECODE_API_ID_rocDecGetVideoFrame);
    function((void*)0x10, -3, frames, &pitch, NULL);
}

static void values(void) {
    static hsa_agent_t agent;
    static char name[64];
    (void)!hipInit(0);
    hip();
    hsa_iterate_agents(first_agent, &agent);
    know("name", name, NULL);
    know("agent", (void*)(uintptr_t)agent.handle, NULL);
    must(rocprofiler_start_context(context));
    hsa_agent_get_info(agent, HSA_AGENT_INFO_NAME, name);
    roctxMarkA("a mark");
    roctxMarkA(NULL);
    roctxRangePushA("a range");
    roctxRangePop();
    announce_one(RCCL);
    announce_one(ROCDECODE);
    call(slot(&tables[RCCL], ROCPROFILER_RCCL_API_ID_ncclAllReduce), 0);
    decode();
    must(rocprofiler_stop_context(context));
    must(rocprofiler_flush_buffer(buffer));
}

// --- invalid calls -------------------------------------------------------------------------------------------------

static int count_until(rocprofiler_callback_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
                       uint32_t number, const void* const value, int32_t indirections, const char* type,
                       const char* name, const char* text, int32_t dereferences, void* data) {
    (void)kind, (void)operation, (void)value, (void)indirections, (void)type, (void)name, (void)text,
        (void)dereferences;
    int* counts = data; // the number seen, and the number after which to stop
    counts[0]++;
    return (int)number + 1 == counts[1] ? -1 : 0;
}

static void ask(const char* what, int kind, int operation, void* payload, bool callback, int stop) {
    rocprofiler_callback_tracing_record_t record = {0};
    record.kind = kind;
    record.operation = operation;
    record.payload = payload;
    int counts[2] = {0, stop};
    rocprofiler_status_t status =
        rocprofiler_iterate_callback_tracing_kind_operation_args(record, callback ? count_until : NULL, 1, counts);
    printf("%s %d, %d arguments\n", what, (int)status, counts[0]);
}

static void ask_of_record(const char* what, uint32_t category, int kind, int operation, bool payload, bool callback) {
    rocprofiler_buffer_tracing_hip_api_ext_record_t record = {
        .size = sizeof record, .kind = kind, .operation = operation};
    rocprofiler_record_header_t header = {
        .category = category, .kind = (uint32_t)kind, .payload = payload ? &record : NULL};
    rocprofiler_status_t status =
        rocprofiler_iterate_buffer_tracing_record_args(header, callback ? on_record_argument : NULL, &record);
    printf("%s %d\n", what, (int)status);
}

static void statuses(void) {
    rocprofiler_callback_tracing_hip_api_data_t data = {.size = sizeof data};
    const int hip = ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, copy = ROCPROFILER_HIP_RUNTIME_API_ID_hipMemcpy;
    ask("good", hip, copy, &data, true, 0);
    ask("stop-at-second", hip, copy, &data, true, 2);
    ask("no-arguments", ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, ROCPROFILER_MARKER_CORE_API_ID_roctxRangePop,
        &data, true, 0);
    ask("range", ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API, 2, &data, true, 0);
    ask("null-callback", hip, copy, &data, false, 0);
    ask("null-payload", hip, copy, NULL, true, 0);
    ask("garbage-payload", hip, copy, (void*)0x10, true, 0);
    ask("operation-600", hip, 600, &data, true, 0);
    ask("operation--1", hip, -1, &data, true, 0);
    for (int kind = -1; kind <= ROCPROFILER_CALLBACK_TRACING_LAST; kind++) {
        char name[32];
        snprintf(name, sizeof name, "kind %d", kind);
        ask(name, kind, 0, &data, true, 0);
    }
    const int extended = ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API_EXT;
    ask_of_record("record", ROCPROFILER_BUFFER_CATEGORY_TRACING, extended, 5, true, true);
    ask_of_record("record null-payload", ROCPROFILER_BUFFER_CATEGORY_TRACING, extended, 5, false, true);
    ask_of_record("record null-callback", ROCPROFILER_BUFFER_CATEGORY_TRACING, extended, 5, true, false);
    ask_of_record("record operation-600", ROCPROFILER_BUFFER_CATEGORY_TRACING, extended, 600, true, true);
    ask_of_record("record category-counters", ROCPROFILER_BUFFER_CATEGORY_COUNTERS, extended, 5, true, true);
    ask_of_record("record plain", ROCPROFILER_BUFFER_CATEGORY_TRACING, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, 5,
                  true, true);
    ask_of_record("record none", ROCPROFILER_BUFFER_CATEGORY_TRACING, 0, 5, true, true);
    ask_of_record("record last", ROCPROFILER_BUFFER_CATEGORY_TRACING, ROCPROFILER_BUFFER_TRACING_LAST, 5, true, true);
}

int main(int count, char** words) {
    if (count < 2) return 2;
    mode = words[1];
    for (int i = 0; i < TABLES; i++) fill(&tables[i]);
    if (strcmp(mode, "all") == 0) all(strtoull(words[2], NULL, 0));
    if (strcmp(mode, "values") == 0) values();
    if (strcmp(mode, "statuses") == 0) statuses();
    return 0;
}
