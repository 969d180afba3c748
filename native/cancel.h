// Cancellation, in our libraries: off while a thread does what others wait for.
#ifndef RPJ_CANCEL_H
#define RPJ_CANCEL_H

#include <pthread.h>

// Cancellation is as it was again. A thread that is to end at once (asynchronously) ends as by pthread_testcancel, because
// glibc's pthread_setcancelstate forgets to say by what it ended. Any thread.
static inline void rpj_cancel_again(int state) {
    int type;
    if (state == PTHREAD_CANCEL_DISABLE) return;
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
    pthread_setcancelstate(state, NULL);
    if (type == PTHREAD_CANCEL_DEFERRED) return;
    pthread_testcancel();
    pthread_setcanceltype(type, NULL);
}

#endif
