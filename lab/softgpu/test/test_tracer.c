// hipRegisterTracerCallback: the queries and reports that a tool of the older protocol gets. The structs are
// declared by offset: this is the tool's view of them.
#define _GNU_SOURCE
#include "check.h"

#include <dlfcn.h>
#include <hip/hip_runtime_api.h>
#include <pthread.h>
#include <softgpu/softgpu.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void hipRegisterTracerCallback(int (*function)(uint32_t, uint32_t, void*));
const char* hipGetCmdName(uint32_t kind);

enum { OPS = 2, API = 3 };
enum { MALLOC = 108, MEMCPY = 125, LAUNCH_KERNEL = 107, RECORDS = 8192 };

typedef struct call_data {
    uint64_t correlation_id;
    uint32_t phase;
    char arguments[1504];
    uint64_t enter_timestamp, phase_data;
    void (*enter)(uint32_t, struct call_data*);
    void (*exit)(uint32_t, struct call_data*);
} call_data;
_Static_assert(offsetof(call_data, enter) == 1536, "hip_api_trace_data_t");

typedef struct record {
    uint32_t domain, kind, operation, padding;
    uint64_t correlation_id, begin, end;
    int32_t device;
    uint64_t queue;
    uint64_t bytes_or_name;
} record;
_Static_assert(sizeof(record) == 64, "activity_record_t");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static record records[RECORDS];
static int record_count, entered, left, asked;
static uint64_t next_correlation, launch_correlation;
static void *malloc_result, **malloc_pointer;
static size_t malloc_size;
static uint32_t traced_call; // 0: all
static void* const committing = (void*)1;
static bool is_c;                         // the generation
static int questions[3], commits[3];      // by operation
static uint32_t uncommitted = UINT32_MAX; // an operation that is refused at its creation

static void on_exit_call(uint32_t operation, call_data* data) {
    left++;
    CHECK(data->phase_data == 42);
    if (operation == MALLOC) malloc_result = *malloc_pointer;
}

static void on_enter_call(uint32_t operation, call_data* data) {
    entered++;
    data->phase_data = 42;
    data->exit = on_exit_call;
    if (operation == MALLOC) {
        memcpy(&malloc_pointer, (char*)data + 16, sizeof malloc_pointer);
        memcpy(&malloc_size, (char*)data + 32, sizeof malloc_size);
    }
    if (operation == LAUNCH_KERNEL) launch_correlation = data->correlation_id;
}

static int tracer(uint32_t domain, uint32_t operation, void* data) {
    pthread_mutex_lock(&lock);
    asked++;
    int answer = 0;
    if (domain == API && data != NULL) {
        call_data* call = data;
        call->correlation_id = ++next_correlation;
        call->enter = on_enter_call;
        call->exit = NULL;
        answer = traced_call == 0 || traced_call == operation ? 0 : -1;
    } else if (domain == OPS && data == NULL) {
        questions[operation]++;
    } else if (domain == OPS && data == committing) {
        CHECK(is_c && questions[operation] > commits[operation]);
        commits[operation]++;
        answer = operation == uncommitted ? -1 : 0;
    } else if (domain == OPS) {
        CHECK(record_count < RECORDS);
        records[record_count++] = *(record*)data;
    }
    pthread_mutex_unlock(&lock);
    return answer;
}

static void add_one(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    ++**(int**)args[0];
}

static void launch(int* value, hipStream_t stream) {
    void* args[] = {&value};
    HIP(hipLaunchKernel((void*)add_one, (dim3){1, 1, 1}, (dim3){1, 1, 1}, args, 0, stream));
}

static void forget(void) {
    record_count = entered = left = asked = 0;
    memset(questions, 0, sizeof questions);
    memset(commits, 0, sizeof commits);
}

