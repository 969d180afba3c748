// Statistics of HIP's calls, kernels and copies, at the end of the program.
#include <pthread.h>
#include <roctracer/roctracer_hip.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../floating_point.h"
#include "base/loaded.h"
#include "base/messages.h"
#include "base/output.h"
#include "text/names.h"
#include "text/text.h"

enum { POOL_RECORDS = 10000 };

RT_EXPORT bool OnLoad(void* table, uint64_t version, uint64_t failed_count, const char* const* failed);
RT_EXPORT void OnUnload(void);

struct row {
    char* name;
    uint64_t calls, nanos, bytes;
};

// Rows by name, as tsearch keeps them.
struct table {
    void* rows;
    size_t count;
    uint64_t nanos;
};

static struct table calls, kernels, copies;
static roctracer_pool_t* pool;

// --- Adding up: on the pool's thread, and at the end after it has stopped ------------------------------------------

static int by_name(const void* one, const void* other) {
    return strcmp(((const struct row*)one)->name, ((const struct row*)other)->name);
}

static struct row* new_row(struct table* table, const char* name) {
    struct row* row = calloc(1, sizeof *row);
    if (row != NULL && (row->name = strdup(name)) != NULL && tsearch(row, &table->rows, by_name) != NULL) {
        table->count++;
        return row;
    }
    if (row != NULL) free(row->name);
    free(row);
    return NULL;
}

static struct row* row_of(struct table* table, const char* name) {
    const struct row key = {.name = (char*)name};
    struct row** found = tfind(&key, &table->rows, by_name);
    return found != NULL ? *found : new_row(table, name);
}

static void add(struct table* table, const char* name, const roctracer_record_t* record, uint64_t bytes) {
    struct row* row = row_of(table, name);
    if (row == NULL) return;
    uint64_t nanos = record->end_ns > record->begin_ns ? record->end_ns - record->begin_ns : 0;
    row->calls++;
    row->nanos += nanos;
    row->bytes += bytes;
    table->nanos += nanos;
}

// Formats 4096 as 4K.
static void add_size(struct text* text, unsigned exponent) {
    static const char UNITS[] = " KMGTPE";
    text_format(text, "%lu", 1ul << exponent % 10);
    if (exponent >= 10) text_add(text, &UNITS[exponent / 10], 1);
}

// Names a copy `CopyHostToDevice(2K-4K)`: from the power of two at or below its size to the next one.
static void add_copy(const roctracer_record_t* record) {
    struct text name = {0};
    const char* kind = roctracer_op_string(record->domain, record->op, record->kind);
    text_format(&name, "%s(", kind == NULL ? "Copy" : kind);
    if (record->bytes == 0) {
        text_string(&name, "0");
    } else {
        unsigned exponent = 63 - (unsigned)__builtin_clzl(record->bytes);
        add_size(&name, exponent);
        text_string(&name, "-");
        if (exponent < 63) add_size(&name, exponent + 1);
    }
    text_string(&name, ")");
    add(&copies, text_terminated(&name), record, record->bytes);
    text_free(&name);
}

static void add_kernel(const roctracer_record_t* record) {
    struct text name = {0};
    const char* kind = roctracer_op_string(record->domain, record->op, record->kind);
    if (record->kernel_name != NULL) text_kernel_name(&name, record->kernel_name, false);
    else text_string(&name, kind == NULL ? "kernel" : kind);
    add(&kernels, text_terminated(&name), record, 0);
    text_free(&name);
}

static void add_record(const roctracer_record_t* record) {
    if (record->domain == ACTIVITY_DOMAIN_HIP_API) {
        const char* name = roctracer_op_string(record->domain, record->op, record->kind);
        add(&calls, name == NULL ? "unknown" : name, record, 0);
    } else if (record->domain == ACTIVITY_DOMAIN_HIP_OPS && record->op == HIP_OP_ID_DISPATCH) {
        add_kernel(record);
    } else if (record->domain == ACTIVITY_DOMAIN_HIP_OPS && record->op == HIP_OP_ID_COPY) {
        add_copy(record);
    }
}

