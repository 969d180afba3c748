// Warms up, which is not worth profiling, and then works. It tells profilers through ROC-TX when to pause
// and resume.
//
//     phases [ROUNDS]      default: 3
#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

#include <stdio.h>
#include <stdlib.h>

enum { WARM_UP = 100, BYTES = 4096 };

#define CHECK(call)                                                                          \
    do {                                                                                     \
        hipError_t error_ = (call);                                                          \
        if (error_ != hipSuccess) {                                                          \
            fprintf(stderr, "phases: %s: %s\n", #call, hipGetErrorString(error_));           \
            exit(1);                                                                         \
        }                                                                                    \
    } while (0)

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 3;
    void *memory = NULL;
    CHECK(hipMalloc(&memory, BYTES));

    roctxProfilerPause(0); // 0: all threads
    for (int i = 0; i < WARM_UP; i++) CHECK(hipMemset(memory, i, BYTES));
    roctxProfilerResume(0);

    for (int i = 0; i < rounds; i++) {
        CHECK(hipMemset(memory, i, BYTES));
        CHECK(hipDeviceSynchronize());
    }
    CHECK(hipFree(memory));
    printf("PASSED: %d rounds\n", rounds);
    return 0;
}
