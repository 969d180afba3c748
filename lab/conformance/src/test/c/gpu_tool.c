// A tool that writes all events of GPU work to the file GPU_FILE when the program ends: entries of 16 words, see
// entry_t and GpuEvent.java. GPU selects its services, one letter each:
//
//   k  KERNEL_DISPATCH records      K  its callbacks, one entry each      N  its callbacks, checked and counted here
//   c  MEMORY_COPY records          C  its callbacks
//   h  HIP_RUNTIME_API records      s  HSA_CORE_API and HSA_AMD_EXT_API records
//   r  retired correlation ids      q  external ids of dispatches and copies by request, one entry per request
//
// Kernels' names and agents are always written.
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

typedef struct {
    uint64_t
        sort; // a letter: k K c C h s r q as above; n kernel, a agent, d drops, N counts, o the name of an operation
    int32_t operation, phase;
    uint64_t thread, caller, internal, external, start, end;
    uint64_t more[8];
} entry_t;

_Static_assert(sizeof(entry_t) == 128, "16 words");

enum { CAPACITY = 1 << 21, DISPATCHES = 1 << 20, OPERATIONS = 1024 };

static entry_t* entries;
static atomic_long count;
static rocprofiler_context_id_t context, names;
static rocprofiler_buffer_id_t buffer;
static const char* wanted;

static int wants(char letter) { return strchr(wanted, letter) != NULL; }

static void put(entry_t entry) {
    long place = atomic_fetch_add(&count, 1);
    if (place < CAPACITY) entries[place] = entry;
}

static uint64_t caller(void) { return (uint64_t)syscall(SYS_gettid); }

// --- dispatches ----------------------------------------------------------------------------------------------------

static entry_t of_dispatch(entry_t entry, const rocprofiler_kernel_dispatch_info_t* info) {
    entry.more[0] = info->agent_id.handle;
    entry.more[1] = info->queue_id.handle;
    entry.more[2] = info->kernel_id;
    entry.more[3] = info->dispatch_id;
    entry.more[4] = info->private_segment_size | (uint64_t)info->group_segment_size << 32;
    entry.more[5] =
        info->workgroup_size.x | (uint64_t)info->workgroup_size.y << 16 | (uint64_t)info->workgroup_size.z << 32;
    entry.more[6] = info->grid_size.x | (uint64_t)info->grid_size.y << 24 | (uint64_t)info->grid_size.z << 48;
    return entry;
}

static void put_dispatch(const rocprofiler_buffer_tracing_kernel_dispatch_record_t* r) {
    entry_t entry = {'k',
                     r->operation,
                     0,
                     r->thread_id,
                     0,
                     r->correlation_id.internal,
                     r->correlation_id.external.value,
                     r->start_timestamp,
                     r->end_timestamp,
                     {0}};
    if (r->size != sizeof *r || r->dispatch_info.size != offsetof(rocprofiler_kernel_dispatch_info_t, reserved_padding))
        fprintf(stderr, "size of a dispatch record\n");
    put(of_dispatch(entry, &r->dispatch_info));
}

// The state of a dispatch so far; its user data is its id plus the events it has had.
static atomic_uchar seen[DISPATCHES];
static atomic_ulong enters, exits, completes, errors;

static void count_dispatch(const rocprofiler_callback_tracing_record_t* record, rocprofiler_user_data_t* user,
                           const rocprofiler_callback_tracing_kernel_dispatch_data_t* data) {
    uint64_t id = data->dispatch_info.dispatch_id;
    int complete = record->operation == ROCPROFILER_KERNEL_DISPATCH_COMPLETE;
    int step = complete ? 2 : record->phase == ROCPROFILER_CALLBACK_PHASE_ENTER ? 0 : 1;
    int good = id > 0 && id < DISPATCHES && atomic_fetch_add(&seen[id], 1) == step;
    good &= complete == (record->phase == ROCPROFILER_CALLBACK_PHASE_NONE);
    good &= complete ? data->start_timestamp > 0 && data->start_timestamp < data->end_timestamp
                     : data->start_timestamp == 0 && data->end_timestamp == 0;
    good &= complete || record->thread_id == caller();
    if (step == 0) user->value = id << 8;
    else good &= user->value == id << 8;
    if (!good) atomic_fetch_add(&errors, 1);
    atomic_fetch_add(step == 0 ? &enters : step == 1 ? &exits : &completes, 1);
}

