// Where glibc keeps what it knows of a thread's cancellation. It has no function that says whether the signal for it is on its
// way, and to wait for one before each way into Java would be a system call.
#include "cancel_word.h"

#include <string.h>

// How much of a thread's descriptor is looked at: it is 2,304 bytes long in glibc 2.36.
enum { WORDS = 448 };

int32_t rpj_cancel_word = RPJ_CANCEL_WORD_UNKNOWN;

static void read_descriptor(uint32_t words[WORDS]) { memcpy(words, (const void*)pthread_self(), WORDS * sizeof *words); }

// The one word in which the type is one bit and the state another, up to glibc 2.40. Later ones have no such word, and a signal
// that does as it should.
void rpj_find_cancel_word(void) {
    static uint32_t deferred[WORDS], at_once[WORDS];
    rpj_cancellation before = rpj_cancel_off();
    int found = RPJ_CANCEL_WORD_NONE, count = 0;
    read_descriptor(deferred);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    read_descriptor(at_once);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
    for (int i = 0; i < WORDS; i++) {
        if ((deferred[i] ^ at_once[i]) != RPJ_CANCEL_AT_ONCE || !(deferred[i] & RPJ_CANCEL_DISABLED)) continue;
        found = i * (int)sizeof *deferred;
        count++;
    }
    rpj_cancel_word = count == 1 ? found : count == 0 ? RPJ_CANCEL_WORD_NONE : RPJ_CANCEL_WORD_UNKNOWN;
    rpj_cancel_again(before);
}
