// Times kernels on AMD's real HIP, without a GPU: real CODE_OBJECT, an ELF file with the kernel `empty`. Prints the
// medians of its rounds, in nanoseconds of the host: per hipModuleLaunchKernel of 256 in a row, without the wait for
// the last one; until all of them are complete, per kernel; per launch of one kernel and the wait for it.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <hip/hip_runtime_api.h>

enum { BATCH = 256, ROUNDS = 21, WARM_ROUNDS = 4, WAITS = 20 };

#define HIP(call) \
    do { \
        if ((call) != hipSuccess) { \
            fprintf(stderr, "real: %s failed\n", #call); \
            exit(1); \
        } \
    } while (0)

static hipFunction_t empty;
static hipStream_t stream;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void* a, const void* b) {
    double difference = *(const double*)a - *(const double*)b;
    return (difference > 0) - (difference < 0);
}

static double median(double* values, int size) {
    qsort(values, (size_t)size, sizeof *values, by_value);
    return values[size / 2];
}

static void launch(void) { HIP(hipModuleLaunchKernel(empty, 1, 1, 1, 64, 1, 1, 0, stream, NULL, NULL)); }

int main(int count, char** words) {
    static double called[ROUNDS], complete[ROUNDS], waited[ROUNDS];
    hipModule_t module;
    if (count != 2) return 2;
    HIP(hipModuleLoad(&module, words[1]));
    HIP(hipModuleGetFunction(&empty, module, "empty"));
    HIP(hipStreamCreate(&stream));
    for (int round = -WARM_ROUNDS; round < ROUNDS; round++) {
        const double begin = now();
        for (int i = 0; i < BATCH; i++) launch();
        const double returned = now();
        HIP(hipStreamSynchronize(stream));
        const double ended = now();
        for (int i = 0; i < WAITS; i++) {
            launch();
            HIP(hipStreamSynchronize(stream));
        }
        if (round < 0) continue;
        called[round] = (returned - begin) / BATCH;
        complete[round] = (ended - begin) / BATCH;
        waited[round] = (now() - ended) / WAITS;
    }
    printf("%.0f %.0f %.0f\n", median(called, ROUNDS), median(complete, ROUNDS), median(waited, ROUNDS));
    return 0;
}
