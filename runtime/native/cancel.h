// Cancellation in our libraries: off while a thread does work that other threads wait for.
#ifndef RPJ_CANCEL_H
#define RPJ_CANCEL_H

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// The program's own settings.
typedef struct {
    int state, type;
} rpj_cancellation;

// glibc reserves two signals, by the kernel's numbers: the first cancels a thread. It is blocked while its handler
// runs; both are blocked only where we block all signals.
enum { RPJ_CANCEL_SIGNAL = 32, RPJ_CANCEL_BLOCKED = 1, RPJ_OTHER_BLOCKED = 2 };

static inline int rpj_own_signals_blocked(void) {
    uint64_t mask = 0;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &mask, sizeof mask);
    return (int)(mask >> (RPJ_CANCEL_SIGNAL - 1)) & (RPJ_CANCEL_BLOCKED | RPJ_OTHER_BLOCKED);
}

// Whether glibc's handler of that signal runs in the calling thread; in a thread that unwinds from it, the signal
// is blocked, too.
static inline bool rpj_cancel_handler_runs(void) { return rpj_own_signals_blocked() == RPJ_CANCEL_BLOCKED; }

// Up to glibc 2.40, the signal of an asynchronous cancellation ends a thread even if the thread has disabled
// cancellation since it was sent, or else in the next function that waits. Every cancellation point waits for a
// signal in flight: this one does nothing else. The thread may end here. Where the signal is blocked it cannot
// arrive, and waiting would never end.
static inline void rpj_cancel_await(void) {
    int error = errno;
    if (rpj_own_signals_blocked() & RPJ_CANCEL_BLOCKED) return;
    ssize_t none = read(-1, NULL, 0);
    (void)none;
    errno = error;
}

// Disables cancellation of the calling thread from now on, except by a signal in flight.
static inline rpj_cancellation rpj_cancel_switch_off(void) {
    rpj_cancellation before;
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before.type);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before.state);
    return before;
}

// Disables cancellation of the calling thread from now on. Call it before starting any work.
static inline rpj_cancellation rpj_cancel_off(void) {
    rpj_cancellation before = rpj_cancel_switch_off();
    rpj_cancel_await();
    return before;
}

// Restores the former settings. A thread that was cancelled asynchronously meanwhile ends here. The type is set
// last, because setting the state does not record the reason for the end.
static inline void rpj_cancel_again(rpj_cancellation before) {
    pthread_setcancelstate(before.state, NULL);
    pthread_setcanceltype(before.type, NULL);
}

// Where glibc, up to 2.40, stores a thread's cancellation state: the offset in a thread's descriptor of the one
// word in which the type is one bit and the state another, or one of those. No function tells whether the signal is
// in flight.
enum { RPJ_CANCEL_WORD_NONE = -1, RPJ_CANCEL_WORD_UNKNOWN = -2 };

// Its bits: the state, the type; whether a signal that cancels the thread has been sent, and has arrived.
enum { RPJ_CANCEL_DISABLED = 1, RPJ_CANCEL_AT_ONCE = 2, RPJ_CANCEL_SENT = 4, RPJ_CANCEL_CAME = 8 };

static inline uint32_t rpj_cancel_word_at(int32_t offset) {
    return __atomic_load_n((const uint32_t*)((const char*)__builtin_thread_pointer() + offset), __ATOMIC_RELAXED);
}

// Searches the calling thread's descriptor, which is 2,304 bytes long in glibc 2.36, for that word.
static inline int32_t rpj_cancel_search_word(void) {
    enum { BYTES = 1792 };
    uint32_t deferred[BYTES / sizeof(uint32_t)];
    int32_t found = RPJ_CANCEL_WORD_NONE, count = 0;
    rpj_cancellation before = rpj_cancel_switch_off();
    for (int32_t at = 0; at < BYTES; at += (int32_t)sizeof *deferred)
        deferred[at / (int32_t)sizeof *deferred] = rpj_cancel_word_at(at);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (int32_t at = 0; at < BYTES; at += (int32_t)sizeof *deferred) {
        uint32_t word = deferred[at / (int32_t)sizeof *deferred];
        if ((word ^ rpj_cancel_word_at(at)) != RPJ_CANCEL_AT_ONCE || !(word & RPJ_CANCEL_DISABLED)) continue;
        found = at;
        count++;
    }
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
    rpj_cancel_again(before);
    return count > 1 ? RPJ_CANCEL_WORD_UNKNOWN : found;
}

// Whether a handler of the program has interrupted glibc's cancellation handler in the calling thread. Up to glibc
// 2.40, each C library function that may wait waits for the end of the latter, which never comes, so this thread
// must not call such functions. A thread that cleans up after its cancellation has the signal blocked as well, but
// waits for nothing.
static inline bool rpj_cancel_interrupted(void) {
    if (!rpj_cancel_handler_runs()) return false;
    int32_t word = rpj_cancel_search_word();
    if (word < 0) return word == RPJ_CANCEL_WORD_UNKNOWN;
    return (rpj_cancel_word_at(word) & (RPJ_CANCEL_SENT | RPJ_CANCEL_CAME)) == RPJ_CANCEL_SENT;
}

#endif
