// scratch CASE: its own HSA runtime that reports scratch memory through its tools table, and its own tool that
// prints the events it gets.
//
//   events   each pair of functions; nested pairs and pairs on two threads; halves without the other half; no queue,
//            no event
//   chosen   a context with one operation, and one with the records of the others
//   stops    a context that stops, and one that starts, between the two halves
//   ids      correlation ids: within a traced call and outside, pushed, requested, retired
#include <pthread.h>

#include "own_hsa.h"

enum { ALLOC = 1, FREE = 2, RECLAIM = 3 };
enum { ANSWER = 0x1000 };

static const char* mode;
static rocprofiler_context_id_t first, second;
static rocprofiler_buffer_id_t buffer;

static int is(const char* name) { return strcmp(mode, name) == 0; }

// --- the runtime ---------------------------------------------------------------------------------------------------

static unsigned called[TOOLS_SLOTS];

// A queue with an odd id belongs to the GPU; queue 9 is unknown.
static hsa_status_t queue_info(hsa_queue_t* queue, hsa_queue_info_attribute_t attribute, void* value) {
    if (attribute != HSA_AMD_QUEUE_INFO_AGENT || queue->id == 9) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    ((hsa_agent_t*)value)->handle = queue->id % 2 ? GPU : CPU;
    return HSA_STATUS_SUCCESS;
}

#define OWN(i) \
    static hsa_status_t own_##i(hsa_amd_tool_event_t event) { \
        (void)event; \
        __atomic_fetch_add(&called[i], 1, __ATOMIC_RELAXED); \
        return (hsa_status_t)(ANSWER + i); \
    }
OWN(0)
OWN(1)
OWN(2)
OWN(3)
OWN(4)
OWN(5)

static void tell(int function, const void* event) {
    hsa_status_t (*slot)(hsa_amd_tool_event_t) = tools.functions[function];
    hsa_status_t status = slot((hsa_amd_tool_event_t){.none = event});
    if (status != (hsa_status_t)(ANSWER + function)) printf("function %d: %d\n", function, status);
}

static hsa_queue_t queues[10];

static const hsa_queue_t* queue(uint64_t id) {
    queues[id].id = id;
    return &queues[id];
}

static void alloc_start(const hsa_queue_t* of, uint64_t dispatch) {
    hsa_amd_event_scratch_alloc_start_t event = {HSA_AMD_TOOL_EVENT_SCRATCH_ALLOC_START, of,
                                                 HSA_AMD_EVENT_SCRATCH_ALLOC_FLAG_USE_ONCE, dispatch};
    tell(0, &event);
}

static void alloc_end(const hsa_queue_t* of, uint64_t dispatch, size_t size, size_t slots) {
    hsa_amd_event_scratch_alloc_end_t event = {
        HSA_AMD_TOOL_EVENT_SCRATCH_ALLOC_END, of, HSA_AMD_EVENT_SCRATCH_ALLOC_FLAG_ALT, dispatch, size, slots};
    tell(1, &event);
}

// Free and reclaim use the same struct for both halves.
static void other(int function, const hsa_queue_t* of, int flags) {
    hsa_amd_event_scratch_free_start_t event = {function + 1, of, flags};
    tell(function, &event);
}

static void frees(uint64_t id) {
    other(2, queue(id), 0);
    other(3, queue(id), 0);
}

static void reclaims(uint64_t id) {
    other(4, queue(id), 1);
    other(5, queue(id), 1);
}

static void allocates(uint64_t id, uint64_t dispatch) {
    alloc_start(queue(id), dispatch);
    alloc_end(queue(id), dispatch, 4096 * dispatch, dispatch);
}

// Calls itself through its table, to nest a traced call in another.
static hsa_status_t init(void) {
    static int depth;
    if (depth++ == 0) return ((hsa_status_t(*)(void))CORE(hsa_init))();
    printf("in the call\n");
    allocates(3, 5);
    return HSA_STATUS_SUCCESS;
}

static void start_runtime(void) {
    void* const own[TOOLS_SLOTS] = {(void*)own_0, (void*)own_1, (void*)own_2, (void*)own_3, (void*)own_4, (void*)own_5};
    memcpy(tools.functions, own, sizeof own);
    CORE(hsa_init) = (void*)init;
    AMD(hsa_amd_queue_get_info) = (void*)queue_info;
    announce(1);
}

