// Finds the bits of a thread's cancellation state for the path of a call: without them every way into Java would begin
// with a system call.
#include "cancel_word.h"

int32_t rpj_cancel_word = RPJ_CANCEL_WORD_UNKNOWN;

void rpj_find_cancel_word(void) {
    rpj_cancellation before = rpj_cancel_off();
    rpj_cancel_word = rpj_cancel_search_word();
    rpj_cancel_again(before);
}
