// Shared by all files: time, and waits that are no cancellation points.
//
// Lock order: the engine's lock (engine_lock.h), then the events' lock (events.c), then the locks of single tables.
// None is held while the program's code runs, and none is taken by a function that may run in a signal handler.
#ifndef SOFTKFD_BASE_H
#define SOFTKFD_BASE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SK_EXPORT __attribute__((visibility("default")))

enum { SK_PAGE = 4096 };

// Nanoseconds of CLOCK_BOOTTIME, the clock that the driver calls "system".
uint64_t sk_now_ns(void);

// What a GPU's 100 MHz counter shows at a moment of CLOCK_BOOTTIME. It has an epoch of its own.
uint64_t sk_ticks(uint64_t boot_ns);

// Waits until `*word` is no longer `seen`, for at most `timeout_ns`. May return early.
void sk_futex_wait(_Atomic(uint32_t)* word, uint32_t seen, uint64_t timeout_ns);
void sk_futex_wake(_Atomic(uint32_t)* word);

static inline uint64_t sk_round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

#endif
