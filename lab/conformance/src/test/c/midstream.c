// midstream toggles TOGGLES | midstream gate | midstream slow: contexts that start and stop in the middle of a
// stream of work, in a program with its own tool. External correlation ids identify the launches.
//
//   toggles  two threads launch on two streams while two contexts start and stop: only launches during which a context
//            was active have callbacks, or records
//   gate     work queued before a start, between, and after a stop, all of it behind a kernel that waits
//   slow     the same, and the kernel waits until the stop has timed out (ROCPROFILER_DRAIN_TIMEOUT)
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include "gpu_program.h"

enum { CALLBACKS, RECORDS, CONTEXTS, LAUNCHERS = 2, MOST = 1 << 22 };
enum { STOPPED, STARTING, STARTED, STOPPING, STATES }; // of a context, modulo STATES
enum { ENTER = 1, EXIT = 2, COMPLETE = 4, RECORD = 8, MUST_SEE = 16, MAY_SEE = 32 };

static rocprofiler_context_id_t contexts[CONTEXTS];
static rocprofiler_buffer_id_t buffer;
static atomic_ulong states[CONTEXTS], last_launch, errors;
static atomic_uchar launches[CONTEXTS][MOST]; // flags of the program and the tool for each
static atomic_int ended;

static void wrong(const char* what, uint64_t launch) {
    if (atomic_fetch_add(&errors, 1) < 20) printf("%s: launch %lu\n", what, (unsigned long)launch);
}

#define SDK(call) expect((call) == ROCPROFILER_STATUS_SUCCESS, #call, __LINE__)

// --- the tool ------------------------------------------------------------------------------------------------------

static void see(int context, uint64_t launch, int after, int what) {
    if (launch == 0 || launch >= MOST) wrong("not a launch", launch);
    else if ((atomic_fetch_or(&launches[context][launch], what) & 15) != after) wrong("out of turn or doubled", launch);
}

static void on_dispatch(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* unused) {
    uint64_t launch = record.correlation_id.external.value;
    if (record.operation == ROCPROFILER_KERNEL_DISPATCH_COMPLETE) see(CALLBACKS, launch, ENTER | EXIT, COMPLETE);
    else if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) see(CALLBACKS, launch, 0, ENTER);
    else see(CALLBACKS, launch, ENTER, EXIT);
    (void)user, (void)unused;
}

static void on_records(rocprofiler_context_id_t id, rocprofiler_buffer_id_t from, rocprofiler_record_header_t** headers,
                       size_t size, void* data, uint64_t dropped) {
    if (dropped) wrong("dropped", dropped);
    for (size_t i = 0; i < size; i++) {
        const rocprofiler_buffer_tracing_kernel_dispatch_record_t* r = headers[i]->payload;
        if (r->start_timestamp >= r->end_timestamp) wrong("times", r->correlation_id.external.value);
        see(RECORDS, r->correlation_id.external.value, 0, RECORD);
    }
    (void)id, (void)from, (void)data;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    for (int i = 0; i < CONTEXTS; i++) SDK(rocprofiler_create_context(&contexts[i]));
    SDK(rocprofiler_create_buffer(contexts[RECORDS], 1 << 16, 1 << 15, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records,
                                  NULL, &buffer));
    SDK(rocprofiler_configure_buffer_tracing_service(contexts[RECORDS], ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH,
                                                     NULL, 0, buffer));
    SDK(rocprofiler_configure_callback_tracing_service(
        contexts[CALLBACKS], ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH, NULL, 0, on_dispatch, NULL));
    return 0;
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* text, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)text, (void)priority;
    id->name = "midstream";
    return &result;
}

static void toggle(int i) {
    int starts = atomic_fetch_add(&states[i], 1) % STATES == STOPPED;
    SDK(starts ? rocprofiler_start_context(contexts[i]) : rocprofiler_stop_context(contexts[i]));
    atomic_fetch_add(&states[i], 1);
}

// --- the program ---------------------------------------------------------------------------------------------------

static const dim3 one = {1, 1, 1};
static atomic_int gate_is_open;

static void work(const softgpu_workgroup* wg, void** args) { (void)wg, ++**(uint64_t**)args[0]; }

static void wait_at_the_gate(const softgpu_workgroup* wg, void** args) {
    while (!atomic_load(&gate_is_open)) sched_yield();
    (void)wg, (void)args;
}

