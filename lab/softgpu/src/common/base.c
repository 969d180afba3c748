#define _GNU_SOURCE
#include "base.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

uint64_t sg_now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void sg_futex_wait(_Atomic(uint32_t)* word, uint32_t seen, uint64_t timeout_ns) {
    struct timespec t = {.tv_sec = (time_t)(timeout_ns / 1000000000u), .tv_nsec = (long)(timeout_ns % 1000000000u)};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, &t, NULL, 0);
}

void sg_futex_wake(_Atomic(uint32_t)* word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0); }

// Faults are delivered to the thread that causes them: a kernel may be Java code, and the JVM uses SIGSEGV.
static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};

int sg_thread_start(pthread_t* thread, const char* name, void* (*run)(void*), void* arg) {
    sigset_t all, before;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(thread, NULL, run, arg);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error == 0) pthread_setname_np(*thread, name);
    return error;
}

const char* sg_env(const char* name) { return secure_getenv(name); }

long sg_env_number(const char* name, long otherwise, long low, long high) {
    const char* text = sg_env(name);
    if (text == NULL || *text == '\0') return otherwise;
    char* end;
    errno = 0;
    long value = strtol(text, &end, 10);
    return errno != 0 || *end != '\0' || value < low || value > high ? otherwise : value;
}

bool sg_flag_until(atomic_bool* flag, uint64_t deadline_ns) {
    while (atomic_exchange(flag, true)) {
        if (sg_now_ns() >= deadline_ns) return false;
        struct timespec nap = {.tv_nsec = 100000};
        nanosleep(&nap, NULL);
    }
    return true;
}

bool sg_lock_until(pthread_mutex_t* lock, uint64_t deadline_ns) {
    while (pthread_mutex_trylock(lock) != 0) {
        if (sg_now_ns() >= deadline_ns) return false;
        struct timespec nap = {.tv_nsec = 100000};
        nanosleep(&nap, NULL);
    }
    return true;
}
