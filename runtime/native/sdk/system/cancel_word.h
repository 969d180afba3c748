// Cancellation on the path of a call.
#ifndef RPJ_CANCEL_WORD_H
#define RPJ_CANCEL_WORD_H

#include "../../cancel.h"

// The result of rpj_cancel_search_word. It may be found while other threads are here.
extern int32_t rpj_cancel_word __attribute__((visibility("hidden")));

static inline int32_t rpj_cancel_word_place(void) { return __atomic_load_n(&rpj_cancel_word, __ATOMIC_RELAXED); }

// Finds that offset. One thread, once.
void rpj_find_cancel_word(void);

// Whether a signal that cancels the calling thread may be in flight.
static inline bool rpj_cancel_is_coming(void) {
    const int32_t place = rpj_cancel_word_place();
    if (__builtin_expect(place < 0, 0)) return place == RPJ_CANCEL_WORD_UNKNOWN;
    return (rpj_cancel_word_at(place) & (RPJ_CANCEL_SENT | RPJ_CANCEL_CAME)) == RPJ_CANCEL_SENT;
}

// Whether cancellation may end the calling thread at any instruction, as far as known.
static inline bool rpj_cancel_may_be_at_once(void) {
    const int32_t place = rpj_cancel_word_place();
    return __builtin_expect(place >= 0, 1) && rpj_cancel_word_at(place) & RPJ_CANCEL_AT_ONCE;
}

// Does the same as rpj_cancel_off, without a system call where none is needed, and without setting what is already
// set: each of glibc's functions costs an atomic instruction.
static inline rpj_cancellation rpj_cancel_off_quickly(void) {
    const int32_t place = rpj_cancel_word_place();
    if (__builtin_expect(place < 0, 0))
        return place == RPJ_CANCEL_WORD_UNKNOWN ? rpj_cancel_off() : rpj_cancel_switch_off();
    rpj_cancellation before = {PTHREAD_CANCEL_DISABLE, PTHREAD_CANCEL_DEFERRED};
    uint32_t word = rpj_cancel_word_at(place);
    if (__builtin_expect(word & RPJ_CANCEL_AT_ONCE, 0)) pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before.type);
    if (!(word & RPJ_CANCEL_DISABLED)) pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before.state);
    if (__builtin_expect(rpj_cancel_is_coming(), 0)) rpj_cancel_await();
    return before;
}

// Reverts that, as rpj_cancel_again does.
static inline void rpj_cancel_again_quickly(rpj_cancellation before) {
    if (before.state != PTHREAD_CANCEL_DISABLE) pthread_setcancelstate(before.state, NULL);
    if (__builtin_expect(before.type != PTHREAD_CANCEL_DEFERRED, 0)) pthread_setcanceltype(before.type, NULL);
}

#endif
