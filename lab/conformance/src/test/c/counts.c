// counts THREADS CALLS: every thread makes exactly CALLS calls of each of 20 functions of three runtimes.
// Prints one line per thread: its Linux thread id.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <hsa/hsa.h>
#include <rocprofiler-sdk-roctx/roctx.h>

enum { BYTES = 256 };

static int calls;
static pthread_barrier_t start;

static void expect(int good, const char* what) {
    if (good) return;
    fprintf(stderr, "wrong result: %s\n", what);
    exit(1);
}

static void memory(void) {
    void* device = NULL;
    unsigned char host[BYTES] = {0};
    expect(hipMalloc(&device, BYTES) == hipSuccess, "hipMalloc");
    expect(hipMemset(device, 0x5a, BYTES) == hipSuccess, "hipMemset");
    expect(hipMemcpy(host, device, BYTES, hipMemcpyDeviceToHost) == hipSuccess, "hipMemcpy");
    expect(host[0] == 0x5a && host[BYTES - 1] == 0x5a, "the bytes of hipMemset");
    expect(hipFree(device) == hipSuccess, "hipFree");
}

static void streams(void) {
    hipStream_t stream;
    hipEvent_t event;
    expect(hipStreamCreate(&stream) == hipSuccess, "hipStreamCreate");
    expect(hipEventCreate(&event) == hipSuccess, "hipEventCreate");
    expect(hipEventRecord(event, stream) == hipSuccess, "hipEventRecord");
    expect(hipStreamSynchronize(stream) == hipSuccess, "hipStreamSynchronize");
    expect(hipEventDestroy(event) == hipSuccess, "hipEventDestroy");
    expect(hipStreamDestroy(stream) == hipSuccess, "hipStreamDestroy");
}

static void device(void) {
    int value = -1;
    expect(hipSetDevice(0) == hipSuccess, "hipSetDevice");
    expect(hipGetDevice(&value) == hipSuccess && value == 0, "hipGetDevice");
    expect(hipGetDeviceCount(&value) == hipSuccess && value > 0, "hipGetDeviceCount");
    expect(hipRuntimeGetVersion(&value) == hipSuccess && value > 0, "hipRuntimeGetVersion");
    expect(hipPeekAtLastError() == hipSuccess, "hipPeekAtLastError");
    expect(hipGetLastError() == hipSuccess, "hipGetLastError");
}

static void markers(int i) {
    expect(roctxRangePushA("round") == 0, "roctxRangePushA");
    roctxMarkA(i % 2 ? "odd" : "even");
    expect(roctxRangePop() == 0, "roctxRangePop");
}

static void* work(void* line) {
    sprintf(line, "%ld\n", syscall(SYS_gettid));
    pthread_barrier_wait(&start);
    for (int i = 0; i < calls; i++) {
        const char* text = NULL;
        memory();
        streams();
        device();
        markers(i);
        expect(hsa_status_string(HSA_STATUS_SUCCESS, &text) == HSA_STATUS_SUCCESS && text, "hsa_status_string");
    }
    return NULL;
}

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    int count = atoi(argv[1]);
    calls = atoi(argv[2]);
    pthread_t threads[64];
    char lines[64][32];
    pthread_barrier_init(&start, NULL, (unsigned)count);
    expect(hipInit(0) == hipSuccess, "hipInit");
    for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, work, lines[i]);
    for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < count; i++) fputs(lines[i], stdout);
    return 0;
}
