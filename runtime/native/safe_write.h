// Writing inside another program: a closed pipe or a file size limit must not end the program.
#ifndef RPJ_SAFE_WRITE_H
#define RPJ_SAFE_WRITE_H

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

// State around a call that writes. The kernel sends both signals to the thread that writes.
typedef struct {
    sigset_t before, pending;
} rpj_write_guard;

static inline rpj_write_guard rpj_write_begin(void) {
    rpj_write_guard guard;
    sigset_t ours;
    sigemptyset(&ours);
    sigaddset(&ours, SIGPIPE);
    sigaddset(&ours, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &ours, &guard.before);
    sigpending(&guard.pending);
    return guard;
}

// `result` is the call's result. Removes a signal that the call caused, but none that was pending before.
// Keeps errno.
static inline void rpj_write_end(rpj_write_guard* guard, ssize_t result) {
    static const struct timespec at_once = {0, 0};
    int error = errno, signo = result >= 0 ? 0 : error == EPIPE ? SIGPIPE : error == EFBIG ? SIGXFSZ : 0;
    if (signo && !sigismember(&guard->pending, signo)) {
        sigset_t caused;
        sigemptyset(&caused);
        sigaddset(&caused, signo);
        while (sigtimedwait(&caused, NULL, &at_once) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &guard->before, NULL);
    errno = error;
}

// write(2). Any thread.
static inline ssize_t rpj_safe_write(int file, const void* bytes, size_t size) {
    rpj_write_guard guard = rpj_write_begin();
    ssize_t written = write(file, bytes, size);
    rpj_write_end(&guard, written);
    return written;
}

#endif
