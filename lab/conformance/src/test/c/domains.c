// domains callbacks|records|both: registers a table of every API domain, as its runtime would, with one function in
// all slots, calls each slot once, and prints the number of events that a tool in this program got in each domain:
// calls, then enters and exits or records.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include "api_tables.h"

enum { KINDS = 64, BUFFER_BYTES = 1 << 20 };

typedef struct {
    const char* name;
    int callback_kind, buffer_kind;
    api_table table;
} domain;

#define TABLE(name, kind, header, slots) \
    { \
        name, ROCPROFILER_CALLBACK_TRACING_##kind, ROCPROFILER_BUFFER_TRACING_##kind, { \
            header, slots, { 0 } \
        } \
    }

static domain tables[] = {
    TABLE("hip", HIP_RUNTIME_API, 1, 545),
    TABLE("hip_compiler", HIP_COMPILER_API, 1, 9),
    TABLE("hsa core", HSA_CORE_API, 2, 125),
    TABLE("hsa amd", HSA_AMD_EXT_API, 2, 91),
    TABLE("hsa finalizer", HSA_FINALIZE_EXT_API, 2, 6),
    TABLE("hsa image", HSA_IMAGE_EXT_API, 2, 14),
    TABLE("roctx core", MARKER_CORE_API, 1, 6),
    TABLE("roctx control", MARKER_CONTROL_API, 1, 2),
    TABLE("roctx name", MARKER_NAME_API, 1, 4),
    TABLE("rccl", RCCL_API, 1, 52),
    TABLE("rocdecode", ROCDECODE_API, 1, 16),
    TABLE("rocjpeg", ROCJPEG_API, 1, 9),
    TABLE("rocshmem", ROCSHMEM_API, 1, 9),
    TABLE("hipFile", HIPFILE_API, 1, 31),
};
enum { TABLES = sizeof tables / sizeof *tables };

static const char* mode;
static unsigned enters[KINDS], exits[KINDS], records[KINDS];
static rocprofiler_context_id_t context;
static rocprofiler_buffer_id_t buffer;

static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user_data, void* argument) {
    (void)user_data, (void)argument;
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) enters[record.kind]++;
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_EXIT) exits[record.kind]++;
}

static void on_records(rocprofiler_context_id_t from, rocprofiler_buffer_id_t id, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t dropped) {
    (void)from, (void)id, (void)data, (void)dropped;
    for (size_t i = 0; i < count; i++) records[headers[i]->kind]++;
}

static void must(rocprofiler_status_t status) {
    if (status == ROCPROFILER_STATUS_SUCCESS) return;
    printf("%s\n", rocprofiler_get_status_name(status));
    exit(1);
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    must(rocprofiler_create_context(&context));
    must(rocprofiler_create_buffer(context, BUFFER_BYTES, BUFFER_BYTES / 2, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
                                   on_records, NULL, &buffer));
    for (int i = 0; i < TABLES; i++) {
        if (strcmp(mode, "records") != 0)
            must(rocprofiler_configure_callback_tracing_service(context, tables[i].callback_kind, NULL, 0, on_event,
                                                                NULL));
        if (strcmp(mode, "callbacks") != 0)
            must(rocprofiler_configure_buffer_tracing_service(context, tables[i].buffer_kind, NULL, 0, buffer));
    }
    must(rocprofiler_start_context(context));
    return 0;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime_version, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)runtime_version, (void)priority;
    id->name = "domains";
    return &result;
}

// The function in every slot of every table. A function that returns a struct in memory returns its address: any
// address serves here.
static void* function_of_all(void) {
    static char result[64];
    return result;
}

int main(int count, char** words) {
    if (count < 2) return 2;
    mode = words[1];
    for (int i = 0; i < TABLES; i++) fill(&tables[i].table, function_of_all);
    void* one[1] = {tables[0].table.words};
    announce("hip", one, 1);
    one[0] = tables[1].table.words;
    announce("hip_compiler", one, 1);
    // HsaApiTable: its version, then core, amd, finalizer, image, tools, pc sampling
    void* hsa[8] = {(void*)((uint64_t)64 << 32), NULL,
                    tables[2].table.words,       tables[3].table.words,
                    tables[4].table.words,       tables[5].table.words};
    one[0] = hsa;
    announce("hsa", one, 1);
    void* roctx[3] = {tables[6].table.words, tables[7].table.words, tables[8].table.words};
    announce("roctx", roctx, 3);
    for (int i = 9; i < TABLES; i++) {
        one[0] = tables[i].table.words;
        announce(tables[i].name, one, 1);
    }
    for (int i = 0; i < TABLES; i++)
        for (int slot = 0; slot < tables[i].table.slots; slot++)
            ((void* (*)(void*, void*, void*))(uintptr_t)tables[i].table.words[tables[i].table.header_words + slot])(
                NULL, NULL, NULL);
    must(rocprofiler_stop_context(context));
    must(rocprofiler_flush_buffer(buffer));
    for (int i = 0; i < TABLES; i++)
        printf("%s %d: %u %u %u\n", tables[i].name, tables[i].table.slots, enters[tables[i].callback_kind],
               exits[tables[i].callback_kind], records[tables[i].buffer_kind]);
    return 0;
}