static void on_dispatch(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* unused) {
    const rocprofiler_callback_tracing_kernel_dispatch_data_t* data = record.payload;
    (void)unused;
    if (wants('N')) {
        count_dispatch(&record, user, data);
        return;
    }
    entry_t entry = {'K',
                     record.operation,
                     record.phase,
                     record.thread_id,
                     caller(),
                     record.correlation_id.internal,
                     record.correlation_id.external.value,
                     data->start_timestamp,
                     data->end_timestamp,
                     {0}};
    entry.more[7] = user->value;
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) user->value = data->dispatch_info.dispatch_id;
    put(of_dispatch(entry, &data->dispatch_info));
}

// --- copies --------------------------------------------------------------------------------------------------------

static void put_copy(const rocprofiler_buffer_tracing_memory_copy_record_t* r) {
    if (r->size != sizeof *r) fprintf(stderr, "size of a copy record\n");
    put((entry_t){'c',
                  r->operation,
                  0,
                  r->thread_id,
                  0,
                  r->correlation_id.internal,
                  r->correlation_id.external.value,
                  r->start_timestamp,
                  r->end_timestamp,
                  {r->dst_agent_id.handle, r->src_agent_id.handle, r->bytes, r->dst_address.value, r->src_address.value,
                   0, 0, 0}});
}

static void on_copy(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* unused) {
    const rocprofiler_callback_tracing_memory_copy_data_t* d = record.payload;
    (void)unused;
    put((entry_t){'C',
                  record.operation,
                  record.phase,
                  record.thread_id,
                  caller(),
                  record.correlation_id.internal,
                  record.correlation_id.external.value,
                  d->start_timestamp,
                  d->end_timestamp,
                  {d->dst_agent_id.handle, d->src_agent_id.handle, d->bytes, d->dst_address.value, d->src_address.value,
                   0, 0, user->value}});
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) user->value = record.correlation_id.internal;
}

// --- all other events ----------------------------------------------------------------------------------------------

static void put_call(char sort, const rocprofiler_buffer_tracing_hip_api_record_t* r) {
    put((entry_t){(uint64_t)sort,
                  r->operation,
                  0,
                  r->thread_id,
                  0,
                  r->correlation_id.internal,
                  r->correlation_id.external.value,
                  r->start_timestamp,
                  r->end_timestamp,
                  {(uint64_t)r->kind, r->correlation_id.ancestor, 0, 0, 0, 0, 0, 0}});
}

static void put_retirement(const rocprofiler_buffer_tracing_correlation_id_retirement_record_t* r) {
    put((entry_t){'r', 0, 0, 0, 0, r->internal_correlation_id, 0, r->timestamp, r->timestamp, {0}});
}

static void put_record(const rocprofiler_record_header_t* header) {
    switch (header->kind) {
        case ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH: put_dispatch(header->payload); break;
        case ROCPROFILER_BUFFER_TRACING_MEMORY_COPY: put_copy(header->payload); break;
        case ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT: put_retirement(header->payload); break;
        case ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API: put_call('h', header->payload); break;
        default: put_call('s', header->payload); break;
    }
}

static void on_records(rocprofiler_context_id_t id, rocprofiler_buffer_id_t from, rocprofiler_record_header_t** headers,
                       size_t size, void* data, uint64_t dropped) {
    if (dropped) put((entry_t){'d', 0, 0, 0, 0, 0, 0, 0, 0, {dropped}});
    for (size_t i = 0; i < size; i++) put_record(headers[i]);
    (void)id, (void)from, (void)data;
}

static void on_code(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* unused) {
    if (record.operation != ROCPROFILER_CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER) return;
    if (record.phase != ROCPROFILER_CALLBACK_PHASE_LOAD) return;
    const rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t* kernel = record.payload;
    entry_t entry = {'n', record.operation, record.phase, record.thread_id, 0, 0, 0, 0, 0, {kernel->kernel_id}};
    snprintf((char*)&entry.more[1], 7 * sizeof entry.more[1], "%s", kernel->kernel_name);
    put(entry);
    (void)user, (void)unused;
}

static int on_question(rocprofiler_thread_id_t thread, rocprofiler_context_id_t id,
                       rocprofiler_external_correlation_id_request_kind_t kind,
                       rocprofiler_tracing_operation_t operation, uint64_t internal, rocprofiler_user_data_t* external,
                       void* data) {
    static atomic_ulong last = 1000000;
    external->value = atomic_fetch_add(&last, 1) + 1;
    put((entry_t){'q', operation, (int)kind, thread, caller(), internal, external->value, 0, 0, {0}});
    (void)id, (void)data;
    return 0;
}

