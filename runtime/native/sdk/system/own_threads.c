// Threads that the program did not create. Signals belong to the program's threads: its handlers run only on those,
// and a signal that all of them block stays pending for them.
#include "system/own_threads.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../floating_point.h"
#include "../../thread_creation.h"
#include "system/processors.h"
#include "system/thread_data.h"

__thread bool rpj_own_thread, rpj_off_count;

static uint64_t counts;

enum { GENERATION = 32, MOST_THREADS = 256 };

// --- the list of our threads ---------------------------------------------------------------------------------------

// Ids of our threads, 0 for a free entry; negative: the thread is ending, and ours until the kernel has removed it.
// A thread without an entry is taken for the program's.
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

// Notes that the calling thread is one of ours from now on, or is ending.
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

uint32_t rpj_own_thread_ids(pid_t* to, uint32_t capacity) {
    uint32_t count = 0;
    forget_gone();
    for (int i = 0; i < MOST_THREADS && count < capacity; i++) {
        pid_t number = __atomic_load_n(&numbers[i], __ATOMIC_ACQUIRE);
        if (number > 0) to[count++] = number;
    }
    return count;
}

bool rpj_are_own_threads_besides(pid_t thread) {
    forget_gone();
    for (int i = 0; i < MOST_THREADS; i++) {
        pid_t number = __atomic_load_n(&numbers[i], __ATOMIC_ACQUIRE);
        if (number != 0 && number != thread) return true;
    }
    return false;
}

// --- life cycle ----------------------------------------------------------------------------------------------------

// On the stack of the creating thread, which waits for the answer.
typedef struct {
    void* (*function)(void*);
    void* argument;
    int answer;
} task;

enum { NO_ANSWER, STARTED, NO_MEMORY };

uint64_t rpj_own_threads(void) { return __atomic_load_n(&counts, __ATOMIC_SEQ_CST); }

void rpj_own_thread_leaves(void) {
    note(false);
    __atomic_fetch_add(&counts, (1ull << GENERATION) - 1, __ATOMIC_SEQ_CST);
}

// Blocks all signals for the thread's remaining work (destructors of its data): a signal passed on to it now would
// be lost with it.
static void ended(void* unused) {
    sigset_t all;
    (void)unused;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    rpj_own_thread_leaves();
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
    rpj_floating_point_default(); // a thread inherits its creator's
    rpj_use_all_processors();
    rpj_own_thread = true;
    note(true);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    __atomic_fetch_add(&counts, (1ull << GENERATION) + 1, __ATOMIC_SEQ_CST);
    pthread_cleanup_push(ended, NULL);
    result = own.function(own.argument);
    pthread_cleanup_pop(1);
    return result;
}

static rpj_thread_creation* creation = pthread_create;

void rpj_learn_creation(void) { __atomic_store_n(&creation, rpj_creation_of_threads(), __ATOMIC_RELEASE); }

int rpj_create_plain_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                            void* argument) {
    return __atomic_load_n(&creation, __ATOMIC_ACQUIRE)(thread, attributes, function, argument);
}

static bool is_joinable(const pthread_attr_t* attributes) {
    int state = PTHREAD_CREATE_JOINABLE;
    if (attributes != NULL) pthread_attr_getdetachstate(attributes, &state);
    return state == PTHREAD_CREATE_JOINABLE;
}

// The program may run out of memory between the creation of a thread and its first instruction.
int rpj_create_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
    sigset_t all, before;
    task own = {function, argument, NO_ANSWER};
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = rpj_create_plain_thread(thread, attributes, run, &own);
    if (!error && await_answer(&own) == NO_MEMORY) {
        if (is_joinable(attributes)) pthread_join(*thread, NULL);
        error = EAGAIN;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

// --- waiting -------------------------------------------------------------------------------------------------------

void (*rpj_while_waiting)(void);

void rpj_wait_as_own(uint32_t* word, uint32_t value) {
    const struct timespec second = {1, 0};
    void (*look)(void) = __atomic_load_n(&rpj_while_waiting, __ATOMIC_ACQUIRE);
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, look != NULL ? &second : NULL, NULL, 0);
    if (look != NULL) look();
}