static void calls_are_told_with_their_arguments_and_a_place_for_data(void) {
    void* memory;
    forget();
    traced_call = MALLOC;
    hipRegisterTracerCallback(tracer);
    HIP(hipMalloc(&memory, 4096));
    CHECK(entered == 1 && left == 1 && malloc_pointer == &memory && malloc_size == 4096 && malloc_result == memory);
    HIP(hipFree(memory)); // queried, but not traced
    CHECK_EQUAL(1, entered);
    CHECK_EQUAL(2, asked);
    hipRegisterTracerCallback(NULL);
    HIP(hipMalloc(&memory, 64));
    HIP(hipFree(memory));
    CHECK_EQUAL(2, asked);
}

static const record* only(uint32_t operation, uint32_t kind) {
    const record* found = NULL;
    for (int i = 0; i < record_count; i++) {
        if (records[i].operation != operation || records[i].kind != kind) continue;
        CHECK(found == NULL);
        found = &records[i];
    }
    CHECK(found != NULL);
    CHECK(found->domain == OPS && found->begin != 0 && found->begin <= found->end);
    return found;
}

static void operations_are_told_when_a_wait_returns(void) {
    hipStream_t stream;
    hipEvent_t event;
    int *value, host = 0;
    softgpu_register_kernel(add_one, "add_one");
    HIP(hipMalloc((void**)&value, 64));
    HIP(hipStreamCreate(&stream));
    HIP(hipEventCreate(&event));
    traced_call = 0;
    for (int round = 0; round < 50; round++) {
        forget();
        hipRegisterTracerCallback(tracer);
        HIP(hipMemsetAsync(value, 0, 64, stream));
        launch(value, stream);
        HIP(hipEventRecord(event, stream));
        HIP(hipMemcpyAsync(&host, value, 4, hipMemcpyDeviceToHost, stream)); // pageable: complete when it returns
        HIP(hipStreamSynchronize(stream));
        hipRegisterTracerCallback(NULL);
        CHECK_EQUAL(1, host);
        CHECK_EQUAL(4, record_count);
        CHECK_EQUAL(5, entered);
        CHECK_EQUAL(5, left);
        const record *kernel = only(0, 0x11F0), *copy = only(1, 0x11F3), *fill = only(1, 0x1207),
                     *marker = only(2, is_c ? 0 : 0x11FE);
        CHECK(strcmp("add_one", (const char*)(uintptr_t)kernel->bytes_or_name) == 0);
        CHECK(questions[0] == 1 && questions[1] == 2 && questions[2] == 1);
        CHECK(commits[0] == is_c && commits[1] == 2 * is_c && commits[2] == is_c);
        CHECK(copy->bytes_or_name == 4 && fill->bytes_or_name == 64);
        CHECK(kernel->correlation_id == launch_correlation && marker->correlation_id == launch_correlation + 1);
        CHECK(fill->correlation_id == launch_correlation - 1 && copy->correlation_id == launch_correlation + 2);
        CHECK(fill->end <= kernel->begin && kernel->end <= copy->begin);
    }
    HIP(hipEventDestroy(event));
    HIP(hipStreamDestroy(stream));
    HIP(hipFree(value));
}