static rocprofiler_status_t on_agents(rocprofiler_agent_version_t version, const void** agents, size_t size,
                                      void* data) {
    for (size_t i = 0; i < size; i++) {
        const rocprofiler_agent_v0_t* agent = agents[i];
        put((entry_t){'a', 0, 0, 0, 0, 0, 0, 0, 0, {agent->id.handle, agent->type, agent->node_id}});
    }
    (void)version, (void)data;
    return ROCPROFILER_STATUS_SUCCESS;
}

// --- the tool ------------------------------------------------------------------------------------------------------

static void records(char letter, rocprofiler_buffer_tracing_kind_t kind) {
    if (wants(letter)) MUST(rocprofiler_configure_buffer_tracing_service(context, kind, NULL, 0, buffer));
}

static void callbacks(rocprofiler_context_id_t id, rocprofiler_callback_tracing_kind_t kind,
                      rocprofiler_callback_tracing_cb_t callback) {
    MUST(rocprofiler_configure_callback_tracing_service(id, kind, NULL, 0, callback, NULL));
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    static const rocprofiler_external_correlation_id_request_kind_t asked[] = {
        ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_KERNEL_DISPATCH, ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MEMORY_COPY};
    (void)finalize, (void)data;
    entries = calloc(CAPACITY, sizeof *entries);
    MUST(rocprofiler_create_context(&names));
    callbacks(names, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, on_code);
    MUST(rocprofiler_start_context(names));
    MUST(rocprofiler_create_context(&context));
    MUST(rocprofiler_create_buffer(context, 1 << 18, 1 << 17, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL,
                                   &buffer));
    records('k', ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH);
    records('c', ROCPROFILER_BUFFER_TRACING_MEMORY_COPY);
    records('h', ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API);
    records('s', ROCPROFILER_BUFFER_TRACING_HSA_CORE_API);
    records('s', ROCPROFILER_BUFFER_TRACING_HSA_AMD_EXT_API);
    records('r', ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT);
    if (wants('K') || wants('N')) callbacks(context, ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH, on_dispatch);
    if (wants('C')) callbacks(context, ROCPROFILER_CALLBACK_TRACING_MEMORY_COPY, on_copy);
    if (wants('q'))
        MUST(rocprofiler_configure_external_correlation_id_request_service(context, asked, 2, on_question, NULL));
    MUST(rocprofiler_start_context(context));
    return 0;
}

static void put_operations(rocprofiler_buffer_tracing_kind_t kind) {
    for (int operation = 0; operation < OPERATIONS; operation++) {
        const char* name = NULL;
        if (rocprofiler_query_buffer_tracing_kind_operation_name(kind, operation, &name, NULL) || !name) continue;
        entry_t entry = {'o', operation, 0, 0, 0, 0, 0, 0, 0, {kind}};
        snprintf((char*)&entry.more[1], 7 * sizeof entry.more[1], "%s", name);
        put(entry);
    }
}

static void finalize(void* data) {
    MUST(rocprofiler_flush_buffer(buffer));
    MUST(rocprofiler_query_available_agents(ROCPROFILER_AGENT_INFO_VERSION_0, on_agents, sizeof(rocprofiler_agent_v0_t),
                                            NULL));
    if (wants('h')) put_operations(ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API);
    if (wants('s')) put_operations(ROCPROFILER_BUFFER_TRACING_HSA_CORE_API);
    if (wants('s')) put_operations(ROCPROFILER_BUFFER_TRACING_HSA_AMD_EXT_API);
    if (wants('N')) put((entry_t){'N', 0, 0, 0, 0, 0, 0, 0, 0, {enters, exits, completes, errors}});
    long end = atomic_load(&count);
    FILE* out = fopen(getenv("GPU_FILE"), "w");
    if (!out || end > CAPACITY || fwrite(entries, sizeof *entries, (size_t)end, out) != (size_t)end || fclose(out))
        fprintf(stderr, "%ld entries cannot be written\n", end);
    (void)data;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    wanted = getenv("GPU") ? getenv("GPU") : "kch";
    id->name = "gpu";
    (void)version, (void)runtime, (void)priority;
    return &result;
}
