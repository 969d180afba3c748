// Times calls: caller mark|hip|clock|first THREADS. Prints nanoseconds per call: the median and the minimum of the
// rounds (first: the mean of the first 1,000 calls). "hip" calls the benchmark's own HIP runtime through a table
// that it registers as AMD's does, so that only the tracing is measured.
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk-roctx/roctx.h>

enum { ROUNDS = 21, CALLS = 200000, WARM_ROUNDS = 10, FIRST = 1000, SLOTS = 541, HIP_MEMSET = 288 };

static uint64_t table[1 + SLOTS];

static int memset_of_nothing(void* destination, int value, size_t bytes) {
    __asm__ volatile("" ::"r"(destination), "r"(value), "r"(bytes));
    return 0;
}

static uint32_t import_hip(void) { return 70100; }

static void register_hip(void) {
    void* tables[1] = {table};
    rocprofiler_register_library_indentifier_t id;
    table[0] = sizeof table;
    for (int i = 0; i < SLOTS; i++) table[1 + i] = (uint64_t)memset_of_nothing;
    rocprofiler_register_library_api_table("hip", import_hip, 70100, tables, 1, &id);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

typedef void (*call)(void);

static void mark(void) { roctxMarkA("bench"); }

static void hip(void) { ((int (*)(void*, int, size_t)) * (uint64_t volatile*)&table[1 + HIP_MEMSET])(NULL, 7, 64); }

static void read_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
}

static pthread_barrier_t start;
static call what;

static int by_value(const void* a, const void* b) {
    double difference = *(const double*)a - *(const double*)b;
    return (difference > 0) - (difference < 0);
}

// Pins each thread to a processor: on a small machine the scheduler may leave two threads on one for a whole run.
static void pin(int thread) {
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, &allowed) || thread-- > 0) continue;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        pthread_setaffinity_np(pthread_self(), sizeof one, &one);
        return;
    }
}

static double times[64][ROUNDS];

static void* run(void* index) {
    int thread = (int)(intptr_t)index;
    double* mine = times[thread];
    pin(thread);
    for (int round = -WARM_ROUNDS; round < ROUNDS; round++) {
        pthread_barrier_wait(&start);
        double begin = now();
        for (int i = 0; i < CALLS; i++) what();
        if (round >= 0) mine[round] = (now() - begin) / CALLS;
    }
    qsort(mine, ROUNDS, sizeof *mine, by_value);
    return NULL;
}

int main(int count, char** words) {
    int threads = count > 2 ? atoi(words[2]) : 1;
    const char* name = count > 1 ? words[1] : "mark";
    pthread_t handles[64];
    if (threads < 1 || threads > 64) return 2;
    what = strcmp(name, "hip") == 0 ? hip : strcmp(name, "clock") == 0 ? read_clock : mark;
    if (what == hip) register_hip();
    if (strcmp(name, "first") == 0) {
        mark();
        double begin = now();
        for (int i = 0; i < FIRST; i++) mark();
        printf("%.0f %.0f\n", (now() - begin) / FIRST, (now() - begin) / FIRST);
        return 0;
    }
    pthread_barrier_init(&start, NULL, (unsigned)threads);
    for (int i = 0; i < threads; i++) pthread_create(&handles[i], NULL, run, (void*)(intptr_t)i);
    double median = 0, minimum = 1e9;
    for (int i = 0; i < threads; i++) {
        pthread_join(handles[i], NULL);
        median += times[i][ROUNDS / 2] / threads;
        if (times[i][0] < minimum) minimum = times[i][0];
    }
    printf("%.1f %.1f\n", median, minimum);
    return 0;
}