static void every_kernel_of_a_graph_is_told_with_the_launch(void) {
    enum { NODES = 1000 };
    hipGraph_t graph;
    hipGraphExec_t exec;
    hipStream_t stream;
    int* value;
    HIP(hipHostMalloc((void**)&value, 4, 0));
    *value = 0;
    HIP(hipStreamCreate(&stream));
    HIP(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    for (int i = 0; i < NODES; i++) launch(value, stream);
    HIP(hipStreamEndCapture(stream, &graph));
    HIP(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    forget();
    hipRegisterTracerCallback(tracer);
    HIP(hipGraphLaunch(exec, stream));
    uint64_t correlation = next_correlation;
    HIP(hipStreamSynchronize(stream));
    hipRegisterTracerCallback(NULL);
    CHECK_EQUAL(NODES, *value);
    CHECK_EQUAL(NODES, record_count);
    for (int i = 0; i < NODES; i++) {
        CHECK(records[i].operation == 0 && records[i].correlation_id == correlation);
        CHECK(i == 0 || records[i - 1].end <= records[i].begin);
    }
    HIP(hipGraphExecDestroy(exec));
    HIP(hipGraphDestroy(graph));
    HIP(hipStreamDestroy(stream));
    HIP(hipHostFree(value));
}

static void* work(void* unused) {
    hipStream_t stream;
    int* value;
    HIP(hipHostMalloc((void**)&value, 4, 0));
    *value = 0;
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    for (int i = 0; i < 500; i++) {
        launch(value, stream);
        if (i % 50 == 0) HIP(hipStreamSynchronize(stream));
    }
    HIP(hipStreamSynchronize(stream));
    CHECK_EQUAL(500, *value);
    HIP(hipStreamDestroy(stream));
    HIP(hipHostFree(value));
    return unused;
}

static void threads_lose_no_record(void) {
    pthread_t threads[4];
    forget();
    traced_call = MALLOC; // the operations only
    hipRegisterTracerCallback(tracer);
    for (int i = 0; i < 4; i++) CHECK_EQUAL(0, pthread_create(&threads[i], NULL, work, NULL));
    for (int i = 0; i < 4; i++) CHECK_EQUAL(0, pthread_join(threads[i], NULL));
    hipRegisterTracerCallback(NULL);
    CHECK_EQUAL(2000, record_count);
}

static void calls_and_commands_have_names(void) {
    CHECK(strcmp("hipMalloc", hipApiName(MALLOC)) == 0);
    CHECK(strcmp("hipMemcpy", hipApiName(MEMCPY)) == 0);
    CHECK(strcmp("unknown", hipApiName(100000)) == 0);
    CHECK(strcmp("KernelExecution", hipGetCmdName(0x11F0)) == 0);
    CHECK(strcmp("Unknown command kind", hipGetCmdName(7)) == 0);
}

static void what_is_not_committed_is_not_told(void) {
    int* value;
    HIP(hipHostMalloc((void**)&value, 4, 0));
    *value = 0;
    forget();
    uncommitted = 0;
    hipRegisterTracerCallback(tracer);
    launch(value, NULL);
    HIP(hipMemsetAsync(value, 0, 4, NULL));
    HIP(hipDeviceSynchronize());
    hipRegisterTracerCallback(NULL);
    uncommitted = UINT32_MAX;
    CHECK(commits[0] == 1 && commits[1] == 1 && record_count == 1);
    CHECK(only(1, 0x1207)->bytes_or_name == 4);
    HIP(hipHostFree(value));
}

// The rest of this program is linked to the hook and has it in any case.
static int the_hook_can_be_hidden(void) {
    CHECK(dlsym(RTLD_DEFAULT, "hipRegisterTracerCallback") == NULL);
    CHECK(dlsym(RTLD_DEFAULT, "hipApiName") != NULL);
    return 0;
}

static void again_as(const char* generation) {
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        setenv("SOFTGPU_HIP_TRACER", generation, 1);
        execl("/proc/self/exe", "test_tracer", generation, (char*)NULL);
        _exit(99);
    }
    int status;
    CHECK_EQUAL(pid, waitpid(pid, &status, 0));
    CHECK_EQUAL(0, status);
}

int main(int argc, char** argv) {
    if (argc == 2 && strcmp(argv[1], "none") == 0) return the_hook_can_be_hidden();
    is_c = argc == 2 && strcmp(argv[1], "C") == 0;
    if (argc == 1) again_as("A"), again_as("C"), again_as("none");
    CHECK(dlsym(RTLD_DEFAULT, "hipRegisterTracerCallback") == (void*)hipRegisterTracerCallback);
    HIP(hipInit(0));
    calls_are_told_with_their_arguments_and_a_place_for_data();
    operations_are_told_when_a_wait_returns();
    every_kernel_of_a_graph_is_told_with_the_launch();
    threads_lose_no_record();
    if (is_c) what_is_not_committed_is_not_told();
    calls_and_commands_have_names();
    return 0;
}
