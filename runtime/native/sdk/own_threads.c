// Threads that the program did not make. Signals are for the program's own: a handler of its runs on no other, and one
// that it has blocked waits for it.
#include "own_threads.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "thread_data.h"

__thread bool rpj_own_thread;

static uint64_t counts;

enum { GENERATION = 32, MOST_THREADS = 256 };

// --- which they are ------------------------------------------------------------------------------------------------

// Ours, 0 for a free place; negative: it ends, and is ours until the kernel has no such thread any more. One that found
// no place is taken for the program's.
static pid_t numbers[MOST_THREADS];

static void exchange(pid_t from, pid_t to) {
    for (int i = 0; i < MOST_THREADS; i++) {
        pid_t expected = from;
        if (__atomic_compare_exchange_n(&numbers[i], &expected, to, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) return;
    }
}

static void forget_gone(void) {
    for (int i = 0; i < MOST_THREADS; i++) {
        pid_t number = __atomic_load_n(&numbers[i], __ATOMIC_ACQUIRE);
        if (number < 0 && syscall(SYS_tgkill, getpid(), -number, 0) != 0 && errno == ESRCH) exchange(number, 0);
    }
}

// The calling thread is one of ours from now on, or ends.
static void note(bool comes) {
    pid_t number = (pid_t)syscall(SYS_gettid);
    forget_gone();
    exchange(comes ? 0 : number, comes ? number : -number);
}

bool rpj_is_own_thread(pid_t thread) {
    for (int i = 0; i < MOST_THREADS; i++) {
        pid_t number = __atomic_load_n(&numbers[i], __ATOMIC_ACQUIRE);
        if (number == thread || number == -thread) return true;
    }
    return false;
}

// --- their life ----------------------------------------------------------------------------------------------------

// On the stack of whoever makes the thread, who waits for the answer.
typedef struct {
    void* (*function)(void*);
    void* argument;
    int answer;
} task;

enum { NO_ANSWER, STARTED, NO_MEMORY };

uint64_t rpj_own_threads(void) { return __atomic_load_n(&counts, __ATOMIC_SEQ_CST); }

// What it still does (destructors of its data) is done with all signals blocked: one that would be passed on to it now
// would end with it.
static void ended(void* unused) {
    sigset_t all;
    (void)unused;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    note(false);
    __atomic_fetch_add(&counts, (1ull << GENERATION) - 1, __ATOMIC_SEQ_CST);
}

static void answer(task* given, int what) {
    __atomic_store_n(&given->answer, what, __ATOMIC_RELEASE);
    syscall(SYS_futex, &given->answer, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static int await_answer(task* given) {
    int what;
    while ((what = __atomic_load_n(&given->answer, __ATOMIC_ACQUIRE)) == NO_ANSWER)
        syscall(SYS_futex, &given->answer, FUTEX_WAIT_PRIVATE, NO_ANSWER, NULL, NULL, 0);
    return what;
}

static void* run(void* argument) {
    task own = *(task*)argument;
    void* result;
    if (!rpj_has_room_for_thread_data()) {
        answer(argument, NO_MEMORY);
        return NULL;
    }
    answer(argument, STARTED);
    rpj_own_thread = true;
    note(true);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    __atomic_fetch_add(&counts, (1ull << GENERATION) + 1, __ATOMIC_SEQ_CST);
    pthread_cleanup_push(ended, NULL);
    result = own.function(own.argument);
    pthread_cleanup_pop(1);
    return result;
}

static bool is_joinable(const pthread_attr_t* attributes) {
    int state = PTHREAD_CREATE_JOINABLE;
    if (attributes != NULL) pthread_attr_getdetachstate(attributes, &state);
    return state == PTHREAD_CREATE_JOINABLE;
}

// The program may run out of memory between the making of a thread and its first step.
int rpj_create_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
    sigset_t all, before;
    task own = {function, argument, NO_ANSWER};
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(thread, attributes, run, &own);
    if (!error && await_answer(&own) == NO_MEMORY) {
        if (is_joinable(attributes)) pthread_join(*thread, NULL);
        error = EAGAIN;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}
