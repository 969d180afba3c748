// flat HOW THREADS CALLS: threads call a function of a HIP of this program's own CALLS times, in which each calls
// another one, and every 1,000th time in a range of ROC-TX. A tool in this program, HOW `callbacks`, `records` or
// `both`, checks all its events: each call has an id that no other call has, higher than those before it on its thread,
// and the right ancestor; none is missing. Prints what was wrong, the number of calls, and whether ids have gaps.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

enum { SLOTS = ROCPROFILER_HIP_RUNTIME_API_ID_LAST, IN_A_RANGE = 1000, MOST_THREADS = 256, BUFFER_BYTES = 4 << 20 };
enum { OUTER = ROCPROFILER_HIP_RUNTIME_API_ID_hipMemset, INNER = ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice };
enum { TOLD = 1, RECORDED = 2, RANGE = 4 };

static _Atomic uint8_t* ids; // by correlation id, what has had it
static uint64_t most_ids;
static atomic_ulong errors, told, recorded, highest, dropped;

static void wrong(const char* what, uint64_t id) {
    if (atomic_fetch_add(&errors, 1) < 20) printf("%s: id %lu\n", what, (unsigned long)id);
}

static void note(uint64_t id, uint8_t what) {
    if (id == 0 || id >= most_ids) wrong("no such id", id);
    else if (atomic_fetch_or(&ids[id], what) & what) wrong("twice", id);
}

static void raise_highest(uint64_t id) {
    uint64_t before = atomic_load(&highest);
    while (id > before && !atomic_compare_exchange_weak(&highest, &before, id)) continue;
}

// --- the runtime ---------------------------------------------------------------------------------------------------

static struct {
    uint64_t size;
    void* slots[SLOTS];
} table;

static hipError_t get_device(int* device) {
    *device = 0;
    return hipSuccess;
}

static hipError_t set_memory(void* to, int value, size_t bytes) {
    int device;
    (void)to, (void)value, (void)bytes;
    return ((hipError_t(*)(int*))table.slots[INNER])(&device);
}

static uint32_t import_hip(void) { return 70100; }

static void register_hip(void) {
    void* tables[1] = {&table};
    rocprofiler_register_library_indentifier_t id;
    table.size = sizeof table;
    for (int i = 0; i < SLOTS; i++) table.slots[i] = (void*)get_device;
    table.slots[OUTER] = (void*)set_memory;
    rocprofiler_register_library_api_table("hip", import_hip, 70100, tables, 1, &id);
}

// --- the tool ------------------------------------------------------------------------------------------------------

static rocprofiler_context_id_t context;
static rocprofiler_buffer_id_t buffer;
static const char* how;

// The calling thread's calls: the newest, and the outer one and the range that are open.
static __thread uint64_t last, outer, range;

static void enter(uint64_t id, uint64_t ancestor, uint64_t expected) {
    if (id <= last) wrong("not higher than the thread's last one", id);
    if (ancestor != expected) wrong("another ancestor", id);
    last = id;
}

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* data, void* unused) {
    (void)unused;
    uint64_t id = record.correlation_id.internal, ancestor = record.correlation_id.ancestor;
    bool begins = record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER, is_outer = record.operation == OUTER;
    if (begins) {
        enter(id, ancestor, is_outer ? range : outer);
        note(id, TOLD);
        data->value = id;
        atomic_fetch_add(&told, 1);
    } else if (data->value != id) {
        wrong("another one at its end", id);
    }
    if (is_outer) outer = begins ? id : 0;
}

static void on_range(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* data, void* unused) {
    (void)data, (void)unused;
    uint64_t id = record.correlation_id.internal;
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
        enter(id, record.correlation_id.ancestor, 0);
        note(id, RANGE);
        range = id;
    } else {
        range = 0;
    }
}

// Of a thread: the records of an inner call are followed by that of its outer one.
typedef struct {
    uint64_t tid, inner, ancestor;
} thread_t;

