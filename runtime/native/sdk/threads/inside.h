// Code that a thread runs as one inside the engine.
#ifndef RPJ_INSIDE_H
#define RPJ_INSIDE_H

#include "base/thread_blocks.h"
#include "system/cancel_word.h"

// Between these two the thread counts as inside the engine and cannot be cancelled: a thread that may be cancelled
// at any instruction ends after the second. Otherwise its last calls, from its cleanup functions, would always find
// it inside.
static inline rpj_cancellation rpj_inside_begin(native_thread_t* thread) {
    rpj_cancellation before = {PTHREAD_CANCEL_DISABLE, PTHREAD_CANCEL_DEFERRED};
    if (RPJ_UNLIKELY(rpj_cancel_may_be_at_once())) before = rpj_cancel_off_quickly();
    rpj_set_inside(thread, 1);
    return before;
}

static inline void rpj_inside_end(native_thread_t* thread, rpj_cancellation before) {
    rpj_set_inside(thread, 0);
    rpj_cancel_again_quickly(before);
}

#endif
