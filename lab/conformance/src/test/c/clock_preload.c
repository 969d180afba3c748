// Preloaded: a time-of-day clock that is set while programs run. Between two reads it moves an hour forward or two
// hours back. CLOCK_MONOTONIC and CLOCK_BOOTTIME stay as they are.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <time.h>

static atomic_long looks;

static long step(void) {
    long look = atomic_fetch_add(&looks, 1);
    return look % 3 == 2 ? -7200 * look : 3600 * look;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
    static int (*_Atomic next)(clockid_t, struct timespec*);
    if (next == NULL) next = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
    int status = next(clock, now);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += step();
    return status;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
    static int (*_Atomic next)(struct timeval*, void*);
    if (next == NULL) next = (int (*)(struct timeval*, void*))dlsym(RTLD_NEXT, "gettimeofday");
    int status = next(now, zone);
    if (status == 0) now->tv_sec += step();
    return status;
}

time_t time(time_t* now) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    if (now != NULL) *now = t.tv_sec;
    return t.tv_sec;
}