static thread_t* thread_of(uint64_t tid) {
    static thread_t threads[MOST_THREADS];
    for (int i = 0; i < MOST_THREADS; i++) {
        if (threads[i].tid == 0) threads[i].tid = tid;
        if (threads[i].tid == tid) return &threads[i];
    }
    wrong("too many threads", tid);
    return &threads[0];
}

static void on_record(const rocprofiler_buffer_tracing_hip_api_record_t* call) {
    thread_t* thread = thread_of(call->thread_id);
    uint64_t id = call->correlation_id.internal;
    note(id, RECORDED);
    raise_highest(id);
    if (call->operation == INNER) {
        thread->inner = id;
        thread->ancestor = call->correlation_id.ancestor;
    } else if (thread->ancestor != id || thread->inner <= id) {
        wrong("not the ancestor of its call", id);
    }
}

static void on_records(rocprofiler_context_id_t of, rocprofiler_buffer_id_t from, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t lost) {
    (void)of, (void)from, (void)data;
    for (size_t i = 0; i < count; i++) on_record(headers[i]->payload);
    atomic_fetch_add(&recorded, count);
    atomic_fetch_add(&dropped, lost);
}

static void must(rocprofiler_status_t status) {
    if (status == ROCPROFILER_STATUS_SUCCESS) return;
    printf("status %d\n", status);
    exit(1);
}

static void ask_for_callbacks(rocprofiler_callback_tracing_kind_t kind, rocprofiler_callback_tracing_cb_t function) {
    must(rocprofiler_configure_callback_tracing_service(context, kind, NULL, 0, function, NULL));
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    must(rocprofiler_create_context(&context));
    if (strcmp(how, "records") != 0) {
        ask_for_callbacks(ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, on_call);
        ask_for_callbacks(ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API, on_range);
    }
    if (strcmp(how, "callbacks") != 0) {
        must(rocprofiler_create_buffer(context, BUFFER_BYTES, BUFFER_BYTES / 8 * 7, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
                                       on_records, NULL, &buffer));
        must(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, NULL, 0,
                                                          buffer));
    }
    must(rocprofiler_start_context(context));
    return 0;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime_version, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)runtime_version, (void)priority;
    id->name = "flat";
    return &result;
}

// --- the calls -----------------------------------------------------------------------------------------------------

static uint64_t calls;

static void* run(void* unused) {
    (void)unused;
    for (uint64_t i = 0; i < calls; i++) {
        bool in_range = i % IN_A_RANGE == IN_A_RANGE - 1;
        if (in_range) roctxRangePushA("range");
        ((hipError_t(*)(void*, int, size_t))table.slots[OUTER])(NULL, 7, 64);
        if (in_range) roctxRangePop();
    }
    raise_highest(last);
    return NULL;
}

int main(int count, char** words) {
    if (count != 4) return 2;
    how = words[1];
    uint64_t threads = strtoull(words[2], NULL, 10);
    calls = strtoull(words[3], NULL, 10);
    if (threads == 0 || threads > MOST_THREADS) return 2;
    most_ids = threads * (2 * calls + calls / IN_A_RANGE + (1 << 12));
    ids = calloc(most_ids, 1);
    pthread_t handles[MOST_THREADS];
    register_hip();
    for (uint64_t i = 0; i < threads; i++) pthread_create(&handles[i], NULL, run, NULL);
    for (uint64_t i = 0; i < threads; i++) pthread_join(handles[i], NULL);
    if (buffer.handle != 0) must(rocprofiler_flush_buffer(buffer));
    uint64_t made = threads * 2 * calls, given = made;
    if (strcmp(how, "records") != 0) {
        if (told != made) printf("told of %lu calls\n", (unsigned long)told);
        given += threads * (calls / IN_A_RANGE);
    }
    if (strcmp(how, "callbacks") != 0 && recorded != made) printf("%lu records\n", (unsigned long)recorded);
    printf("%lu calls, %lu errors, %lu dropped, the highest id is %s\n", (unsigned long)made, (unsigned long)errors,
           (unsigned long)dropped,
           highest == given  ? "their number"
           : highest > given ? "higher"
                             : "lower");
    return 0;
}
