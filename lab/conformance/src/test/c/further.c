// further MODULE | further threads: tools that come one after the other while the program runs, the first one linked
// into it if FURTHER_LINKED is set. Each must get what happens from its start on, and those before it all that they got
// before. Says for each tool how much it was told, and how much the program has done since the tool's start.
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "gpu_program.h"
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

enum { TOOLS = 4, CALLS = 100, KERNELS = 10, COPIES = 10, THREADS = 2 };
enum {
    TELLS_CALLS = 1,
    RECORDS_CALLS = 2,
    RECORDS_KERNELS = 4,
    TELLS_CODE = 8,
    TELLS_RUNTIMES = 16,
    RETIRES = 32,
    RECORDS_MEMORY = 64
};

typedef struct {
    int services;
    rocprofiler_context_id_t context;
    rocprofiler_buffer_id_t buffer;
    atomic_ulong calls, records, kernels, copies, allocations, named, unknown, runtimes, retired, other_ids;
    unsigned long calls_before, kernels_before, copies_before;
} tool;

static tool tools[TOOLS] = {
    {.services = TELLS_CALLS},
    {.services = TELLS_CALLS | RECORDS_CALLS | TELLS_RUNTIMES},
    {.services = TELLS_CALLS | RECORDS_KERNELS | RECORDS_MEMORY | TELLS_CODE},
    {.services = RECORDS_CALLS | RECORDS_KERNELS | RECORDS_MEMORY | TELLS_CODE | RETIRES | TELLS_RUNTIMES}};
static atomic_ulong made, launched, copied; // as many copies as allocations
static uint64_t kernel_id;
static __thread uint64_t id_of_call;

// --- the tools -----------------------------------------------------------------------------------------------------

// All tools are told of a call with one id.
static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* data) {
    tool* own = data;
    (void)user;
    if (record.phase != ROCPROFILER_CALLBACK_PHASE_ENTER) return;
    if (own == &tools[0]) id_of_call = record.correlation_id.internal;
    else if (id_of_call && id_of_call != record.correlation_id.internal) atomic_fetch_add(&own->other_ids, 1);
    atomic_fetch_add(&own->calls, 1);
}

static void on_code(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* data) {
    tool* own = data;
    (void)user;
    if (record.operation != ROCPROFILER_CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER
        || record.phase != ROCPROFILER_CALLBACK_PHASE_LOAD)
        return;
    const rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t* symbol = record.payload;
    if (strstr(symbol->kernel_name, "add_one") == NULL) return;
    if (kernel_id && kernel_id != symbol->kernel_id) atomic_fetch_add(&own->other_ids, 1);
    kernel_id = symbol->kernel_id;
    atomic_fetch_add(&own->named, 1);
}

static void on_runtime(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* data) {
    (void)user;
    if (record.operation == ROCPROFILER_RUNTIME_INITIALIZATION_HIP) atomic_fetch_add(&((tool*)data)->runtimes, 1);
}

static void on_records(rocprofiler_context_id_t context, rocprofiler_buffer_id_t buffer,
                       rocprofiler_record_header_t** headers, size_t count, void* data, uint64_t dropped) {
    tool* own = data;
    (void)context, (void)buffer;
    EXPECT(!dropped);
    for (size_t i = 0; i < count; i++) {
        const rocprofiler_buffer_tracing_kernel_dispatch_record_t* kernel = headers[i]->payload;
        if (headers[i]->kind == ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API) atomic_fetch_add(&own->records, 1);
        if (headers[i]->kind == ROCPROFILER_BUFFER_TRACING_MEMORY_COPY) atomic_fetch_add(&own->copies, 1);
        if (headers[i]->kind == ROCPROFILER_BUFFER_TRACING_MEMORY_ALLOCATION) atomic_fetch_add(&own->allocations, 1);
        if (headers[i]->kind == ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT)
            atomic_fetch_add(&own->retired, 1);
        if (headers[i]->kind != ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH) continue;
        atomic_fetch_add(&own->kernels, 1);
        if (kernel->dispatch_info.kernel_id != kernel_id) atomic_fetch_add(&own->unknown, 1);
    }
}

