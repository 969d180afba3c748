// A tool that writes every OMPT event and every roctx and HIP call it gets, one line per event, in order, to the
// file OMPT_FILE.<index of the tool in discovery order> when the program ends:
//
//   PHASE OPERATION thread=T id=INTERNAL/EXTERNAL<ANCESTOR start=NS end=NS [ARGUMENT=VALUE ...]
//
// PHASE is ENTER, EXIT, NONE or RECORD; NS of a callback is the tool's own clock. The tool assigns each new data
// word a number as its value: thread_data=1001 is the first word of the first tool.
//
//   OMPT=callback|buffer  its service (callback); with records, also the retirement of ids, phase RETIRED
//   OMPT_OPERATIONS=6,2   which operations of OMPT (all)
//   OMPT_STOPPED=1        the context is never started
//   OMPT_REQUEST=1        external ids by request: the operation plus 500
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rocprofiler-sdk/ompt.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#define MUST(call) \
    do { \
        rocprofiler_status_t status_ = (call); \
        if (status_) fprintf(stderr, "%s: %s\n", #call, rocprofiler_get_status_name(status_)); \
    } while (0)

enum { CAPACITY = 1 << 17, LINE = 400 };

static char (*lines)[LINE];
static atomic_long count;
static atomic_ulong words_seen;
static uint32_t place;
static rocprofiler_context_id_t context;
static rocprofiler_buffer_id_t buffer;

typedef ompt_data_t* (*thread_data_function)(void);
typedef int (*parallel_info_function)(int, ompt_data_t**, int*);
typedef int (*task_info_function)(int, int*, ompt_data_t**, void**, ompt_data_t**, int*);
typedef int (*target_info_function)(uint64_t*, uint64_t*, uint64_t*);
typedef uint64_t (*unique_id_function)(void);

static rocprofiler_ompt_callback_functions_t functions;

// --- lines ---------------------------------------------------------------------------------------------------------

typedef struct {
    char* at;
    char* end;
} text_t;

__attribute__((format(printf, 2, 3))) static void say(text_t* text, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(text->at, (size_t)(text->end - text->at), format, arguments);
    va_end(arguments);
    text->at += size < text->end - text->at ? size : text->end - text->at;
}

static void say_word(text_t* text, const char* name, ompt_data_t* word) {
    if (!word) {
        say(text, " %s=null", name);
        return;
    }
    uint64_t unset = 0, number = 1000 * (place + 1) + atomic_fetch_add(&words_seen, 1) + 1;
    if (!__atomic_compare_exchange_n(&word->value, &unset, number, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        atomic_fetch_sub(&words_seen, 1);
        number = unset;
    }
    say(text, " %s=%lu", name, (unsigned long)number);
}

#define WORD(member) say_word(text, #member, a->member)
#define NUMBER(member) say(text, " %s=%ld", #member, (long)a->member)
#define ADDRESS(member) say(text, " %s=0x%lx", #member, (unsigned long)a->member)
#define TEXT(member) say(text, " %s=%s", #member, a->member)
#define OPERATION(name) \
    case ROCPROFILER_OMPT_ID_##name: { \
        const __typeof__(args->name)* a = &args->name;

static void say_functions(text_t* text, const rocprofiler_ompt_callback_functions_t* a) {
    functions = *a;
    int missing = 0;
    void* const* all = (void* const*)a;
    for (size_t i = 0; i < sizeof *a / sizeof *all; i++) missing += !all[i];
    say(text, " missing=%d", missing);
    if (a->ompt_get_unique_id)
        say(text, " unique=%lu", (unsigned long)((unique_id_function)(void*)a->ompt_get_unique_id)());
}

// Formatting stays off to the end: clang-format does not see the braces that OPERATION opens.
// clang-format off

static void say_regions(text_t* text, int operation, const rocprofiler_ompt_args_t* args) {
    switch (operation) {
        OPERATION(thread_begin) NUMBER(thread_type); WORD(thread_data); } break;
        OPERATION(thread_end) WORD(thread_data); } break;
        OPERATION(parallel_begin) WORD(encountering_task_data); ADDRESS(encountering_task_frame); WORD(parallel_data);
            NUMBER(requested_parallelism); NUMBER(flags); ADDRESS(codeptr_ra); } break;
        OPERATION(parallel_end) WORD(parallel_data); WORD(encountering_task_data); NUMBER(flags); ADDRESS(codeptr_ra); } break;
        OPERATION(task_create) WORD(encountering_task_data); ADDRESS(encountering_task_frame); WORD(new_task_data);
            NUMBER(flags); NUMBER(has_dependences); ADDRESS(codeptr_ra); } break;
        OPERATION(task_schedule) WORD(prior_task_data); NUMBER(prior_task_status); WORD(next_task_data); } break;
        OPERATION(implicit_task) NUMBER(endpoint); WORD(parallel_data); WORD(task_data); NUMBER(actual_parallelism);
            NUMBER(index); NUMBER(flags); } break;
        OPERATION(dependences) WORD(task_data); ADDRESS(deps); NUMBER(ndeps); } break;
        OPERATION(task_dependence) WORD(src_task_data); WORD(sink_task_data); } break;
        OPERATION(work) NUMBER(work_type); NUMBER(endpoint); WORD(parallel_data); WORD(task_data); NUMBER(count);
            ADDRESS(codeptr_ra); } break;
        OPERATION(masked) NUMBER(endpoint); WORD(parallel_data); WORD(task_data); ADDRESS(codeptr_ra); } break;
        OPERATION(sync_region) NUMBER(kind); NUMBER(endpoint); WORD(parallel_data); WORD(task_data); ADDRESS(codeptr_ra); } break;
        OPERATION(sync_region_wait) NUMBER(kind); NUMBER(endpoint); WORD(parallel_data); WORD(task_data);
            ADDRESS(codeptr_ra); } break;
        OPERATION(reduction) NUMBER(kind); NUMBER(endpoint); WORD(parallel_data); WORD(task_data); ADDRESS(codeptr_ra); } break;
        OPERATION(dispatch) WORD(parallel_data); WORD(task_data); NUMBER(kind); NUMBER(instance.value); } break;
        OPERATION(cancel) WORD(task_data); NUMBER(flags); ADDRESS(codeptr_ra); } break;
        OPERATION(flush) WORD(thread_data); ADDRESS(codeptr_ra); } break;
    }
}

