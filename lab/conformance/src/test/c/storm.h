// Shared by storm.c and changes.c: a HIP runtime whose functions check their arguments, and a tool with five
// contexts that checks all its events: every ENTER has its EXIT, in the same context, with the same user_data and
// correlation id; each call whose ENTER a context saw left exactly one record there, and no other did.
#ifndef STORM_H
#define STORM_H

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

enum { THREADS = 8, CONTEXTS = 5, MOST_CALLS = 1 << 26, SLOTS = ROCPROFILER_HIP_RUNTIME_API_ID_LAST };

// A context's state of a call: flags, and above them the number of its function.
enum { ENTER = 1, EXIT = 2, RECORD = 4, CALL_SHIFT = 3 };
enum { COPY = 1, FLOATS, DEVICE, MARK, PUSH, POP, START, STOP, THREAD_RANGE, PROCESS_RANGE };

typedef struct {
    rocprofiler_context_id_t id;
    rocprofiler_buffer_id_t buffer;
    _Atomic uint8_t* calls; // by internal correlation id
    atomic_ulong enters, exits, records, drops;
} context_t;

static context_t contexts[CONTEXTS];
enum { CALLBACKS, LOSSLESS, DISCARD, RANGES, SHARED };

static atomic_ulong errors, last_id;

static void wrong(const char* what, uint64_t context, uint64_t id) {
    if (atomic_fetch_add(&errors, 1) < 20)
        printf("%s: context %lu, id %lu\n", what, (unsigned long)context, (unsigned long)id);
}

static uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t x = a * 0x9e3779b97f4a7c15u ^ (b + 0x7f4a7c15u) * 0xbf58476d1ce4e5b9u;
    return x ^ x >> 29;
}

// --- the runtime ---------------------------------------------------------------------------------------------------

static struct {
    uint64_t size;
    void* slots[SLOTS];
} table;

// The body of hipSetDevice.
static hipError_t blocks(int number);

// Each function checks its arguments and errno, and returns a value derived from them.
static int answer(uint64_t seed) { return (int)(mix(seed, 99) & 0x3fffffff); }

static hipError_t copy(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                       hipMemcpyKind kind) {
    uint64_t seed = (uintptr_t)dst;
    int good = dpitch == mix(seed, 1) && (uintptr_t)src == mix(seed, 2) && spitch == mix(seed, 3)
            && width == mix(seed, 4) && height == mix(seed, 5) && (int)kind == (int)(seed & 3)
            && errno == (int)(seed & 0xff);
    errno = (int)(seed & 0xff) + 1;
    return good ? answer(seed) : -1;
}

static hipError_t floats(textureReference* texture, float low, float high) {
    uint64_t seed = (uintptr_t)texture;
    return low == (float)(seed & 0xffff) && high == (float)(seed >> 8 & 0xffff) ? answer(seed) : -1;
}

static hipError_t device(int* result) {
    *result = ~*result;
    return hipSuccess;
}

static uint32_t import(void) { return 1; }

static void announce(void) {
    table.size = sizeof table;
    table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipMemcpy2D] = (void*)copy;
    table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipTexRefSetMipmapLevelClamp] = (void*)floats;
    table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice] = (void*)device;
    table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipSetDevice] = (void*)blocks;
    void* tables[] = {&table};
    rocprofiler_register_library_indentifier_t id;
    if (rocprofiler_register_library_api_table("hip", import, 70000, tables, 1, &id)) printf("no tool\n");
}

#define HIP(function, type) ((type)table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_##function])

// --- the tool's events ---------------------------------------------------------------------------------------------

static int call_of(int is_range, int is_marker, int operation) {
    static const int core[] = {[ROCPROFILER_MARKER_CORE_API_ID_roctxMarkA] = MARK,
                               [ROCPROFILER_MARKER_CORE_API_ID_roctxRangePushA] = PUSH,
                               [ROCPROFILER_MARKER_CORE_API_ID_roctxRangePop] = POP,
                               [ROCPROFILER_MARKER_CORE_API_ID_roctxRangeStartA] = START,
                               [ROCPROFILER_MARKER_CORE_API_ID_roctxRangeStop] = STOP};
    if (is_range)
        return operation == ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxThreadRangeA  ? THREAD_RANGE
             : operation == ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxProcessRangeA ? PROCESS_RANGE
                                                                                    : MARK;
    if (is_marker) return core[operation];
    switch (operation) {
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipMemcpy2D: return COPY;
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipTexRefSetMipmapLevelClamp: return FLOATS;
        default: return DEVICE;
    }
}

