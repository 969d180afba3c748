// Helpers shared by the programs rt_*.c: clients of libroctracer64 that print their callbacks and records.
#ifndef RT_PROGRAM_H
#define RT_PROGRAM_H

#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifdef __cplusplus
#include <atomic>
using std::atomic_int;
#else
#include <stdatomic.h>
#endif

#include <roctracer/roctracer.h>
#include <roctracer/roctracer_ext.h>
#include <roctracer/roctracer_hip.h>
#include <roctracer/roctracer_roctx.h>
#include <roctracer/roctx.h>

// The operations that the programs call most.
enum { FREE = 69, LAUNCH = 107, MALLOC = 108, MEMCPY = 125 };

// Not a constant to the compiler: the header declares some arguments as never null.
__attribute__((unused)) static void* volatile nothing;

#define EXPECT(condition) \
    ((condition) ? (void)0 : (void)printf("%s:%d: not so: %s\n", strrchr(__FILE__, '/') + 1, __LINE__, #condition))
#define OK(call) okay(#call, call)

__attribute__((unused)) static void okay(const char* call, int status) {
    if (status != 0) printf("%s: %d\n", call, status);
}

// Replaces a condition variable: waits are short, and no timeout is needed.
#define WAIT_FOR(condition) \
    while (!(condition)) sched_yield()

__attribute__((unused)) static uint64_t clock_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_BOOTTIME, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// The last error of this thread, without its newline; the result is valid until the next call.
__attribute__((unused)) static const char* last_error(void) {
    static __thread char text[300];
    char* copy = (char*)roctracer_error_string();
    snprintf(text, sizeof text, "%s", copy);
    free(copy);
    size_t size = strlen(text);
    if (size && text[size - 1] == '\n') text[size - 1] = 0;
    else if (size) strcat(text, " (without newline)");
    return text;
}

__attribute__((unused)) static bool has_jvm(void) {
    char line[600];
    bool found = false;
    FILE* maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) found |= strstr(line, "libjvm.so") != NULL;
    if (maps) fclose(maps);
    return found;
}

#endif
