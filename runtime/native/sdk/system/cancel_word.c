// Finds the bits of a thread's cancellation state, so that entering Java needs no system call to read it.
#include "system/cancel_word.h"

int32_t rpj_cancel_word = RPJ_CANCEL_WORD_UNKNOWN;

void rpj_find_cancel_word(void) {
    rpj_cancellation before = rpj_cancel_off();
    __atomic_store_n(&rpj_cancel_word, rpj_cancel_search_word(), __ATOMIC_RELAXED);
    rpj_cancel_again(before);
}
