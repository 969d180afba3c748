#define _GNU_SOURCE
#include "engine.h"

#include "aql.h"
#include "base.h"
#include "engine_lock.h"
#include "queues.h"
#include "sdma.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <time.h>

static bool running; // under the engine's lock

// How long to sleep after so much time without work: a GPU answers in microseconds, an idle program costs little.
static uint64_t nap_after(uint64_t idle_ns) {
    if (idle_ns < 1000000) return 5000;
    if (idle_ns < 50000000) return 20000;
    return idle_ns < 1000000000 ? 200000 : 1000000;
}

// Gives every queue a turn: first all kernels end, so that the most important queue gets what becomes free. Returns
// whether anything happened.
static bool step(uint64_t* next_ns) {
    bool any = false;
    uint32_t count;
    sk_queue* const* queues = sk_queues(&count);
    for (uint32_t i = 0; i < count; i++)
        if (queues[i]->aql) any |= sk_aql_end(queues[i], next_ns);
    for (uint32_t i = 0; i < count; i++)
        any |= queues[i]->aql ? sk_aql_begin(queues[i], next_ns) : sk_sdma_step(queues[i], next_ns);
    return any;
}

static void rest(bool any, uint64_t next_ns, uint64_t* busy_ns) {
    uint64_t now = sk_now_ns();
    if (any) *busy_ns = now;
    if (next_ns == 0 && !sk_engine_lock_wanted()) {
        sched_yield(); // a copy goes on
        return;
    }
    uint64_t nap = nap_after(now - *busy_ns);
    if (next_ns <= now && !sk_engine_lock_wanted()) nap = 0;
    else if (next_ns <= now) nap = 5000;
    else if (next_ns - now < nap) nap = next_ns - now;
    struct timespec time = {.tv_nsec = (long)nap};
    if (nap > 0) nanosleep(&time, NULL);
}

static void* run(void* unused) {
    (void)unused;
    prctl(PR_SET_TIMERSLACK, 1000); // ns: the default would make every sleep 50 us longer
    uint64_t busy_ns = sk_now_ns();
    for (;;) {
        uint64_t next_ns = UINT64_MAX;
        sk_engine_lock();
        bool any = step(&next_ns);
        sk_engine_unlock();
        rest(any, next_ns, &busy_ns);
    }
    return NULL;
}

int sk_engine_start(void) {
    if (running) return 0;
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&thread, &attributes, run, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (error != 0) return error;
    pthread_setname_np(thread, "softkfd");
    running = true;
    return 0;
}

void sk_engine_after_fork(void) { running = false; }
