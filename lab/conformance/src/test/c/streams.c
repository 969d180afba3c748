// streams: its own HIP runtime, and its own tool that prints stream events: of streams that it saw being created,
// of others, and of HIP's two predefined handles (hipStreamLegacy, hipStreamPerThread).
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

enum { SLOTS = 541 };

static rocprofiler_context_id_t context;

static void must(const char* what, rocprofiler_status_t status) {
    if (status != ROCPROFILER_STATUS_SUCCESS) printf("%s: %s\n", what, rocprofiler_get_status_name(status));
}
#define MUST(call) must(#call, call)

// --- the runtime ---------------------------------------------------------------------------------------------------

typedef uint64_t stream; // hipStream_t

static const stream LEGACY = 1, PER_THREAD = 2;

static struct {
    uint64_t size;
    void* functions[SLOTS];
} hip = {8 + 8 * SLOTS, {0}};

#define SLOT(name) hip.functions[ROCPROFILER_HIP_RUNTIME_API_ID_##name]

static stream next_stream;

static int unsupported(void) { return 801; }
static int create(stream* to) { return next_stream ? (*to = next_stream, 0) : 1; }
static int on_stream(stream of) { return of == 0xbad; }
static int set(void* to, int value, size_t bytes, stream of) {
    return (void)to, (void)value, (void)bytes, (int)(of == 0xbad);
}
static int launch(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                  unsigned shared, stream of, void** parameters, void** extra) {
    (void)function, (void)gx, (void)gy, (void)gz, (void)bx, (void)by, (void)bz, (void)shared, (void)parameters,
        (void)extra;
    return of == 0xbad;
}

static void announce(void) {
    for (int i = 0; i < SLOTS; i++) hip.functions[i] = (void*)unsupported;
    SLOT(hipStreamCreate) = SLOT(hipStreamCreateWithFlags) = SLOT(hipStreamCreateWithPriority) = (void*)create;
    SLOT(hipStreamDestroy) = SLOT(hipStreamSynchronize) = SLOT(hipStreamQuery) = (void*)on_stream;
    SLOT(hipMemsetAsync) = (void*)set;
    SLOT(hipModuleLaunchKernel) = (void*)launch;
    rocprofiler_register_library_indentifier_t id;
    void* tables[1] = {&hip};
    rocprofiler_register_library_api_table("hip", NULL, 70000, tables, 1, &id);
}

// --- the tool ------------------------------------------------------------------------------------------------------

static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* argument) {
    static const char* const phases[] = {"at", "enter", "exit"};
    rocprofiler_callback_tracing_hip_stream_data_t* data = record.payload;
    const char* name = NULL;
    rocprofiler_query_callback_tracing_kind_operation_name(record.kind, record.operation, &name, NULL);
    printf("  %s %s stream %lu value %lx", phases[record.phase], name, (unsigned long)data->stream_id.handle,
           (unsigned long)data->stream_value.value);
    if (data->size != 24) printf(" payload of %lu bytes", (unsigned long)data->size);
    if (record.correlation_id.internal || record.correlation_id.ancestor || record.correlation_id.external.value)
        printf(" with an id");
    printf("\n");
    (void)user, (void)argument;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    MUST(rocprofiler_create_context(&context));
    MUST(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HIP_STREAM, NULL, 0,
                                                        on_event, NULL));
    return 0;
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* text, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)text, (void)priority;
    id->name = "streams";
    return &result;
}

// --- the program ---------------------------------------------------------------------------------------------------

static void make(void* function, stream value, int expected) {
    stream made = 0;
    next_stream = value;
    int status = ((int (*)(stream*, unsigned, int))function)(&made, 0, 0);
    if (status != expected || made != value) printf("status %d, stream %lx\n", status, (unsigned long)made);
}

static void use(void* function, stream value, int expected) {
    int status = ((int (*)(stream))function)(value);
    if (status != expected) printf("status %d, not %d\n", status, expected);
}

int main(void) {
    announce();
    printf("nobody listens\n");
    make(SLOT(hipStreamCreate), 0x10, 0);
    use(SLOT(hipStreamSynchronize), 0x60, 0);
    MUST(rocprofiler_start_context(context));
    printf("made\n");
    make(SLOT(hipStreamCreate), 0x20, 0);
    make(SLOT(hipStreamCreateWithFlags), 0x30, 0);
    make(SLOT(hipStreamCreateWithPriority), 0x40, 0);
    make(SLOT(hipStreamCreate), 0, 1);
    printf("used\n");
    use(SLOT(hipStreamSynchronize), 0x20, 0);
    use(SLOT(hipStreamQuery), 0, 0);
    ((int (*)(void*, int, size_t, stream))SLOT(hipMemsetAsync))(NULL, 0, 0, 0x30);
    ((int (*)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, stream, void**, void**))SLOT(
        hipModuleLaunchKernel))(NULL, 1, 1, 1, 1, 1, 1, 0, 0x40, NULL, NULL);
    use(SLOT(hipStreamQuery), 0xbad, 1);
    printf("made by nobody, or while nobody listened\n");
    use(SLOT(hipStreamSynchronize), 0x60, 0);
    use(SLOT(hipStreamSynchronize), 0x10, 0);
    use(SLOT(hipStreamSynchronize), LEGACY, 0);
    use(SLOT(hipStreamSynchronize), PER_THREAD, 0);
    use(SLOT(hipStreamSynchronize), LEGACY, 0);
    printf("ended, and its pointer used again\n");
    use(SLOT(hipStreamDestroy), 0x20, 0);
    use(SLOT(hipStreamDestroy), 0xbad, 1);
    make(SLOT(hipStreamCreate), 0x20, 0);
    use(SLOT(hipStreamSynchronize), 0x20, 0);
    use(SLOT(hipStreamDestroy), 0x50, 0);
    printf("the same while nobody listens\n");
    MUST(rocprofiler_stop_context(context));
    use(SLOT(hipStreamDestroy), 0x30, 0);
    make(SLOT(hipStreamCreate), 0x30, 0);
    MUST(rocprofiler_start_context(context));
    use(SLOT(hipStreamSynchronize), 0x30, 0);
    return 0;
}
