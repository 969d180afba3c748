// gpu_faults CASE MODULE: a program whose GPU has a fault, see lab/softgpu/README.md. It waits for events that may
// never happen only long enough to detect that, and prints the same whether it is traced or not.
//
//   lose     the signal of the kernel `culprit` is never decremented
//   hang     `culprit` and all packets behind it never complete
//   fail     `culprit` fails with its queue
//   zero, reverse   the times of some kernels are 0, or in reverse order
//   copy     the second of three copies never completes
//   memory   there is memory for only eight allocations
//
// MODULE is fault_kernels.so.
#include <string.h>

#include "gpu_program.h"

enum { KERNELS = 4, COPIES = 3, BYTES = 256, NANOS = 100000000 };

static hsa_agent_t cpu, gpu;
static uint64_t innocent, culprit; // kernel objects

static hsa_status_t take_agent(hsa_agent_t agent, void* unused) {
    hsa_device_type_t type;
    HSA(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    if (type == HSA_DEVICE_TYPE_CPU) cpu = agent;
    else if (gpu.handle == 0) gpu = agent;
    (void)unused;
    return HSA_STATUS_SUCCESS;
}

static hsa_signal_t make_signal(hsa_signal_value_t value) {
    hsa_signal_t signal;
    HSA(hsa_signal_create(value, 0, NULL, &signal));
    return signal;
}

static long await(hsa_signal_t signal, uint64_t nanos) {
    return hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_EQ, 0, nanos, HSA_WAIT_STATE_BLOCKED);
}

static hsa_signal_t reported;
static hsa_status_t error;
static hsa_queue_t* failed;

static void on_error(hsa_status_t status, hsa_queue_t* queue, void* unused) {
    error = status;
    failed = queue;
    hsa_signal_store_screlease(reported, 0);
    (void)unused;
}

// Prints the final values of the signals of two innocent kernels, the culprit and the kernel behind it.
static void kernels(uint64_t patience, int fails) {
    hsa_queue_t *queue = NULL, *other = NULL;
    hsa_signal_t done[KERNELS], others = make_signal(1);
    reported = make_signal(1);
    uint64_t all[KERNELS] = {innocent, innocent, culprit, innocent};
    HSA(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_MULTI, on_error, NULL, 0, 0, &queue));
    HSA(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_MULTI, on_error, &other, 0, 0, &other));
    for (int i = 0; i < KERNELS; i++) dispatch_one(queue, all[i], 1, done[i] = make_signal(1));
    dispatch_one(other, innocent, 1, others);
    for (int i = 0; i < KERNELS; i++) printf("kernel %d: %ld\n", i, await(done[i], i < 2 ? UINT64_MAX : patience));
    printf("another queue: %ld\n", await(others, UINT64_MAX));
    if (fails) {
        const char* text = "?";
        await(reported, UINT64_MAX);
        hsa_status_string(error, &text);
        printf("%s in %s queue\n", text, failed == queue ? "this" : "another");
    }
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_queue_destroy(other));
    for (int i = 0; i < KERNELS; i++) HSA(hsa_signal_destroy(done[i]));
    HSA(hsa_signal_destroy(others));
    HSA(hsa_signal_destroy(reported));
}

static void copies(void) {
    static char from[COPIES][BYTES], to[COPIES][BYTES];
    hsa_signal_t done[COPIES];
    for (int i = 0; i < COPIES; i++) {
        memset(from[i], 'a' + i, BYTES);
        done[i] = make_signal(1);
        HSA(hsa_amd_memory_async_copy(to[i], gpu, from[i], cpu, BYTES, 0, NULL, done[i]));
        long value = await(done[i], i == 1 ? NANOS : UINT64_MAX);
        printf("copy %d: %ld, %s\n", i, value, memcmp(from[i], to[i], BYTES) ? "wrong bytes" : "right bytes");
    }
    HSA(hsa_signal_destroy(done[0]));
    HSA(hsa_signal_destroy(done[2]));
}

static void nothing(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }

static void memory(void) {
    static const dim3 one = {1, 1, 1};
    hipError_t error = hipSuccess;
    void *last = NULL, *device = NULL;
    int allocations = -1;
    for (; error == hipSuccess; allocations++) last = device, error = hipMalloc(&device, BYTES);
    printf("%d allocations, then %s\n", allocations, hipGetErrorName(error));
    printf("last error: %s\n", hipGetErrorName(hipGetLastError()));
    HIP(hipMemset(last, 1, BYTES));
    HIP(hipLaunchKernel((void*)nothing, one, one, NULL, 0, NULL));
    HIP(hipDeviceSynchronize());
    printf("hipFree: %s\n", hipGetErrorName(hipFree(last)));
}

int main(int count, char** words) {
    if (count != 3) return 2;
    const char* what = words[1];
    setvbuf(stdout, NULL, _IOLBF, 0);
    HSA(hsa_init());
    HSA(hsa_iterate_agents(take_agent, NULL));
    hsa_executable_t executable = load_module(gpu, words[2]);
    innocent = kernel_object(executable, gpu, "innocent.kd");
    culprit = kernel_object(executable, gpu, "culprit.kd");
    if (strcmp(what, "lose") == 0 || strcmp(what, "hang") == 0) kernels(NANOS, 0);
    else if (strcmp(what, "fail") == 0) kernels(NANOS, 1);
    else if (strcmp(what, "zero") == 0 || strcmp(what, "reverse") == 0) kernels(UINT64_MAX, 0);
    else if (strcmp(what, "copy") == 0) copies();
    else if (strcmp(what, "memory") == 0) memory();
    else return 2;
    printf("end\n");
    return 7;
}
