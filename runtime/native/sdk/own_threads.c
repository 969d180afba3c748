// Threads that the program did not make. Signals are for the program's own: a handler of its runs on no other, and one that
// it has blocked waits for it.
//
// libjvm makes all threads of a JVM with pthread_create; what it calls by that name is ours (imports.h). HotSpot unblocks in
// each of its threads, and in each of the program's that it comes to know, the faults that it has to answer itself, and a
// signal by which it interrupts threads to look at their stacks, which only flight recordings do: that one is the
// program's again, so that a recording in our JVM has no samples.
#include "own_threads.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "imports.h"
#include "java_side.h"

__thread bool rpj_own_thread;

static uint64_t counts;

enum { GENERATION = 32 };

// On the stack of whoever makes the thread, who waits for the answer.
typedef struct {
    void* (*function)(void*);
    void* argument;
    int answer;
} task;

enum { NO_ANSWER, STARTED, NO_MEMORY };

uint64_t rpj_own_threads(void) { return __atomic_load_n(&counts, __ATOMIC_SEQ_CST); }

// No signal is sent on to it from here: it has blocked all before it is no longer known.
static void ended(void* unused) {
    sigset_t all;
    (void)unused;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    rpj_note_own_thread(false);
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
    rpj_note_own_thread(true);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    __atomic_fetch_add(&counts, (1ull << GENERATION) + 1, __ATOMIC_SEQ_CST);
    pthread_cleanup_push(ended, NULL);
    result = own.function(own.argument);
    pthread_cleanup_pop(1);
    return result;
}

static bool is_joinable(const pthread_attr_t* attributes) {
    int state = PTHREAD_CREATE_JOINABLE;
    if (attributes) pthread_attr_getdetachstate(attributes, &state);
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

// --- what libjvm calls ---------------------------------------------------------------------------------------------

static int suspend_signal;

// The faults and nothing else are unblocked. A thread of the program that the JVM forgets has a mask of its own.
static int change_mask(int how, const sigset_t* set, sigset_t* before) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    sigset_t wanted;
    if (how == SIG_SETMASK && !rpj_own_thread) return 0;
    if (how != SIG_UNBLOCK || !set) return pthread_sigmask(how, set, before);
    sigemptyset(&wanted);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (sigismember(set, faults[i])) sigaddset(&wanted, faults[i]);
    return pthread_sigmask(how, &wanted, before);
}

static int change_action(int signo, const struct sigaction* action, struct sigaction* before) {
    int result = sigaction(signo, signo == suspend_signal ? NULL : action, before);
    if (action && !result) rpj_signals_jvm_has_set(signo);
    return result;
}

// The JVM waits a little for a thread's answer and gives up.
static int send_to_thread(pthread_t thread, int signo) { return signo == suspend_signal ? 0 : pthread_kill(thread, signo); }

void rpj_tame_jvm(void* libjvm, int signo) {
    rpj_replace_import(libjvm, "pthread_create", (void*)rpj_create_thread);
    rpj_replace_import(libjvm, "pthread_sigmask", (void*)change_mask);
    if (rpj_replace_import(libjvm, "pthread_kill", (void*)send_to_thread)) suspend_signal = signo;
    rpj_replace_import(libjvm, "sigaction", (void*)change_action);
}