#define MUST(call) expect((call) == ROCPROFILER_STATUS_SUCCESS, #call, __LINE__)

static void record(tool* own, rocprofiler_buffer_tracing_kind_t kind, const rocprofiler_tracing_operation_t* operations,
                   size_t count) {
    MUST(rocprofiler_configure_buffer_tracing_service(own->context, kind, operations, count, own->buffer));
}

static void tell(tool* own, rocprofiler_callback_tracing_kind_t kind, const rocprofiler_tracing_operation_t* operations,
                 size_t count, rocprofiler_callback_tracing_cb_t function) {
    MUST(rocprofiler_configure_callback_tracing_service(own->context, kind, operations, count, function, own));
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    static const rocprofiler_tracing_operation_t get_device = ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice;
    tool* own = data;
    (void)finalize;
    MUST(rocprofiler_create_context(&own->context));
    MUST(rocprofiler_create_buffer(own->context, 1 << 16, 1 << 15, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, own,
                                   &own->buffer));
    if (own->services & TELLS_CALLS) tell(own, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, &get_device, 1, on_call);
    if (own->services & TELLS_CODE) tell(own, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, NULL, 0, on_code);
    if (own->services & TELLS_RUNTIMES)
        tell(own, ROCPROFILER_CALLBACK_TRACING_RUNTIME_INITIALIZATION, NULL, 0, on_runtime);
    if (own->services & RECORDS_CALLS) record(own, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, &get_device, 1);
    if (own->services & RECORDS_KERNELS) record(own, ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH, NULL, 0);
    if (own->services & RECORDS_MEMORY) {
        static const rocprofiler_tracing_operation_t allocates = ROCPROFILER_MEMORY_ALLOCATION_ALLOCATE;
        record(own, ROCPROFILER_BUFFER_TRACING_MEMORY_COPY, NULL, 0);
        record(own, ROCPROFILER_BUFFER_TRACING_MEMORY_ALLOCATION, &allocates, 1);
    }
    if (own->services & RETIRES) record(own, ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT, NULL, 0);
    MUST(rocprofiler_start_context(own->context));
    return 0;
}

static rocprofiler_tool_configure_result_t* configure(int number) {
    static rocprofiler_tool_configure_result_t results[TOOLS];
    results[number] = (rocprofiler_tool_configure_result_t){sizeof *results, initialize, NULL, &tools[number]};
    return &results[number];
}

#define CONFIGURE(number) \
    static rocprofiler_tool_configure_result_t* configure_##number(uint32_t version, const char* text, \
                                                                   uint32_t priority, rocprofiler_client_id_t* id) { \
        (void)version, (void)text, (void)priority; \
        id->name = "further " #number; \
        return configure(number); \
    }

CONFIGURE(1)
CONFIGURE(2)
CONFIGURE(3)

static const rocprofiler_configure_func_t functions[TOOLS] = {NULL, configure_1, configure_2, configure_3};

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* text, uint32_t priority, rocprofiler_client_id_t* id) {
    (void)version, (void)text, (void)priority;
    id->name = "further 0";
    return getenv("FURTHER_LINKED") ? configure(0) : NULL;
}

// --- the program ---------------------------------------------------------------------------------------------------

static void call(void) {
    int device;
    atomic_fetch_add(&made, 1);
    HIP(hipGetDevice(&device));
}

static void calls(void) {
    for (int i = 0; i < CALLS; i++) call();
}

static void force(int number) {
    tools[number].calls_before = atomic_load(&made);
    tools[number].kernels_before = atomic_load(&launched);
    tools[number].copies_before = atomic_load(&copied);
    EXPECT(rocprofiler_force_configure(functions[number]) == ROCPROFILER_STATUS_SUCCESS);
}

