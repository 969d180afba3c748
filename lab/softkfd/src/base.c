#define _GNU_SOURCE
#include "base.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Any constant will do, as long as ticks and CLOCK_BOOTTIME cannot be taken for each other.
static const uint64_t TICK_EPOCH = 7777777777;

uint64_t sk_now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t sk_ticks(uint64_t boot_ns) { return boot_ns / 10 + TICK_EPOCH; }

void sk_futex_wait(_Atomic(uint32_t)* word, uint32_t seen, uint64_t timeout_ns) {
    struct timespec t = {.tv_sec = (time_t)(timeout_ns / 1000000000u), .tv_nsec = (long)(timeout_ns % 1000000000u)};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, &t, NULL, 0);
}

void sk_futex_wake(_Atomic(uint32_t)* word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0); }
