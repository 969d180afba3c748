// cancels ROUNDS THREADS deferred|asynchronous now|boot: rounds of threads that mark and call HIP until they are
// cancelled at arbitrary moments, and once more in their cleanup handlers; `boot`: the first round makes the first
// call of the process. At the end main prints the number of calls, as counted before and after each, and the number
// of threads that were cancelled.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

static atomic_long begun, done, ended;
static int asynchronous;

static void clean_up(void* unused) {
    int device;
    (void)unused;
    begun++;
    if (hipGetDevice(&device)) _exit(52);
    roctxMarkA("cleaned up");
    done++;
}

// Cancellation during a range would leave the range open, so only these calls are made.
static void* call(void* unused) {
    int device;
    pthread_cleanup_push(clean_up, NULL);
    if (asynchronous) pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (;;) {
        begun++;
        if (hipGetDevice(&device)) _exit(50);
        done++;
        roctxMarkA("a mark");
        if (!asynchronous) pthread_testcancel();
    }
    pthread_cleanup_pop(0);
    return unused;
}

static void one_round(int threads, unsigned* seed) {
    pthread_t running[threads];
    for (int i = 0; i < threads; i++) pthread_create(&running[i], NULL, call, NULL);
    for (int i = 0; i < threads; i++) {
        if (rand_r(seed) % 4) usleep((unsigned)rand_r(seed) % 2000);
        pthread_cancel(running[i]);
    }
    for (int i = 0; i < threads; i++) {
        void* result = NULL;
        pthread_join(running[i], &result);
        ended += result == PTHREAD_CANCELED;
    }
}

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    unsigned seed = 11;
    int device;
    asynchronous = !strcmp(argv[3], "asynchronous");
    if (strcmp(argv[argc - 1], "boot") && hipGetDevice(&device)) return 50;
    for (int i = 0; i < atoi(argv[1]); i++) one_round(atoi(argv[2]), &seed);
    for (int i = 0; i < 1000; i++)
        if (hipGetDevice(&device)) return 51;
    roctxMarkA("the end");
    printf("%ld threads\n", (long)ended);
    fprintf(stderr, "begun %ld done %ld\n", (long)begun, (long)done);
    return 0;
}
