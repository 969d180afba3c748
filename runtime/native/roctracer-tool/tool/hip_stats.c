// Statistics of HIP's calls, kernels and copies: sums in a journal, of which the command rocprof makes tables.
#include <pthread.h>
#include <roctracer/roctracer_hip.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "../../environment.h"
#include "base/loaded.h"
#include "base/messages.h"
#include "journal/journal.h"
#include "journal/journal_file.h"

enum { POOL_RECORDS = 10000 };

RT_EXPORT bool OnLoad(void* table, uint64_t version, uint64_t failed_count, const char* const* failed);
RT_EXPORT void OnUnload(void);

// `magnitude`: 0 without bytes, else 1 + the power of two at or below their number.
struct row {
    uint32_t domain, op, magnitude;
    const char* name;
    journal_sum_t* sum; // in the journal
};

static struct journal journal = JOURNAL(RPJ_JOURNAL_SUMS);
static void* rows; // as tsearch keeps them
static uint64_t lost;
static const char* folder = ".";
static roctracer_pool_t* pool;

// --- Adding up: on the pool's thread, and at the end after it has stopped ------------------------------------------

static int order(const void* one, const void* other) {
    const struct row *a = one, *b = other;
    if (a->domain != b->domain) return a->domain < b->domain ? -1 : 1;
    if (a->op != b->op) return a->op < b->op ? -1 : 1;
    if (a->magnitude != b->magnitude) return a->magnitude < b->magnitude ? -1 : 1;
    return strcmp(a->name, b->name);
}

static journal_sum_t* new_sum(const struct row* key, const char** name) {
    if (rows == NULL) journal_file_create(folder, RPJ_JOURNAL_STATISTICS, true);
    const size_t bytes = strlen(key->name) + 1;
    struct event* entry = journal_append(&journal, sizeof(journal_sum_t) + bytes);
    if (entry == NULL) return NULL;
    journal_sum_t* sum = (journal_sum_t*)entry->data;
    entry->record = (roctracer_record_t){.domain = key->domain, .op = key->op};
    *sum = (journal_sum_t){.magnitude = key->magnitude};
    *name = memcpy(sum + 1, key->name, bytes);
    journal_ready(entry);
    return sum;
}

static struct row* new_row(const struct row* key) {
    struct row* row = malloc(sizeof *row);
    if (row == NULL) return NULL;
    *row = *key;
    if ((row->sum = new_sum(key, &row->name)) != NULL && tsearch(row, &rows, order) != NULL) return row;
    free(row);
    return NULL;
}

static void add_to(uint64_t* sum, uint64_t more) { __atomic_store_n(sum, *sum + more, __ATOMIC_RELAXED); }

static void add(const roctracer_record_t* record, const char* name, uint64_t bytes) {
    const struct row key = {.domain = record->domain,
                            .op = record->op,
                            .magnitude = bytes == 0 ? 0 : 64 - (uint32_t)__builtin_clzl(bytes),
                            .name = name};
    struct row** found = tfind(&key, &rows, order);
    struct row* row = found != NULL ? *found : new_row(&key);
    if (row == NULL) {
        lost++;
        return;
    }
    add_to(&row->sum->calls, 1);
    add_to(&row->sum->nanos, record->end_ns > record->begin_ns ? record->end_ns - record->begin_ns : 0);
    add_to(&row->sum->bytes, bytes);
}

static void add_record(const roctracer_record_t* record) {
    const bool is_call = record->domain == ACTIVITY_DOMAIN_HIP_API;
    const bool is_work = record->domain == ACTIVITY_DOMAIN_HIP_OPS;
    const char* name = roctracer_op_string(record->domain, record->op, record->kind);
    if (is_call) add(record, name == NULL ? "unknown" : name, 0);
    else if (is_work && record->op == HIP_OP_ID_DISPATCH)
        add(record, record->kernel_name != NULL ? record->kernel_name : name == NULL ? "kernel" : name, 0);
    else if (is_work && record->op == HIP_OP_ID_COPY) add(record, name == NULL ? "Copy" : name, record->bytes);
}

static void records_arrived(const char* begin, const char* end, void* argument) {
    (void)argument;
    for (const roctracer_record_t* record = (const void*)begin; record < (const roctracer_record_t*)(const void*)end;
         record++)
        add_record(record);
}

// --- Start and end -------------------------------------------------------------------------------------------------

static void end(void) {
    if (pool == NULL) return;
    roctracer_flush_activity_expl(pool);
    roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_API);
    roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS);
    roctracer_close_pool_expl(pool);
    pool = NULL;
    if (lost > 0) rt_tool_warn("%lu calls or pieces of work are not in the statistics", (unsigned long)lost);
    journal_file_tell();
}

// The statistics belong to the parent.
static void forked(void) { pool = NULL; }

static void start(void) {
    roctracer_properties_t properties = {.buffer_size = POOL_RECORDS * sizeof(roctracer_record_t),
                                         .buffer_callback_fun = records_arrived};
    const char* wanted = rpj_environment("ROCP_OUTPUT_DIR");
    if (wanted != NULL && wanted[0] != 0) folder = strdup(wanted);
    if (roctracer_open_pool_expl(&properties, &pool) != ROCTRACER_STATUS_SUCCESS) {
        rt_tool_warn("no memory pool: there will be no statistics");
        return;
    }
    roctracer_enable_domain_activity_expl(ACTIVITY_DOMAIN_HIP_API, pool);
    roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HIP_OPS, HIP_OP_ID_DISPATCH, pool);
    roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HIP_OPS, HIP_OP_ID_COPY, pool);
    pthread_atfork(NULL, NULL, forked);
    atexit(end);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

// A runtime that leaves tools to rocprofiler-register does not call OnLoad; a preloaded library does not need it.
__attribute__((constructor)) static void preloaded(void) {
    if (rt_tool_preloaded((const void*)&preloaded)) pthread_once(&once, start);
}

bool OnLoad(void* table, uint64_t version, uint64_t failed_count, const char* const* failed) {
    (void)table, (void)version, (void)failed_count, (void)failed;
    pthread_once(&once, start);
    return true;
}

// HSA's shutdown is not the end of the program.
void OnUnload(void) {}