static void say_others(text_t* text, int operation, const rocprofiler_ompt_args_t* args) {
    switch (operation) {
        OPERATION(device_initialize) NUMBER(device_num); TEXT(type); ADDRESS(device); ADDRESS(lookup); TEXT(documentation); } break;
        OPERATION(device_finalize) NUMBER(device_num); } break;
        OPERATION(device_load) NUMBER(device_num); TEXT(filename); NUMBER(offset_in_file); ADDRESS(vma_in_file); NUMBER(bytes);
            ADDRESS(host_addr); ADDRESS(device_addr); NUMBER(module_id); } break;
        OPERATION(mutex_released) NUMBER(kind); NUMBER(wait_id); ADDRESS(codeptr_ra); } break;
        OPERATION(lock_init) NUMBER(kind); NUMBER(hint); NUMBER(impl); NUMBER(wait_id); ADDRESS(codeptr_ra); } break;
        OPERATION(lock_destroy) NUMBER(kind); NUMBER(wait_id); ADDRESS(codeptr_ra); } break;
        OPERATION(mutex_acquire) NUMBER(kind); NUMBER(hint); NUMBER(impl); NUMBER(wait_id); ADDRESS(codeptr_ra); } break;
        OPERATION(mutex_acquired) NUMBER(kind); NUMBER(wait_id); ADDRESS(codeptr_ra); } break;
        OPERATION(nest_lock) NUMBER(endpoint); NUMBER(wait_id); ADDRESS(codeptr_ra); } break;
        OPERATION(target_emi) NUMBER(kind); NUMBER(endpoint); NUMBER(device_num); WORD(task_data); WORD(target_task_data);
            WORD(target_data); ADDRESS(codeptr_ra); } break;
        OPERATION(target_data_op_emi) NUMBER(endpoint); WORD(target_task_data); WORD(target_data); WORD(host_op_id);
            NUMBER(optype); ADDRESS(src_address); NUMBER(src_device_num); ADDRESS(dst_address); NUMBER(dst_device_num);
            NUMBER(bytes); ADDRESS(codeptr_ra); } break;
        OPERATION(target_submit_emi) NUMBER(endpoint); WORD(target_data); WORD(host_op_id); NUMBER(requested_num_teams); } break;
        OPERATION(error) NUMBER(severity); TEXT(message); NUMBER(length); ADDRESS(codeptr_ra); } break;
        case ROCPROFILER_OMPT_ID_callback_functions: say_functions(text, &args->callback_functions); break;
    }
}

