// The smallest traced program: `main(){roctxMarkA("x");}`. With an argument it prints the milliseconds of processor
// time that the mark took on its thread and on all, and the process's peak resident set in KiB.
#include <stdio.h>
#include <time.h>

#include <rocprofiler-sdk-roctx/roctx.h>

static double milliseconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

int main(int count, char** words) {
    (void)words;
    double thread = milliseconds(CLOCK_THREAD_CPUTIME_ID), process = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
    roctxMarkA("x");
    if (count < 2) return 0;
    thread = milliseconds(CLOCK_THREAD_CPUTIME_ID) - thread, process = milliseconds(CLOCK_PROCESS_CPUTIME_ID) - process;
    char line[128];
    FILE* status = fopen("/proc/self/status", "r");
    long kib = 0;
    while (status && fgets(line, sizeof line, status)) sscanf(line, "VmHWM: %ld", &kib);
    printf("%.1f %.1f %ld\n", thread, process, kib);
    return 0;
}