// --- the tool's output ---------------------------------------------------------------------------------------------

static const char* who(rocprofiler_context_id_t context) { return context.handle == first.handle ? "first" : "second"; }

static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* argument) {
    const char* name = NULL;
    rocprofiler_query_callback_tracing_kind_operation_name(record.kind, record.operation, &name, NULL);
    int enters = record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER;
    printf("  %s %s %s", who(record.context_id), enters ? "enter" : "exit", name);
    if (record.kind == ROCPROFILER_CALLBACK_TRACING_SCRATCH_MEMORY) {
        rocprofiler_callback_tracing_scratch_memory_data_t* data = record.payload;
        printf(" node %s queue %lu flags %d event %d", node(data->agent_id), (unsigned long)data->queue_id.handle,
               data->flags, data->args_kind);
        if (record.operation == ALLOC)
            printf(" dispatch %lu size %zu slots %zu", (unsigned long)data->args.alloc_end.dispatch_id,
                   data->args.alloc_end.size, data->args.alloc_end.num_slots);
        if (data->size != 56) printf(" payload of %lu bytes", (unsigned long)data->size);
    }
    if (is("ids"))
        printf(" id %lu ancestor %lu external %lu", (unsigned long)record.correlation_id.internal,
               (unsigned long)record.correlation_id.ancestor, (unsigned long)record.correlation_id.external.value);
    if (record.thread_id != self()) printf(" wrong thread");
    if (enters) user->value = 7 + record.operation;
    else if (user->value != 7u + record.operation) printf(" user data lost");
    printf("\n");
    (void)argument;
}

static uint64_t began;

static void on_records(rocprofiler_context_id_t from, rocprofiler_buffer_id_t id, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t dropped) {
    uint64_t now = 0;
    rocprofiler_get_timestamp(&now);
    for (size_t i = 0; i < count; i++) {
        if (headers[i]->kind == ROCPROFILER_BUFFER_TRACING_SCRATCH_MEMORY) {
            rocprofiler_buffer_tracing_scratch_memory_record_t* r = headers[i]->payload;
            const char* name = NULL;
            rocprofiler_query_buffer_tracing_kind_operation_name(r->kind, r->operation, &name, NULL);
            printf("  %s node %s queue %lu flags %d size %lu", name, node(r->agent_id),
                   (unsigned long)r->queue_id.handle, r->flags, (unsigned long)r->allocation_size);
            if (is("ids"))
                printf(" id %lu ancestor %lu external %lu", (unsigned long)r->correlation_id.internal,
                       (unsigned long)r->correlation_id.ancestor, (unsigned long)r->correlation_id.external.value);
            if (r->size != 96) printf(" record of %lu bytes", (unsigned long)r->size);
            if (r->start_timestamp < began || r->start_timestamp >= r->end_timestamp || r->end_timestamp > now)
                printf(" wrong times");
            printf(" thread %s\n", r->thread_id == (uint64_t)(uintptr_t)data ? "main" : "other");
        } else if (headers[i]->kind == ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT) {
            rocprofiler_buffer_tracing_correlation_id_retirement_record_t* r = headers[i]->payload;
            printf("  retired %lu\n", (unsigned long)r->internal_correlation_id);
        }
    }
    if (dropped) printf("%lu dropped\n", (unsigned long)dropped);
    (void)from, (void)id;
}

static int on_request(rocprofiler_thread_id_t thread, rocprofiler_context_id_t context,
                      rocprofiler_external_correlation_id_request_kind_t kind,
                      rocprofiler_tracing_operation_t operation, uint64_t internal, rocprofiler_user_data_t* external,
                      void* data) {
    const char* name = NULL;
    rocprofiler_query_external_correlation_id_request_kind_name(kind, &name, NULL);
    printf("  %s asked for %s %d of id %lu%s\n", who(context), name, operation, (unsigned long)internal,
           thread == self() ? "" : ", wrong thread");
    external->value = 1000 + internal;
    (void)data;
    return 0;
}

// --- the tool ------------------------------------------------------------------------------------------------------

static void callbacks(rocprofiler_context_id_t context, const rocprofiler_tracing_operation_t* operations,
                      size_t count) {
    MUST(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_SCRATCH_MEMORY,
                                                        operations, count, on_event, NULL));
}

