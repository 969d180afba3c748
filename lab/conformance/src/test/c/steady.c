// steady THREADS ROUNDS: makes a known number of HIP calls and marks, prints the sum of their results, and exits
// with 9.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

static int rounds;
static atomic_long sum;
static pthread_barrier_t start;

static void* work(void* unused) {
    long answers = 0;
    pthread_barrier_wait(&start);
    for (int i = 0; i < rounds; i++) {
        int device = -1, devices = -1;
        answers += hipGetDevice(&device) == hipSuccess && device == 0;
        answers += hipGetDeviceCount(&devices) == hipSuccess && devices > 0;
        roctxMarkA("round");
    }
    atomic_fetch_add(&sum, answers);
    return unused;
}

int main(int argc, char** argv) {
    pthread_t threads[64];
    if (argc != 3) return 2;
    int count = atoi(argv[1]);
    rounds = atoi(argv[2]);
    pthread_barrier_init(&start, NULL, (unsigned)count);
    hipInit(0);
    for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
    printf("%ld right answers\n", atomic_load(&sum));
    return 9;
}