static void check_payload(const rocprofiler_callback_tracing_record_t* record, uint64_t context) {
    if (record->kind != ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API) return;
    if (record->operation != ROCPROFILER_HIP_RUNTIME_API_ID_hipMemcpy2D) return;
    const rocprofiler_callback_tracing_hip_api_data_t* data = record->payload;
    uint64_t seed = (uintptr_t)data->args.hipMemcpy2D.dst;
    if (data->size != sizeof *data || data->args.hipMemcpy2D.dpitch != mix(seed, 1)
        || data->args.hipMemcpy2D.height != mix(seed, 5) || (int)data->args.hipMemcpy2D.kind != (int)(seed & 3))
        wrong("wrong arguments", context, record->correlation_id.internal);
    if (record->phase == ROCPROFILER_CALLBACK_PHASE_EXIT && (int)data->retval.hipError_t_retval != answer(seed))
        wrong("wrong result in the payload", context, record->correlation_id.internal);
}

static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* argument) {
    context_t* context = argument;
    uint64_t number = (uint64_t)(context - contexts), id = record.correlation_id.internal;
    int call = call_of(record.kind == ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API,
                       record.kind == ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, record.operation);
    uint64_t stamp = mix(mix(id, record.thread_id), mix(number, (uint64_t)call));
    if (id == 0 || id >= MOST_CALLS || record.context_id.handle != context->id.handle) {
        wrong("no such call or context", number, id);
        return;
    }
    check_payload(&record, number);
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
        if (user->value != 0) wrong("user_data does not begin as 0", number, id);
        if (atomic_exchange(&context->calls[id], ENTER | call << CALL_SHIFT)) wrong("ENTER twice", number, id);
        user->value = stamp;
        atomic_fetch_add(&context->enters, 1);
        for (uint64_t last = atomic_load(&last_id); last < id && !atomic_compare_exchange_weak(&last_id, &last, id);) {
        }
    } else {
        if (user->value != stamp) wrong("EXIT with other user_data", number, id);
        if (atomic_fetch_or(&context->calls[id], EXIT) != (ENTER | call << CALL_SHIFT))
            wrong("EXIT out of turn", number, id);
        atomic_fetch_add(&context->exits, 1);
    }
}

static void on_records(rocprofiler_context_id_t id, rocprofiler_buffer_id_t buffer,
                       rocprofiler_record_header_t** headers, size_t count, void* data, uint64_t dropped) {
    context_t* context = data;
    uint64_t number = (uint64_t)(context - contexts);
    if (id.handle != context->id.handle || buffer.handle != context->buffer.handle) wrong("wrong buffer", number, 0);
    for (size_t i = 0; i < count; i++) {
        rocprofiler_buffer_tracing_hip_api_record_t* r = headers[i]->payload; // all kinds here have this layout
        uint64_t internal = r->correlation_id.internal;
        int call = call_of(r->kind == ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API,
                           r->kind == ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API, r->operation);
        if (internal == 0 || internal >= MOST_CALLS || headers[i]->category != ROCPROFILER_BUFFER_CATEGORY_TRACING
            || headers[i]->kind != (uint32_t)r->kind || r->start_timestamp == 0
            || r->start_timestamp > r->end_timestamp) {
            wrong("bad record", number, internal);
            continue;
        }
        if (atomic_fetch_or(&context->calls[internal], RECORD) != (ENTER | EXIT | call << CALL_SHIFT))
            wrong("a record that is doubled, or of a call that was not seen", number, internal);
    }
    atomic_fetch_add(&context->records, count);
    atomic_store(&context->drops, dropped);
}

// --- the tool ------------------------------------------------------------------------------------------------------

