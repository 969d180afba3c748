// Waiting without any system call but futex, which a sandbox that permits threads permits as well.
#ifndef RPJ_PAUSE_H
#define RPJ_PAUSE_H

#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { RPJ_PAUSES_AWAKE = 100, RPJ_PAUSE_NANOS = 20000 };

// Sleeps for less than a second. Not a point of cancellation. Any thread.
static inline void rpj_sleep(long nanos) {
    const uint32_t word = 0; // nobody changes it
    const struct timespec time = {0, nanos};
    const int error = errno;
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, word, &time, NULL, 0);
    errno = error;
}

// Waits a moment for a lock that is held for a few instructions. `tries`: how often this was called for it. Any thread.
static inline void rpj_pause(uint32_t tries) {
    if (tries < RPJ_PAUSES_AWAKE) __builtin_ia32_pause();
    else rpj_sleep(RPJ_PAUSE_NANOS);
}

#endif
