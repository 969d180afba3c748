// lasting ORACLE MODE THREADS [CALLS]: THREADS threads make calls while the program ends in the way that MODE names,
// until the process is gone: after CALLS calls, or 1,000. The file ORACLE counts each call before and after it.
//
// return, exit, quick_exit, _exit, kill: how main ends; handler: exit, with a slow exit handler that also makes calls;
// allocations: exit, and a hundred allocations after all exit handlers.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

#include "oracle.h"

static oracle_row* row;

// One call of HIP, one mark, one range.
static void calls(void) {
    int device = -1;
    atomic_fetch_add(&row->begun, 1);
    if (hipGetDevice(&device) || device) abort();
    roctxMarkA("lasting");
    roctxRangePushA("range");
    if (roctxRangePop() != 0) abort();
    atomic_fetch_add(&row->done, 1);
}

static void* work(void* unused) {
    for (;;) calls();
    return unused;
}

static void wait_for(unsigned long more) {
    unsigned long end = atomic_load(&row->done) + more;
    struct timespec moment = {0, 100000};
    while (atomic_load(&row->done) < end) nanosleep(&moment, NULL);
}

static int threads, allocates;

// Registered before the first call, so that it runs after all of tracing's own exit handlers.
static void slow_handler(void) {
    if (threads) wait_for(20000);
    for (int i = 0; i < 1000; i++) calls();
}

__attribute__((destructor)) static void late(void) {
    void* memory;
    for (int i = 0; row && i < 100; i++) calls();
    for (int i = 0; allocates && i < 100; i++)
        if (hipMalloc(&memory, 64)) abort();
}

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    const char* mode = argv[2];
    oracle_open(argv[1]);
    row = oracle_row_of((unsigned long)getpid());
    threads = atoi(argv[3]);
    if (!strcmp(mode, "handler")) atexit(slow_handler);
    if (!strcmp(mode, "quick_exit")) at_quick_exit(slow_handler);
    allocates = !strcmp(mode, "allocations");
    calls();
    for (int i = 0; i < threads; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, NULL);
        pthread_detach(thread);
    }
    unsigned long some = argc > 4 ? strtoul(argv[4], NULL, 10) : 1000;
    wait_for(threads ? some : 0);
    puts("ends");
    fflush(stdout);
    if (!strcmp(mode, "quick_exit")) quick_exit(3);
    if (!strcmp(mode, "_exit")) _exit(3);
    if (!strcmp(mode, "kill")) raise(SIGKILL);
    if (!strcmp(mode, "return")) return 3;
    exit(3);
}