static void records_arrived(const char* begin, const char* end, void* argument) {
    (void)argument;
    for (const roctracer_record_t* record = (const void*)begin; record < (const roctracer_record_t*)(const void*)end;
         record++)
        add_record(record);
}

// --- Formatting ----------------------------------------------------------------------------------------------------

// Longest first; equally long ones by name, so that every run prints the same.
static int in_order(const void* one, const void* other) {
    const struct row *a = *(const struct row*const*)one, *b = *(const struct row*const*)other;
    return a->nanos != b->nanos ? (a->nanos < b->nanos) - (a->nanos > b->nanos) : strcmp(a->name, b->name);
}

static void add_quoted(struct text* text, const char* name) {
    text_add(text, "\"", 1);
    for (; *name != 0; name++) {
        if (*name == '"') text_add(text, name, 1);
        text_add(text, name, 1);
    }
    text_add(text, "\"", 1);
}

static void add_row(struct text* text, const struct row* row, uint64_t all_nanos, bool bytes) {
    add_quoted(text, row->name);
    text_format(text, ",%lu", (unsigned long)row->calls);
    if (bytes) text_format(text, ",%lu", (unsigned long)row->bytes);
    rpj_floating_point before = rpj_floating_point_default();
    double percentage = all_nanos == 0 ? 0 : 100.0 * (double)row->nanos / (double)all_nanos;
    text_format(text, ",%lu,%lu,%.4f\n", (unsigned long)row->nanos, (unsigned long)(row->nanos / row->calls),
                percentage);
    rpj_floating_point_restore(before);
}

struct gathered {
    const struct row** rows;
    size_t count;
};

static void gather_row(const void* node, VISIT visit, void* data) {
    struct gathered* gathered = data;
    if (visit == postorder || visit == leaf) gathered->rows[gathered->count++] = *(const struct row* const*)node;
}

// NULL: out of memory.
static const struct row** in_order_of_time(const struct table* table) {
    struct gathered gathered = {.rows = calloc(table->count, sizeof *gathered.rows)};
    if (gathered.rows == NULL) return NULL;
    twalk_r(table->rows, gather_row, &gathered);
    qsort(gathered.rows, gathered.count, sizeof *gathered.rows, in_order);
    return gathered.rows;
}

static void show(const struct table* table, const char* what, const char* file, bool bytes) {
    const struct row** rows = table->count != 0 ? in_order_of_time(table) : NULL;
    if (rows == NULL) return;
    struct output output = OUTPUT(file, false);
    struct text text = {0};
    printf("Dumping %s statistics.\n", what);
    text_format(&text, "\"Name\",\"Calls\",%s\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n",
                bytes ? "\"TotalBytes\"," : "");
    for (size_t i = 0; i < table->count; i++) add_row(&text, rows[i], table->nanos, bytes);
    output_write(&output, text.bytes, text.length);
    output_close(&output);
    text_free(&text);
    free(rows);
}

// --- Start and end -------------------------------------------------------------------------------------------------

static void end(void) {
    if (pool == NULL) return;
    roctracer_flush_activity_expl(pool);
    roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_API);
    roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS);
    roctracer_close_pool_expl(pool);
    pool = NULL;
    show(&calls, "HIP API", "hip_api_stats.csv", false);
    show(&kernels, "HIP kernel dispatch", "hip_kernel_stats.csv", false);
    show(&copies, "HIP memory copy", "hip_copy_stats.csv", true);
}

// The statistics belong to the parent.
static void forked(void) { pool = NULL; }

static void start(void) {
    roctracer_properties_t properties = {.buffer_size = POOL_RECORDS * sizeof(roctracer_record_t),
                                         .buffer_callback_fun = records_arrived};
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