static uint64_t launch(hipStream_t stream, uint64_t* number) {
    uint64_t id = atomic_fetch_add(&last_launch, 1) + 1, before[CONTEXTS];
    rocprofiler_thread_id_t thread = (uint64_t)syscall(SYS_gettid);
    rocprofiler_user_data_t external = {.value = id};
    void* args[] = {&number};
    EXPECT(id < MOST);
    for (int i = 0; i < CONTEXTS; i++) SDK(rocprofiler_push_external_correlation_id(contexts[i], thread, external));
    for (int i = 0; i < CONTEXTS; i++) before[i] = atomic_load(&states[i]);
    HIP(hipLaunchKernel((void*)work, one, one, args, 0, stream));
    for (int i = 0; i < CONTEXTS; i++) {
        uint64_t after = atomic_load(&states[i]);
        if (after != before[i] || after % 2) atomic_fetch_or(&launches[i][id], MAY_SEE);
        else if (after % STATES == STARTED) atomic_fetch_or(&launches[i][id], MUST_SEE);
        SDK(rocprofiler_pop_external_correlation_id(contexts[i], thread, &external));
    }
    return id;
}

static void* keep_launching(void* unused) {
    hipStream_t stream;
    uint64_t *number = NULL, made = 0;
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    HIP(hipHostMalloc((void**)&number, sizeof *number, 0));
    *number = 0;
    while (!atomic_load(&ended)) {
        for (int i = 0; i < 16; i++, made++) launch(stream, number);
        HIP(hipStreamSynchronize(stream)); // bounds the work in flight
    }
    EXPECT(*number == made);
    HIP(hipStreamDestroy(stream));
    return unused;
}

static void check(int context, int all) {
    uint64_t musts = 0, nevers = 0;
    for (uint64_t id = 1; id <= last_launch; id++) {
        int known = launches[context][id], what = known & 15;
        if (what != 0 && what != all) wrong("seen in part", id);
        if (known & MUST_SEE && what != all) wrong("not seen", id);
        if (!(known & (MUST_SEE | MAY_SEE)) && what != 0) wrong("seen by a context that was not active", id);
        musts += (known & MUST_SEE) != 0;
        nevers += !(known & (MUST_SEE | MAY_SEE));
    }
    if (musts == 0 || nevers == 0) wrong("nothing was launched while active, or while not", 0);
}

static void check_all(void) {
    SDK(rocprofiler_flush_buffer(buffer));
    check(CALLBACKS, ENTER | EXIT | COMPLETE);
    check(RECORDS, RECORD);
}

static void toggles(long times) {
    pthread_t threads[LAUNCHERS];
    HIP(hipSetDevice(0));
    for (int i = 0; i < LAUNCHERS; i++) pthread_create(&threads[i], NULL, keep_launching, NULL);
    for (long i = 0; i < times; i++) {
        uint64_t seen = atomic_load(&last_launch);
        toggle(i % 3 ? RECORDS : CALLBACKS);
        while (atomic_load(&last_launch) < seen + 64) sched_yield(); // some work in each state
    }
    for (int i = 0; i < CONTEXTS; i++)
        if (atomic_load(&states[i]) % STATES == STARTED) toggle(i);
    atomic_store(&ended, 1);
    for (int i = 0; i < LAUNCHERS; i++) pthread_join(threads[i], NULL);
    check_all();
    printf("%ld toggles, %lu errors\n", times, errors);
}

static void* open_gate(void* unused) {
    atomic_store(&gate_is_open, 1);
    return unused;
}

static void behind_a_gate(int slow) {
    hipStream_t stream;
    uint64_t* number = NULL;
    pthread_t opener;
    HIP(hipHostMalloc((void**)&number, sizeof *number, 0));
    *number = 0;
    HIP(hipStreamCreate(&stream));
    HIP(hipLaunchKernel((void*)wait_at_the_gate, one, one, NULL, 0, stream));
    for (int i = 0; i < 3; i++) launch(stream, number);
    for (int i = 0; i < CONTEXTS; i++) toggle(i);
    for (int i = 0; i < 4; i++) launch(stream, number);
    if (!slow) pthread_create(&opener, NULL, open_gate, NULL);
    for (int i = 0; i < CONTEXTS; i++) toggle(i);
    if (slow) open_gate(NULL);
    else pthread_join(opener, NULL);
    for (int i = 0; i < 5; i++) launch(stream, number);
    HIP(hipStreamSynchronize(stream));
    EXPECT(*number == 12);
    HIP(hipStreamDestroy(stream));
    check_all();
    printf("%lu launches, %lu errors\n", last_launch, errors);
}

int main(int count, char** words) {
    EXPECT(softgpu_register_kernel(work, "work") == 0);
    EXPECT(softgpu_register_kernel(wait_at_the_gate, "wait_at_the_gate") == 0);
    if (count == 3 && strcmp(words[1], "toggles") == 0) toggles(atol(words[2]));
    else if (count == 2) behind_a_gate(strcmp(words[1], "slow") == 0);
    else return 2;
    return errors != 0;
}
