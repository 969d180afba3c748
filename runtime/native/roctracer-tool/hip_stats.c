/// Statistics of HIP's calls, kernels and copies, at the end of the program.
#include <pthread.h>
#include <roctracer/roctracer_hip.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"

enum { POOL_RECORDS = 10000, SLOTS_FIRST = 64 };

RT_EXPORT bool OnLoad(void* table, uint64_t version, uint64_t failed_count, const char* const* failed);
RT_EXPORT void OnUnload(void);

struct row {
    char* name;
    uint64_t calls, nanos, bytes;
};

/// Rows by name: open addressing, never more than half full.
struct table {
    struct row* slots;
    size_t count, capacity;
    uint64_t nanos;
};

static struct table calls, kernels, copies;
static roctracer_pool_t* pool;

// --- Adding up: on the pool's thread, and at the end when it is gone -----------------------------------------------

static struct row* slot_of(const struct table* table, const char* name) {
    uint64_t hash = 14695981039346656037u; // FNV-1a
    for (const char* p = name; *p != 0; p++) hash = (hash ^ (unsigned char) *p) * 1099511628211u;
    size_t i = hash & (table->capacity - 1);
    while (table->slots[i].name != NULL && strcmp(table->slots[i].name, name) != 0) i = (i + 1) & (table->capacity - 1);
    return &table->slots[i];
}

static bool grow(struct table* table) {
    struct table larger = {.capacity = table->capacity == 0 ? SLOTS_FIRST : table->capacity * 2};
    larger.slots = calloc(larger.capacity, sizeof *larger.slots);
    if (larger.slots == NULL) return false;
    for (size_t i = 0; i < table->capacity; i++)
        if (table->slots[i].name != NULL) *slot_of(&larger, table->slots[i].name) = table->slots[i];
    free(table->slots);
    table->slots = larger.slots;
    table->capacity = larger.capacity;
    return true;
}

static void add(struct table* table, const char* name, const roctracer_record_t* record, uint64_t bytes) {
    if (table->count * 2 >= table->capacity && !grow(table)) return;
    struct row* row = slot_of(table, name);
    if (row->name == NULL) {
        if ((row->name = strdup(name)) == NULL) return;
        table->count++;
    }
    uint64_t nanos = record->end_ns > record->begin_ns ? record->end_ns - record->begin_ns : 0;
    row->calls++;
    row->nanos += nanos;
    row->bytes += bytes;
    table->nanos += nanos;
}

/// 4096 is 4K.
static void add_size(struct text* text, unsigned exponent) {
    static const char UNITS[] = " KMGTPE";
    text_format(text, "%lu", 1ul << exponent % 10);
    if (exponent >= 10) text_add(text, &UNITS[exponent / 10], 1);
}

/// `CopyHostToDevice(2K-4K)`: from the power of two that it has to the next one.
static void add_copy(const roctracer_record_t* record) {
    struct text name = {0};
    const char* kind = roctracer_op_string(record->domain, record->op, record->kind);
    text_format(&name, "%s(", kind == NULL ? "Copy" : kind);
    if (record->bytes == 0) {
        text_string(&name, "0");
    } else {
        unsigned exponent = 63 - (unsigned) __builtin_clzl(record->bytes);
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
    (void) argument;
    for (const roctracer_record_t* record = (const void*) begin; record < (const roctracer_record_t*) (const void*) end; record++)
        add_record(record);
}

// --- Showing -------------------------------------------------------------------------------------------------------

/// The longest first; of equally long ones by name, so that every run shows the same.
static int in_order(const void* one, const void* other) {
    const struct row *a = one, *b = other;
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
    text_format(text, ",%lu", (unsigned long) row->calls);
    if (bytes) text_format(text, ",%lu", (unsigned long) row->bytes);
    double percentage = all_nanos == 0 ? 0 : 100.0 * (double) row->nanos / (double) all_nanos;
    text_format(text, ",%lu,%lu,%.4f\n", (unsigned long) row->nanos, (unsigned long) (row->nanos / row->calls), percentage);
}

static size_t gather(struct table* table) {
    size_t count = 0;
    for (size_t i = 0; i < table->capacity; i++)
        if (table->slots[i].name != NULL) table->slots[count++] = table->slots[i];
    qsort(table->slots, count, sizeof *table->slots, in_order);
    return count;
}

static void show(struct table* table, const char* what, const char* file, bool bytes) {
    if (table->count == 0) return;
    struct output output = OUTPUT(file, false);
    struct text text = {0};
    size_t count = gather(table);
    printf("Dumping %s statistics.\n", what);
    text_format(&text, "\"Name\",\"Calls\",%s\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n", bytes ? "\"TotalBytes\"," : "");
    for (size_t i = 0; i < count; i++) add_row(&text, &table->slots[i], table->nanos, bytes);
    output_write(&output, text.bytes, text.length);
    output_close(&output);
    text_free(&text);
}

// --- Beginning and end ---------------------------------------------------------------------------------------------

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

/// The statistics are the parent's.
static void forked(void) {
    pool = NULL;
}

static void start(void) {
    roctracer_properties_t properties = {
            .buffer_size = POOL_RECORDS * sizeof(roctracer_record_t), .buffer_callback_fun = records_arrived};
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

/// A runtime that leaves tools to rocprofiler-register does not call OnLoad: preloading does without.
__attribute__((constructor)) static void preloaded(void) {
    if (rt_tool_preloaded((const void*) &preloaded)) pthread_once(&once, start);
}

bool OnLoad(void* table, uint64_t version, uint64_t failed_count, const char* const* failed) {
    (void) table, (void) version, (void) failed_count, (void) failed;
    pthread_once(&once, start);
    return true;
}

/// The end of HSA is not the end of the program.
void OnUnload(void) {}