// Prints the runtime's information about the present place in the program, at the begin of a work region.
static void say_place(text_t* text) {
    ompt_data_t *thread = NULL, *parallel = NULL, *task = NULL, *around = NULL;
    int team = 0, flags = 0, index = 0;
    if (functions.ompt_get_thread_data) thread = ((thread_data_function)(void*)functions.ompt_get_thread_data)();
    say_word(text, "my_thread", thread);
    if (((parallel_info_function)(void*)functions.ompt_get_parallel_info)(0, &parallel, &team) == 2)
        say_word(text, "my_parallel", parallel);
    if (((task_info_function)(void*)functions.ompt_get_task_info)(0, &flags, &task, NULL, &around, &index) == 2) {
        say_word(text, "my_task", task);
        say(text, " same=%d team=%d", around == parallel, team);
    }
}

static void say_target(text_t* text) {
    uint64_t device = 0, target = 0, operation = 0;
    if (((target_info_function)(void*)functions.ompt_get_target_info)(&device, &target, &operation) == 1)
        say(text, " my_device=%lu my_target=%lu my_op=%lu", (unsigned long)device, (unsigned long)target, (unsigned long)operation);
}

static int begin_line(text_t* text) {
    long line = atomic_fetch_add(&count, 1);
    if (line >= CAPACITY) return 0;
    *text = (text_t){lines[line], lines[line] + LINE};
    return 1;
}

// --- events --------------------------------------------------------------------------------------------------------

static void on_callback(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* arg) {
    static const char* const phases[] = {"NONE", "ENTER", "EXIT"};
    rocprofiler_timestamp_t now = 0;
    text_t text;
    const char* name = "?";
    (void)arg;
    rocprofiler_get_timestamp(&now);
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) user->value = now;
    if (!begin_line(&text)) return;
    rocprofiler_query_callback_tracing_kind_operation_name(record.kind, record.operation, &name, NULL);
    say(&text, "%s %s thread=%lu id=%lu/%lu<%lu start=%lu end=%lu", phases[record.phase], name,
        (unsigned long)record.thread_id, (unsigned long)record.correlation_id.internal,
        (unsigned long)record.correlation_id.external.value, (unsigned long)record.correlation_id.ancestor,
        (unsigned long)(record.phase == ROCPROFILER_CALLBACK_PHASE_EXIT ? user->value : now), (unsigned long)now);
    if (record.kind != ROCPROFILER_CALLBACK_TRACING_OMPT) return;
    const rocprofiler_callback_tracing_ompt_data_t* data = record.payload;
    if (data->size != sizeof *data) say(&text, " size=%lu", (unsigned long)data->size);
    say_regions(&text, record.operation, &data->args);
    say_others(&text, record.operation, &data->args);
    if (!functions.ompt_get_task_info) return;
    if (record.operation == ROCPROFILER_OMPT_ID_work && record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) say_place(&text);
    if (record.operation == ROCPROFILER_OMPT_ID_target_submit_emi) say_target(&text);
}

static void say_record(text_t* text, const rocprofiler_buffer_tracing_ompt_record_t* r) {
    switch (r->operation) {
        case ROCPROFILER_OMPT_ID_target_emi:
            say(text, " kind=%d device_num=%d task_id=%lu target_id=%lu codeptr_ra=0x%lx", r->target.kind,
                r->target.device_num, (unsigned long)r->target.task_id, (unsigned long)r->target.target_id,
                (unsigned long)r->target.codeptr_ra);
            break;
        case ROCPROFILER_OMPT_ID_target_data_op_emi:
            say(text, " host_op_id=%lu optype=%d src_device_num=%d dst_device_num=%d bytes=%lu codeptr_ra=0x%lx",
                (unsigned long)r->target_data_op.host_op_id, r->target_data_op.optype, r->target_data_op.src_device_num,
                r->target_data_op.dst_device_num, (unsigned long)r->target_data_op.bytes,
                (unsigned long)r->target_data_op.codeptr_ra);
            break;
        case ROCPROFILER_OMPT_ID_target_submit_emi:
            say(text, " host_op_id=%lu requested_num_teams=%u", (unsigned long)r->target_kernel.host_op_id,
                r->target_kernel.requested_num_teams);
            break;
        default:
            for (int i = 0; i < 5; i++)
                if (r->reserved[i]) say(text, " reserved[%d]=%lu", i, (unsigned long)r->reserved[i]);
    }
}

