// Writing from inside somebody else's program: a reader that has gone, or a limit of file size, must not end it.
#ifndef RPJ_QUIET_H
#define RPJ_QUIET_H

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

// What a call that writes is put between. The kernel sends both signals to the thread that writes.
typedef struct {
    sigset_t before, pending;
} rpj_quiet;

static inline rpj_quiet rpj_quiet_begin(void) {
    rpj_quiet quiet;
    sigset_t ours;
    sigemptyset(&ours);
    sigaddset(&ours, SIGPIPE);
    sigaddset(&ours, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &ours, &quiet.before);
    sigpending(&quiet.pending);
    return quiet;
}

// `result` is what the call returned. Takes back a signal that it caused, and none that was there before. Keeps errno.
static inline void rpj_quiet_end(rpj_quiet* quiet, ssize_t result) {
    static const struct timespec at_once = {0, 0};
    int error = errno, signo = result >= 0 ? 0 : error == EPIPE ? SIGPIPE : error == EFBIG ? SIGXFSZ : 0;
    if (signo && !sigismember(&quiet->pending, signo)) {
        sigset_t caused;
        sigemptyset(&caused);
        sigaddset(&caused, signo);
        while (sigtimedwait(&caused, NULL, &at_once) < 0 && errno == EINTR) {}
    }
    pthread_sigmask(SIG_SETMASK, &quiet->before, NULL);
    errno = error;
}

// write(2). Any thread.
static inline ssize_t rpj_quiet_write(int file, const void* bytes, size_t size) {
    rpj_quiet quiet = rpj_quiet_begin();
    ssize_t written = write(file, bytes, size);
    rpj_quiet_end(&quiet, written);
    return written;
}

#endif