static void records(rocprofiler_context_id_t context, const rocprofiler_tracing_operation_t* operations, size_t count) {
    MUST(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_SCRATCH_MEMORY, operations,
                                                      count, buffer));
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    static const rocprofiler_tracing_operation_t alloc[] = {ALLOC}, rest[] = {FREE, RECLAIM};
    static const rocprofiler_tracing_operation_t inits[] = {ROCPROFILER_HSA_CORE_API_ID_hsa_init};
    static const rocprofiler_external_correlation_id_request_kind_t kinds[] = {
        ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_SCRATCH_MEMORY};
    (void)finalize, (void)data;
    rocprofiler_get_timestamp(&began);
    MUST(rocprofiler_create_context(&first));
    MUST(rocprofiler_create_context(&second));
    MUST(rocprofiler_create_buffer(first, 65536, 65536, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records,
                                   (void*)(uintptr_t)self(), &buffer));
    callbacks(first, is("chosen") ? alloc : NULL, is("chosen"));
    if (!is("stops")) records(is("chosen") ? second : first, is("chosen") ? rest : NULL, is("chosen") ? 2 : 0);
    if (is("stops") || is("ids")) callbacks(second, NULL, 0);
    if (is("ids")) {
        MUST(rocprofiler_configure_callback_tracing_service(first, ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API, inits, 1,
                                                            on_event, NULL));
        MUST(rocprofiler_configure_buffer_tracing_service(first, ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT,
                                                          NULL, 0, buffer));
        MUST(rocprofiler_configure_external_correlation_id_request_service(second, kinds, 1, on_request, NULL));
    }
    MUST(rocprofiler_start_context(first));
    if (!is("stops") && !is("events")) MUST(rocprofiler_start_context(second));
    return 0;
}

static void finalize(void* data) {
    (void)data;
    printf("records\n");
    MUST(rocprofiler_flush_buffer(buffer));
    printf("called");
    for (int i = 0; i < TOOLS_SLOTS; i++) printf(" %u", called[i]);
    printf("\n");
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* text, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    (void)version, (void)text, (void)priority;
    id->name = "scratch";
    return &result;
}

// --- the program ---------------------------------------------------------------------------------------------------

static void* on_thread(void* unused) {
    allocates(2, 8);
    return unused;
}

static void events(void) {
    printf("pairs\n");
    allocates(1, 41);
    frees(2);
    reclaims(3);
    printf("within each other, on two threads\n");
    pthread_t thread;
    alloc_start(queue(5), 42);
    frees(5);
    pthread_create(&thread, NULL, on_thread, NULL);
    pthread_join(thread, NULL);
    alloc_end(queue(5), 42, 1 << 20, 64);
    printf("an end without a start\n");
    other(3, queue(1), 0);
    printf("a start without an end\n");
    other(4, queue(1), 0);
    reclaims(7);
    printf("no queue, an unknown one, no event\n");
    other(2, NULL, 2);
    other(3, NULL, 2);
    frees(9);
    tell(2, NULL);
    tell(3, NULL);
    other(2, queue(1), 1);
    tell(3, NULL);
}

static void stops(void) {
    printf("first stops\n");
    alloc_start(queue(1), 1);
    MUST(rocprofiler_stop_context(first));
    MUST(rocprofiler_start_context(second));
    alloc_end(queue(1), 1, 64, 1);
    printf("second listens\n");
    frees(1);
    MUST(rocprofiler_stop_context(second));
    printf("nobody does\n");
    other(2, queue(1), 0);
    MUST(rocprofiler_start_context(first));
    other(3, queue(1), 0);
}

static void ids(void) {
    hsa_status_t (*traced)(void) = CORE(hsa_init);
    MUST(rocprofiler_push_external_correlation_id(first, self(), (rocprofiler_user_data_t){.value = 50}));
    frees(1);
    traced();
}

int main(int argc, char** argv) {
    mode = argc > 1 ? argv[1] : "events";
    start_runtime();
    if (is("events")) {
        events();
    } else if (is("chosen")) {
        allocates(1, 1);
        frees(1);
        reclaims(1);
    } else if (is("stops")) {
        stops();
    } else {
        ids();
    }
    return 0;
}