static void on_records(rocprofiler_context_id_t id, rocprofiler_buffer_id_t from, rocprofiler_record_header_t** headers,
                       size_t size, void* data, uint64_t dropped) {
    if (dropped) fprintf(stderr, "%lu dropped\n", (unsigned long)dropped);
    for (size_t i = 0; i < size; i++) {
        const rocprofiler_buffer_tracing_ompt_record_t* r = headers[i]->payload;  // API records begin alike
        text_t text;
        const char* name = "?";
        if (!begin_line(&text)) return;
        if (headers[i]->kind == ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT) {
            const rocprofiler_buffer_tracing_correlation_id_retirement_record_t* retired = headers[i]->payload;
            say(&text, "RETIRED id thread=0 id=%lu/0<0 start=%lu end=0", (unsigned long)retired->internal_correlation_id,
                (unsigned long)retired->timestamp);
            continue;
        }
        rocprofiler_query_buffer_tracing_kind_operation_name(
            (rocprofiler_buffer_tracing_kind_t)headers[i]->kind, r->operation, &name, NULL);
        say(&text, "RECORD %s thread=%lu id=%lu/%lu<%lu start=%lu end=%lu", name, (unsigned long)r->thread_id,
            (unsigned long)r->correlation_id.internal, (unsigned long)r->correlation_id.external.value,
            (unsigned long)r->correlation_id.ancestor, (unsigned long)r->start_timestamp, (unsigned long)r->end_timestamp);
        if (headers[i]->kind != ROCPROFILER_BUFFER_TRACING_OMPT) continue;
        if (r->size != sizeof *r) say(&text, " size=%lu", (unsigned long)r->size);
        say_record(&text, r);
    }
    (void)id, (void)from, (void)data;
}

static int external_id(rocprofiler_thread_id_t thread, rocprofiler_context_id_t id,
                       rocprofiler_external_correlation_id_request_kind_t kind, rocprofiler_tracing_operation_t operation,
                       uint64_t internal, rocprofiler_user_data_t* external, void* data) {
    external->value = kind == ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_OMPT ? 500 + (uint64_t)operation : 0;
    (void)thread, (void)id, (void)internal, (void)data;
    return 0;
}

// --- life cycle ----------------------------------------------------------------------------------------------------

static int is_set(const char* name, const char* value) {
    const char* set = getenv(name);
    return set && strcmp(set, value) == 0;
}

static size_t selection(rocprofiler_tracing_operation_t* operations) {
    size_t size = 0;
    const char* list = getenv("OMPT_OPERATIONS");
    while (list && *list) {
        operations[size++] = (rocprofiler_tracing_operation_t)strtol(list, (char**)&list, 10);
        if (*list == ',') list++;
    }
    return size;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    rocprofiler_tracing_operation_t operations[64];
    size_t size = selection(operations);
    lines = calloc(CAPACITY, LINE);
    MUST(rocprofiler_create_context(&context));
    if (is_set("OMPT", "buffer")) {
        MUST(rocprofiler_create_buffer(context, 1 << 16, 1 << 15, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL, &buffer));
        MUST(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_OMPT, operations, size, buffer));
        MUST(rocprofiler_configure_buffer_tracing_service(
            context, ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT, NULL, 0, buffer));
        MUST(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API, NULL, 0, buffer));
        MUST(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, NULL, 0, buffer));
    } else {
        MUST(rocprofiler_configure_callback_tracing_service(
            context, ROCPROFILER_CALLBACK_TRACING_OMPT, operations, size, on_callback, NULL));
        MUST(rocprofiler_configure_callback_tracing_service(
            context, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, NULL, 0, on_callback, NULL));
        MUST(rocprofiler_configure_callback_tracing_service(
            context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL, 0, on_callback, NULL));
    }
    if (is_set("OMPT_REQUEST", "1"))
        MUST(rocprofiler_configure_external_correlation_id_request_service(context, NULL, 0, external_id, NULL));
    if (!is_set("OMPT_STOPPED", "1")) MUST(rocprofiler_start_context(context));
    (void)finalize, (void)data;
    return 0;
}

static void finalize(void* data) {
    char path[4096];
    if (buffer.handle) MUST(rocprofiler_flush_buffer(buffer));
    snprintf(path, sizeof path, "%s.%u", getenv("OMPT_FILE") ? getenv("OMPT_FILE") : "ompt", place);
    FILE* out = fopen(path, "w");
    if (!out) return;
    for (long i = 0; i < atomic_load(&count) && i < CAPACITY; i++) fprintf(out, "%s\n", lines[i]);
    fclose(out);
    (void)data;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    id->name = "ompt";
    place = priority;
    (void)version, (void)runtime;
    return &result;
}
