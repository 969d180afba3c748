// told lockstep KERNELS | told acts KERNELS | told blocked KERNELS | told cancelled: a program with its own tool, whose
// callbacks about kernels do more than count. Each kernel has ENTER, EXIT and COMPLETE, in this order, and a record.
//
//   lockstep   after each launch the program waits until the tool has been told about the kernel's end
//   acts       callbacks do what programs do: call HIP, launch kernels, push ids, flush, start and stop a context
//   blocked    a callback about a kernel's end waits until the program has launched, and waited for, the other kernels
//   cancelled  a thread is cancelled while a callback of its launch sleeps: the kernel runs, and then the thread ends
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include "gpu_program.h"

enum { MOST = 1 << 16, PATIENCE_SECONDS = 30, SLEEP_MICROS = 50000 };

static rocprofiler_context_id_t context, other;
static rocprofiler_buffer_id_t buffer;
static const char* mode;
static atomic_uchar turns[MOST]; // how often the tool has been told, by the dispatch
static atomic_ulong told, records, calls, errors;
static atomic_int may_go_on, outlived;
static sem_t in_callback;
static hipStream_t second;
static uint64_t* number;

#define SDK(call) expect((call) == ROCPROFILER_STATUS_SUCCESS, #call, __LINE__)

static int is(const char* name) { return strcmp(mode, name) == 0; }

static void launch(hipStream_t stream);

// --- the tool ------------------------------------------------------------------------------------------------------

// Kernels of two queues may end at once.
static void toggle(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int started;
    pthread_mutex_lock(&lock);
    SDK(started ? rocprofiler_stop_context(other) : rocprofiler_start_context(other));
    started = !started;
    pthread_mutex_unlock(&lock);
}

static void act(uint64_t dispatch, int turn) {
    static _Thread_local int depth;
    rocprofiler_thread_id_t thread = (uint64_t)syscall(SYS_gettid);
    rocprofiler_user_data_t id = {.value = dispatch};
    if (depth) return;
    depth++;
    int device = -1;
    HIP(hipGetDevice(&device));
    if (turn == 0) SDK(rocprofiler_push_external_correlation_id(context, thread, id));
    if (turn == 1) SDK(rocprofiler_pop_external_correlation_id(context, thread, &id));
    if (turn == 1 && dispatch % 8 == 0) launch(second);
    if (turn == 2 && dispatch % 5 == 0) SDK(rocprofiler_flush_buffer(buffer));
    if (turn == 2 && dispatch % 7 == 0) toggle();
    depth--;
}

static void on_dispatch(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* unused) {
    const rocprofiler_callback_tracing_kernel_dispatch_data_t* data = record.payload;
    uint64_t dispatch = data->dispatch_info.dispatch_id;
    int complete = record.operation == ROCPROFILER_KERNEL_DISPATCH_COMPLETE;
    int turn = complete ? 2 : record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER ? 0 : 1;
    EXPECT(dispatch < MOST);
    if (atomic_fetch_add(&turns[dispatch], 1) != turn || user->value != (turn ? dispatch : 0)) errors++;
    user->value = dispatch;
    if (is("acts")) act(dispatch, turn);
    if (is("blocked") && complete && dispatch == 1)
        while (!atomic_load(&may_go_on)) usleep(1000);
    if (is("cancelled") && turn == 0) {
        sem_post(&in_callback);
        usleep(SLEEP_MICROS); // may end a thread that has been cancelled
        atomic_store(&outlived, 1);
    }
    if (complete) atomic_fetch_add(&told, 1);
    (void)unused;
}

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* unused) {
    atomic_fetch_add(&calls, 1);
    (void)record, (void)user, (void)unused;
}

static void on_records(rocprofiler_context_id_t id, rocprofiler_buffer_id_t from, rocprofiler_record_header_t** headers,
                       size_t size, void* data, uint64_t dropped) {
    if (dropped) errors++;
    atomic_fetch_add(&records, size);
    (void)id, (void)from, (void)headers, (void)data;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    SDK(rocprofiler_create_context(&context));
    SDK(rocprofiler_create_context(&other));
    SDK(rocprofiler_create_buffer(context, 1 << 16, 1 << 15, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL,
                                  &buffer));
    SDK(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH, NULL, 0,
                                                     buffer));
    SDK(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH, NULL, 0,
                                                       on_dispatch, NULL));
    SDK(rocprofiler_configure_callback_tracing_service(other, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL, 0,
                                                       on_call, NULL));
    SDK(rocprofiler_start_context(context));
    return 0;
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* text, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)text, (void)priority;
    id->name = "told";
    return &result;
}

// --- the program ---------------------------------------------------------------------------------------------------

static atomic_ulong launched;

static void work(const softgpu_workgroup* wg, void** args) { (void)wg, __atomic_fetch_add(*(uint64_t**)args[0], 1, 5); }

static void launch(hipStream_t stream) {
    static const dim3 one = {1, 1, 1};
    void* args[] = {&number};
    atomic_fetch_add(&launched, 1);
    HIP(hipLaunchKernel((void*)work, one, one, args, 0, stream));
}

static void await_told(uint64_t kernels) {
    time_t end = time(NULL) + PATIENCE_SECONDS;
    while (atomic_load(&told) < kernels && time(NULL) < end) usleep(10);
    EXPECT(atomic_load(&told) >= kernels);
}

static void* launch_and_end(void* stream) {
    launch(stream);
    pthread_testcancel();
    return NULL;
}

static void cancel(hipStream_t stream) {
    pthread_t thread;
    void* result = NULL;
    pthread_create(&thread, NULL, launch_and_end, stream);
    sem_wait(&in_callback);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    EXPECT(result == PTHREAD_CANCELED && atomic_load(&outlived));
}

int main(int count, char** words) {
    hipStream_t stream;
    long kernels = count == 3 ? atol(words[2]) : 0;
    mode = count > 1 ? words[1] : "";
    sem_init(&in_callback, 0, 0);
    EXPECT(softgpu_register_kernel(work, "work") == 0);
    HIP(hipHostMalloc((void**)&number, sizeof *number, 0));
    *number = 0;
    HIP(hipStreamCreate(&stream));
    HIP(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
    for (long i = 1; i <= kernels; i++) {
        if (is("lockstep") && i % 16 == 0) usleep(3000); // the profiler may have stopped looking
        launch(stream);
        if (is("lockstep")) await_told((uint64_t)i);
    }
    if (is("cancelled")) cancel(stream);
    HIP(hipDeviceSynchronize());
    EXPECT(*number == launched);
    atomic_store(&may_go_on, 1);
    await_told(launched);
    SDK(rocprofiler_flush_buffer(buffer));
    EXPECT(records == launched);
    for (uint64_t i = 1; i <= launched; i++) EXPECT(turns[i] == 3);
    printf("%lu kernels, %lu errors%s\n", launched, errors, calls ? ", and calls" : "");
    return 0;
}
