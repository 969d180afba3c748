// Looking up a symbol takes the loader's locks, which a forked child inherits as they are: permanently locked, if
// another thread was in a look-up. Our own look-ups are kept apart from forks: a fork waits for look-ups in
// progress (microseconds), and new ones wait for the fork. Both waits are bounded: a look-up may itself be waiting
// for a thread that is loading a library, and a fork must not wait for that; nor may a look-up below such a load
// wait forever for a fork whose handlers need the loader. A child whose fork waited in vain looks nothing up: it would
// wait forever. With ten threads for each processor, that is one fork of some thousand.
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "register_internal.h"

enum { FORK_WAITS_MILLIS = 200, LOOK_UP_WAITS_MILLIS = 2000 };

static atomic_int looking;
static atomic_int forking;
static _Thread_local bool waited_in_vain __attribute__((tls_model("initial-exec"))); // this thread's fork
static atomic_bool locked;                                                           // the loader, in this process

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ll + t.tv_nsec;
}

// @return false when it took too long
static bool wait_for_zero(atomic_int* count, int millis) {
    if (atomic_load(count) == 0) return true;
    long long end = now() + millis * 1000000ll;
    while (atomic_load(count) != 0) {
        if (now() >= end) return false;
        sched_yield();
    }
    return true;
}

static void before_fork(void) {
    atomic_fetch_add(&forking, 1);
    waited_in_vain = !wait_for_zero(&looking, FORK_WAITS_MILLIS);
}

static void in_parent(void) { atomic_fetch_sub(&forking, 1); }

static void in_child(void) {
    atomic_store(&forking, 0);
    atomic_store(&looking, 0);
    if (waited_in_vain) atomic_store(&locked, true);
}

// Before the handler of forks.c, so that a fork does not hold look-ups up while it waits for a start, which looks up.
__attribute__((constructor(101))) static void install(void) { pthread_atfork(before_fork, in_parent, in_child); }

bool look_up_begins(void) {
    bool waits = true;
    if (atomic_load(&locked)) return false;
    atomic_fetch_add(&looking, 1);
    while (waits && atomic_load(&forking) != 0) { // the next fork may have begun when one has ended
        atomic_fetch_sub(&looking, 1);
        waits = wait_for_zero(&forking, LOOK_UP_WAITS_MILLIS);
        atomic_fetch_add(&looking, 1);
    }
    return true;
}

bool loader_is_locked(void) { return atomic_load(&locked); }

void look_up_ends(void) { atomic_fetch_sub(&looking, 1); }

void* global_symbol(const char* name) {
    if (!look_up_begins()) return NULL;
    void* symbol = dlsym(RTLD_DEFAULT, name);
    look_up_ends();
    return symbol;
}
