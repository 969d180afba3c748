// Nanoseconds per marker without a tool, next to a plain call through a function pointer. Prints a table.
#include <dlfcn.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <stdio.h>
#include <time.h>

enum { CALLS = 20000000, RUNS = 5 };

__attribute__((noinline)) static void nothing(const char* message) { __asm__ volatile("" : : "r"(message)); }

static void (*volatile pointer)(const char*) = nothing;

static void call_pointer(void) { pointer("x"); }

static void call_mark(void) { roctxMarkA("x"); }

static void call_push_pop(void) {
    roctxRangePushA("x");
    roctxRangePop();
}

static void call_start_stop(void) { roctxRangeStop(roctxRangeStartA("x")); }

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

// The best of some runs.
#define MEASURE(name, call) \
    do { \
        double best = 1e9; \
        for (int run = 0; run < RUNS; run++) { \
            double begin = now(); \
            for (int i = 0; i < CALLS; i++) call(); \
            double nanos = (now() - begin) / CALLS; \
            if (nanos < best) best = nanos; \
        } \
        printf("%-36s %6.2f ns\n", name, best); \
    } while (0)

int main(void) {
    double begin = now();
    roctxMarkA("first");
    printf("%-36s %6.0f ns\n", "first call: registration, no tool", now() - begin);
    MEASURE("call through a function pointer", call_pointer);
    MEASURE("roctxMarkA", call_mark);
    MEASURE("roctxRangePushA + roctxRangePop", call_push_pop);
    MEASURE("roctxRangeStartA + roctxRangeStop", call_start_stop);
    return 0;
}