static void must(const char* what, rocprofiler_status_t status) {
    if (status == ROCPROFILER_STATUS_SUCCESS) return;
    printf("%s: %s\n", what, rocprofiler_get_status_name(status));
    atomic_fetch_add(&errors, 1);
}
#define MUST(call) must(#call, call)

static void callbacks(context_t* context, rocprofiler_callback_tracing_kind_t kind) {
    MUST(rocprofiler_configure_callback_tracing_service(context->id, kind, NULL, 0, on_event, context));
}

static void records(context_t* context, rocprofiler_buffer_tracing_kind_t kind) {
    MUST(rocprofiler_configure_buffer_tracing_service(context->id, kind, NULL, 0, context->buffer));
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    static const rocprofiler_buffer_policy_t policies[] = {[LOSSLESS] = ROCPROFILER_BUFFER_POLICY_LOSSLESS,
                                                           [DISCARD] = ROCPROFILER_BUFFER_POLICY_DISCARD,
                                                           [RANGES] = ROCPROFILER_BUFFER_POLICY_LOSSLESS,
                                                           [SHARED] = ROCPROFILER_BUFFER_POLICY_LOSSLESS};
    (void)finalize, (void)data;
    for (int i = 0; i < CONTEXTS; i++) {
        context_t* context = &contexts[i];
        context->calls =
            mmap(NULL, MOST_CALLS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (context->calls == MAP_FAILED) exit(2);
        MUST(rocprofiler_create_context(&context->id));
        callbacks(context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API);
        callbacks(context, i == RANGES ? ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API
                                       : ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API);
        if (i == CALLBACKS) continue;
        size_t size = i == SHARED ? 1 << 16 : 4096;
        MUST(rocprofiler_create_buffer(context->id, size, size / 8 * 7, policies[i], on_records, context,
                                       &context->buffer));
        records(context, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API);
        records(context, i == RANGES ? ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API
                                     : ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API);
    }
    return 0;
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* text, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)text, (void)priority;
    id->name = "storm";
    return &result;
}

// --- the end -------------------------------------------------------------------------------------------------------

// Reports a call with a wrong result.
static void expect(int good, const char* what, uint64_t seed) {
    if (!good) wrong(what, 0, seed);
}

static int is_active(context_t* context) {
    int active = -1;
    MUST(rocprofiler_context_is_active(context->id, &active));
    return active;
}

static void check_end(context_t* context) {
    uint64_t number = (uint64_t)(context - contexts), end = atomic_load(&last_id), recorded = 0;
    for (uint64_t id = 1; id <= end; id++) {
        int call = atomic_load(&context->calls[id]);
        if (!call) continue;
        if ((call & (ENTER | EXIT)) != (ENTER | EXIT)) wrong("ENTER without EXIT", number, id);
        recorded += (call & RECORD) != 0;
        if (number != CALLBACKS && number != DISCARD && !(call & RECORD)) wrong("no record", number, id);
    }
    uint64_t enters = atomic_load(&context->enters), drops = atomic_load(&context->drops);
    if (enters != atomic_load(&context->exits)) wrong("ENTERs and EXITs differ", number, enters);
    if (recorded != atomic_load(&context->records)) wrong("records and calls differ", number, recorded);
    if (number != CALLBACKS && recorded + drops != enters) wrong("records and drops are not the calls", number, drops);
    if (number != DISCARD && drops != 0) wrong("dropped", number, drops);
}

static void finish(void) {
    for (int i = 0; i < CONTEXTS; i++) {
        if (is_active(&contexts[i])) MUST(rocprofiler_stop_context(contexts[i].id));
        if (i == CALLBACKS) continue;
        MUST(rocprofiler_flush_buffer(contexts[i].buffer));
        // The drop count arrives with records: writes one more, into an empty buffer.
        MUST(rocprofiler_start_context(contexts[i].id));
        roctxMarkA("last");
        MUST(rocprofiler_stop_context(contexts[i].id));
        MUST(rocprofiler_flush_buffer(contexts[i].buffer));
    }
    for (int i = 0; i < CONTEXTS; i++) check_end(&contexts[i]);
}

#endif
