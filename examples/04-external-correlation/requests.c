// A miniature server: requests come in waves, and each is served by HIP calls on its own thread.
//
//     requests [WAVES]      default: 2, of two requests each
//
// Announces its phases with ROC-TX: a mark before each wave, a range around each request.
#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_WAVES = 4, WAVE_SIZE = 2, BYTES = 4096 };

#define CHECK(call)                                                                          \
    do {                                                                                     \
        hipError_t error_ = (call);                                                          \
        if (error_ != hipSuccess) {                                                          \
            fprintf(stderr, "requests: %s: %s\n", #call, hipGetErrorString(error_));         \
            exit(1);                                                                         \
        }                                                                                    \
    } while (0)

// Request N consists of N pieces of work with three calls each.
static void *serve(void *number) {
    char name[32];
    snprintf(name, sizeof name, "request %u", (unsigned)(uintptr_t)number);
    roctxRangePushA(name);
    for (uintptr_t i = 0; i < (uintptr_t)number; i++) {
        void *memory = NULL;
        CHECK(hipMalloc(&memory, BYTES));
        CHECK(hipMemset(memory, 0, BYTES));
        CHECK(hipFree(memory));
    }
    roctxRangePop();
    return NULL;
}

int main(int argc, char **argv) {
    int waves = argc > 1 ? atoi(argv[1]) : 2;
    int devices = 0;
    if (waves < 1 || waves > MAX_WAVES) {
        fprintf(stderr, "requests: WAVES is 1 to %d; usage: requests [WAVES]\n", MAX_WAVES);
        return 2;
    }
    CHECK(hipGetDeviceCount(&devices));
    for (int wave = 0; wave < waves; wave++) {
        pthread_t threads[WAVE_SIZE];
        char name[32];
        snprintf(name, sizeof name, "wave %d", wave + 1);
        roctxMarkA(name);
        for (int i = 0; i < WAVE_SIZE; i++) {
            if (pthread_create(&threads[i], NULL, serve, (void *)(uintptr_t)(wave * WAVE_SIZE + i + 1))) {
                fprintf(stderr, "requests: no thread\n");
                return 1;
            }
        }
        for (int i = 0; i < WAVE_SIZE; i++) pthread_join(threads[i], NULL);
    }
    printf("PASSED: %d requests\n", waves * WAVE_SIZE);
    return 0;
}
