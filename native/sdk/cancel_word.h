// Cancellation on the path of a call. Not installed.
#ifndef RPJ_CANCEL_WORD_H
#define RPJ_CANCEL_WORD_H

#include <stdbool.h>
#include <stdint.h>

#include "../cancel.h"

enum { RPJ_CANCEL_WORD_NONE = -1, RPJ_CANCEL_WORD_UNKNOWN = -2 };

// Its offset in a thread's descriptor, or one of those.
extern int32_t rpj_cancel_word __attribute__((visibility("hidden")));

// Finds it. One thread, once.
void rpj_find_cancel_word(void);

// Whether a signal that cancels the calling thread may have been sent and not have come.
static inline bool rpj_cancel_is_coming(void) {
    enum { BEGUN = 4, DONE = 8 };
    if (__builtin_expect(rpj_cancel_word < 0, 0)) return rpj_cancel_word == RPJ_CANCEL_WORD_UNKNOWN;
    uint32_t word = __atomic_load_n((const uint32_t*)((const char*)pthread_self() + rpj_cancel_word), __ATOMIC_RELAXED);
    return (word & (BEGUN | DONE)) == BEGUN;
}

// As rpj_cancel_off, without a system call where none is needed.
static inline rpj_cancellation rpj_cancel_off_quickly(void) {
    rpj_cancellation before = rpj_cancel_switch_off();
    if (__builtin_expect(rpj_cancel_is_coming(), 0)) rpj_cancel_await();
    return before;
}

#endif
