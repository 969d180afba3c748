// Registration, seen by a mock of rocprofiler-register: which tables are registered when, and whose functions
// run then.
#define _GNU_SOURCE
#include "check.h"
#include "hip_tables.h"
#include "hsa_tables.h"
#include "mock_register.h"

#include <pthread.h>
#include <softgpu/softgpu.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void nothing(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }

static void* first_call(void* unused) {
    int count;
    HIP(hipGetDeviceCount(&count));
    return unused;
}

static const mock_registration* registration(int i, const char* name, uint32_t version) {
    const mock_registration* r = &mock.registrations[i];
    CHECK(strcmp(r->name, name) == 0);
    CHECK_EQUAL(version, r->version);
    CHECK_EQUAL(version, r->imported);
    CHECK_EQUAL(1, r->tables);
    return r;
}

// Eight threads make the first call at once: one registration each of hip, then of hsa, no hip_compiler yet.
static void tables_are_registered_once_and_lazily(size_t hip_size) {
    pthread_t threads[8];
    CHECK_EQUAL(0, mock.count);
    for (int i = 0; i < 8; i++) CHECK_EQUAL(0, pthread_create(&threads[i], NULL, first_call, NULL));
    for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
    CHECK_EQUAL(2, mock.count);
    const HipDispatchTable* hip = registration(0, "hip", 70100)->table;
    CHECK_EQUAL(hip_size, hip->size);
    const HsaApiTable* hsa = registration(1, "hsa", 11800)->table;
    CHECK(hsa->version.major_id == 3 && hsa->version.minor_id == sizeof(HsaApiTable) && hsa->version.step_id == 1);
    CHECK(hsa->core_->version.major_id == 2 && hsa->core_->version.minor_id == sizeof(CoreApiTable));
    CHECK(hsa->amd_ext_->version.minor_id == sizeof(AmdExtTable) && hsa->finalizer_ext_ != NULL);
    CHECK(hsa->image_ext_ != NULL && hsa->tools_ != NULL && hsa->pc_sampling_ext_->version.minor_id == 72);
    HIP(__hipPushCallConfiguration((dim3){1, 1, 1}, (dim3){1, 1, 1}, 0, NULL));
    CHECK_EQUAL(3, mock.count);
    const HipCompilerDispatchTable* compiler = registration(2, "hip_compiler", 70100)->table;
    CHECK_EQUAL(80, compiler->size);
    HSA(hsa_init()); // registers nothing again
    CHECK_EQUAL(3, mock.count);
}

// HIP's own HSA calls go through the HSA table, too, so a tool sees them.
static void calls_go_through(int expected) {
    void* device;
    hipStream_t stream;
    char host[16] = {0};
    dim3 one = {1, 1, 1};
    mock.push_configuration = 0;
    HIP(hipMalloc(&device, 16));
    HIP(hipStreamCreate(&stream));
    HIP(hipLaunchKernel((void*)nothing, one, one, NULL, 0, stream));
    HIP(hipMemcpyAsync(device, host, 16, hipMemcpyHostToDevice, stream));
    HIP(hipStreamSynchronize(stream));
    HIP(__hipPushCallConfiguration(one, one, 0, NULL));
    CHECK_EQUAL(expected, mock.hip_malloc);
    CHECK_EQUAL(expected, mock.hsa_queue_create);
    CHECK_EQUAL(expected, mock.hsa_async_copy);
    CHECK_EQUAL(expected, mock.hsa_executable_freeze);
    CHECK_EQUAL(expected, mock.push_configuration);
}

// Runs each case in its own process, since registration happens once.
static void in_child(const char* mode, const char* slots, size_t hip_size, int expected) {
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        char *environment[4] = {NULL}, variables[3][64];
        int n = 0;
        if (mode != NULL) snprintf(variables[n], 64, "MOCK_REGISTER=%s", mode), environment[n] = variables[n], n++;
        if (slots != NULL)
            snprintf(variables[n], 64, "SOFTGPU_HIP_SLOTS=%s", slots), environment[n] = variables[n], n++;
        char path[4096], size[32], calls[32];
        snprintf(path, sizeof path, "LD_LIBRARY_PATH=%s", getenv("LD_LIBRARY_PATH"));
        environment[n] = path;
        snprintf(size, sizeof size, "%zu", hip_size);
        snprintf(calls, sizeof calls, "%d", expected);
        execle("/proc/self/exe", "test_registration", size, calls, (char*)NULL, environment);
        _exit(99);
    }
    int status;
    CHECK_EQUAL(pid, waitpid(pid, &status, 0));
    CHECK(WIFEXITED(status));
    CHECK_EQUAL(0, WEXITSTATUS(status));
}

int main(int argc, char** argv) {
    if (argc == 3) {
        tables_are_registered_once_and_lazily((size_t)atol(argv[1]));
        calls_go_through(atoi(argv[2]));
        return 0;
    }
    in_child("wrap", NULL, 8 + 8 * 545, 1);
    in_child("1", NULL, 8 + 8 * 545, 0);
    in_child("wrap", "442", 8 + 8 * 442, 1);
    return 0;
}
