// Programs that only make calls: loops hip|stream|hsa|mark|range THREADS [ROUNDS]. Prints nanoseconds per call, the
// median of the rounds, and nanoseconds of processor time per call over all of them, which include rare costs: page
// faults, new memory. "hip" and "hsa" are the benchmark's own runtimes, whose functions do nothing, behind tables
// that are registered as AMD's are; "stream" is a HIP function on a stream. "range" is a push and a pop, which are
// two calls.
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk-roctx/roctx.h>

enum { CALLS = 10000, WARM_ROUNDS = 20, MOST_ROUNDS = 1000, HIP_SLOTS = 541, CORE_SLOTS = 125 };
enum { HIP_MEMSET = 288, HIP_MEMSET_ASYNC = 293, HSA_SYSTEM_GET_INFO = 2 };

static uint64_t hip_table[1 + HIP_SLOTS], core_table[2 + CORE_SLOTS];

static int nothing(void* a, int b, size_t c, void* d) {
    __asm__ volatile("" ::"r"(a), "r"(b), "r"(c), "r"(d));
    return 0;
}

static uint32_t import(void) { return 70100; }

static void announce(const char* library, void* table) {
    rocprofiler_register_library_indentifier_t id;
    rocprofiler_register_library_api_table(library, import, 70100, &table, 1, &id);
}

static void register_runtimes(void) {
    hip_table[0] = sizeof hip_table;
    for (int i = 0; i < HIP_SLOTS; i++) hip_table[1 + i] = (uint64_t)nothing;
    announce("hip", hip_table);
    core_table[0] = (uint64_t)sizeof core_table << 32;
    for (int i = 0; i < CORE_SLOTS; i++) core_table[2 + i] = (uint64_t)nothing;
    static void* container[8]; // HsaApiTable: its version, with its size in the upper half, then the tables
    container[0] = (void*)((uint64_t)sizeof container << 32);
    container[2] = core_table;
    announce("hsa", container);
}

static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

typedef int (*function)(void*, int, size_t, void*);

static function at(const uint64_t* table, int slot) { return *(const function volatile*)&table[slot]; }

static void hip(void) { at(hip_table, 1 + HIP_MEMSET)(NULL, 7, 64, NULL); }

static void stream(void) { at(hip_table, 1 + HIP_MEMSET_ASYNC)(NULL, 7, 64, (void*)0x1000); }

static void hsa(void) { at(core_table, 2 + HSA_SYSTEM_GET_INFO)(NULL, 0, 0, NULL); }

static void mark(void) { roctxMarkA("bench"); }

static void range(void) {
    roctxRangePushA("bench");
    roctxRangePop();
}

static const struct {
    const char* name;
    void (*call)(void);
    int calls;
} KINDS[] = {{"hip", hip, 1}, {"stream", stream, 1}, {"hsa", hsa, 1}, {"mark", mark, 1}, {"range", range, 2}};

static int kind, rounds = 200;
static pthread_barrier_t start;
static double times[64][MOST_ROUNDS], processor[64];

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

static int by_value(const void* a, const void* b) {
    double difference = *(const double*)a - *(const double*)b;
    return (difference > 0) - (difference < 0);
}

static void* run(void* index) {
    int thread = (int)(intptr_t)index;
    double used = 0;
    void (*call)(void) = KINDS[kind].call;
    int calls = CALLS / KINDS[kind].calls;
    pin(thread);
    pthread_barrier_wait(&start);
    for (int round = -WARM_ROUNDS; round < rounds; round++) {
        if (round == 0) used = seconds(CLOCK_THREAD_CPUTIME_ID);
        double begin = seconds(CLOCK_MONOTONIC);
        for (int i = 0; i < calls; i++) call();
        if (round >= 0) times[thread][round] = (seconds(CLOCK_MONOTONIC) - begin) / CALLS * 1e9;
    }
    processor[thread] = (seconds(CLOCK_THREAD_CPUTIME_ID) - used) / CALLS / rounds * 1e9;
    qsort(times[thread], (size_t)rounds, sizeof(double), by_value);
    return NULL;
}

int main(int count, char** words) {
    int threads = count > 2 ? atoi(words[2]) : 1;
    int kinds = sizeof KINDS / sizeof *KINDS;
    pthread_t handles[64];
    while (kind < kinds && (count < 2 || strcmp(KINDS[kind].name, words[1]) != 0)) kind++;
    if (count > 3) rounds = atoi(words[3]);
    if (kind == kinds || threads < 1 || threads > 64 || rounds < 1 || rounds > MOST_ROUNDS) return 2;
    register_runtimes();
    pthread_barrier_init(&start, NULL, (unsigned)threads);
    for (int i = 0; i < threads; i++) pthread_create(&handles[i], NULL, run, (void*)(intptr_t)i);
    double median = 0, used = 0;
    for (int i = 0; i < threads; i++) {
        pthread_join(handles[i], NULL);
        median += times[i][rounds / 2] / threads;
        used += processor[i] / threads;
    }
    printf("%.1f %.1f\n", median, used);
    return 0;
}