static void launch(hipFunction_t kernel, uint32_t* sums, hipStream_t stream) {
    void* arguments[] = {&sums};
    for (int i = 0; i < KERNELS; i++) {
        atomic_fetch_add(&launched, 1);
        HIP(hipModuleLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
    }
    HIP(hipStreamSynchronize(stream));
}

static void copy(void) {
    for (int i = 0; i < COPIES; i++) {
        int number = i, *memory;
        atomic_fetch_add(&copied, 1);
        HIP(hipMalloc((void**)&memory, sizeof number));
        HIP(hipMemcpy(memory, &number, sizeof number, hipMemcpyHostToDevice));
        HIP(hipFree(memory));
    }
}

static void say(void) {
    for (int i = 0; i < TOOLS; i++) {
        tool* one = &tools[i];
        if (!one->buffer.handle) continue;
        MUST(rocprofiler_flush_buffer(one->buffer));
        const unsigned long since = atomic_load(&made) - one->calls_before;
        const unsigned long kernels = atomic_load(&launched) - one->kernels_before;
        const unsigned long copies = atomic_load(&copied) - one->copies_before;
        printf("tool %d:", i);
        if (one->services & TELLS_CALLS) printf(" calls %lu of %lu", atomic_load(&one->calls), since);
        if (one->services & RECORDS_CALLS) printf(" records %lu of %lu", atomic_load(&one->records), since);
        if (one->services & RECORDS_KERNELS)
            printf(" kernels %lu of %lu, unknown %lu", atomic_load(&one->kernels), kernels, atomic_load(&one->unknown));
        if (one->services & RECORDS_MEMORY)
            printf(" copies %lu, allocations %lu of %lu", atomic_load(&one->copies), atomic_load(&one->allocations),
                   copies);
        if (one->services & TELLS_CODE) printf(" named %lu", atomic_load(&one->named));
        if (one->services & TELLS_RUNTIMES) printf(" hip %lu", atomic_load(&one->runtimes));
        if (one->services & RETIRES) printf(" retired %s", atomic_load(&one->retired) >= since ? "all" : "some");
        printf(" other ids %lu\n", atomic_load(&one->other_ids));
    }
}

static void in_turn(const char* file) {
    hipModule_t module;
    hipFunction_t kernel;
    hipStream_t stream, later;
    uint32_t* sums;
    calls();
    HIP(hipModuleLoad(&module, file));
    HIP(hipModuleGetFunction(&kernel, module, "add_one"));
    HIP(hipMalloc((void**)&sums, sizeof *sums));
    force(1);
    calls();
    copy();
    force(2);
    HIP(hipStreamCreate(&stream));
    copy();
    launch(kernel, sums, stream);
    calls();
    force(3);
    copy();
    launch(kernel, sums, stream);
    HIP(hipStreamCreate(&later));
    launch(kernel, sums, later);
    force(1); // has come already
    tools[1].calls_before = CALLS;
    calls();
    say();
}

static atomic_int over;

static void* calls_on(void* unused) {
    while (!atomic_load(&over)) call();
    return unused;
}

// A tool is told of all calls that begin after force() has returned, and of none before it.
static void meanwhile(void) {
    pthread_t threads[THREADS];
    unsigned long after[TOOLS];
    call(); // the first tool has its window here
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, calls_on, NULL);
    for (int i = 1; i < TOOLS; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        force(i);
        after[i] = atomic_load(&made);
    }
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    atomic_store(&over, 1);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 1; i < TOOLS; i++) {
        MUST(rocprofiler_flush_buffer(tools[i].buffer));
        const long most = (long)(atomic_load(&made) - tools[i].calls_before) + THREADS;
        const long least = (long)(atomic_load(&made) - after[i]) - THREADS;
        const long told = (long)atomic_load(tools[i].services & TELLS_CALLS ? &tools[i].calls : &tools[i].records);
        if (told >= least && told <= most) printf("tool %d: all\n", i);
        else printf("tool %d: %ld of %ld to %ld\n", i, told, least, most);
    }
    if (tools[0].buffer.handle)
        printf("tool 0: %s\n", atomic_load(&tools[0].calls) == atomic_load(&made) ? "all" : "not all");
}

int main(int count, char** words) {
    EXPECT(count == 2);
    if (strcmp(words[1], "threads") == 0) meanwhile();
    else in_turn(words[1]);
    return 0;
}
