// Times calls: caller mark|range|across|hip|stream|clock|atomic|first THREADS [CALLS]. Prints nanoseconds per call: the
// median and the minimum of the rounds (first: the mean of the first 1,000 calls). "hip" calls the benchmark's own HIP
// runtime through a table that it registers as AMD's does, so that only the tracing is measured; "stream" a function
// that works on a stream. "range" is a push and its pop, "across" a start and its stop. "atomic" is one addition to a
// word that only its thread uses.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk-roctx/roctx.h>

#include "rounds.h"

enum { FIRST = 1000, SLOTS = 541, HIP_MEMSET = 288, HIP_MEMSET_ASYNC = 293 };

static uint64_t table[1 + SLOTS];

static int memset_of_nothing(void* destination, int value, size_t bytes, void* stream) {
    __asm__ volatile("" ::"r"(destination), "r"(value), "r"(bytes), "r"(stream));
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

typedef void (*call)(void);

static void mark(void) { roctxMarkA("bench"); }

static void hip(void) { ((int (*)(void*, int, size_t)) * (uint64_t volatile*)&table[1 + HIP_MEMSET])(NULL, 7, 64); }

static void stream(void) {
    ((int (*)(void*, int, size_t, void*)) * (uint64_t volatile*)&table[1 + HIP_MEMSET_ASYNC])(NULL, 7, 64, NULL);
}

static void range(void) {
    roctxRangePushA("bench");
    roctxRangePop();
}

static void across(void) { roctxRangeStop(roctxRangeStartA("bench")); }

static void read_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
}

static void add(void) {
    static __thread uint64_t own[16] __attribute__((aligned(128)));
    __atomic_fetch_add(own, 1, __ATOMIC_RELAXED);
}

static const struct {
    const char* name;
    call function;
} CALLED[] = {{"mark", mark},     {"range", range},      {"across", across}, {"hip", hip},
              {"stream", stream}, {"clock", read_clock}, {"atomic", add}};

static int first_calls(void) {
    mark();
    double begin = rounds_now();
    for (int i = 0; i < FIRST; i++) mark();
    printf("%.0f %.0f\n", (rounds_now() - begin) / FIRST, (rounds_now() - begin) / FIRST);
    return 0;
}

int main(int count, char** words) {
    int threads = count > 2 ? atoi(words[2]) : 1, calls = count > 3 ? atoi(words[3]) : CALLS;
    const char* name = count > 1 ? words[1] : "mark";
    call what = NULL;
    if (threads < 1 || threads > MOST_THREADS || calls < 1) return 2;
    if (strcmp(name, "first") == 0) return first_calls();
    for (size_t i = 0; i < sizeof CALLED / sizeof *CALLED; i++)
        if (strcmp(name, CALLED[i].name) == 0) what = CALLED[i].function;
    if (what == NULL) return 2;
    if (what == hip || what == stream) register_hip();
    rounds_figure figure = rounds_run(threads, calls, what, NULL, NULL);
    printf("%.1f %.1f\n", figure.median, figure.best);
    return 0;
}
