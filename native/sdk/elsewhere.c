// Calls into the engine from threads whose stack has no room for it: another thread makes the call while the caller
// waits. That is rare (a first mark on such a thread registers its library, say), so each call gets a new one.
#include <pthread.h>
#include <signal.h>

#include "rpj.h"

enum { STACK_BYTES = 1 << 20 };

typedef struct {
    native_thread_t* thread;
    const uint64_t* args;
    uint64_t result;
    uint32_t function;
} errand;

static void* run(void* argument) {
    errand* e = argument;
    rpj_current = e->thread;
    e->result = rpj_call(e->function, e->args, e->result);
    rpj_current = NULL;
    return NULL;
}

// Signals are for the program's own threads.
static bool start(pthread_t* runner, errand* e) {
    pthread_attr_t attributes;
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(runner, &attributes, run, e) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

uint64_t rpj_call_elsewhere(native_thread_t* thread, uint32_t function, const uint64_t* args, uint64_t fallback) {
    errand e = {thread, args, fallback, function};
    pthread_t runner;
    int cancellable;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellable);  // the runner writes to this very stack
    if (start(&runner, &e)) pthread_join(runner, NULL);
    pthread_setcancelstate(cancellable, NULL);
    return e.result;
}
