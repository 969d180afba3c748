// Functions with which libjvm creates threads and changes signal actions.
//
// libjvm creates all threads of a JVM with pthread_create, which is replaced by ours (imports.h). In each of its
// threads, and in each of the program's that it attaches, HotSpot unblocks the faults that it must handle itself,
// and a signal with which it interrupts threads to sample their stacks, which only flight recordings do: that
// signal is returned to the program, so a recording in our JVM has no samples.
#include <pthread.h>
#include <signal.h>

#include "java/signals.h"
#include "jvm/jvm.h"
#include "system/imports.h"
#include "system/own_threads.h"

static int suspend_signal;

// Unblocks only the faults. A thread of the program that the JVM detaches has its own mask.
static int change_mask(int how, const sigset_t* set, sigset_t* before) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    sigset_t wanted;
    if (how == SIG_SETMASK && !rpj_own_thread) return 0;
    if (how != SIG_UNBLOCK || set == NULL) return pthread_sigmask(how, set, before);
    sigemptyset(&wanted);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (sigismember(set, faults[i])) sigaddset(&wanted, faults[i]);
    return pthread_sigmask(how, &wanted, before);
}

static int change_action(int signo, const struct sigaction* action, struct sigaction* before) {
    int result = sigaction(signo, signo == suspend_signal ? NULL : action, before);
    if (action != NULL && !result) rpj_signals_jvm_has_set(signo);
    return result;
}

// The JVM waits briefly for a thread's answer and gives up.
static int send_to_thread(pthread_t thread, int signo) {
    return signo == suspend_signal ? 0 : pthread_kill(thread, signo);
}

void rpj_tame_jvm(void* libjvm, int signo) {
    rpj_replace_import(libjvm, "pthread_create", (void*)rpj_create_thread);
    rpj_replace_import(libjvm, "pthread_sigmask", (void*)change_mask);
    if (rpj_replace_import(libjvm, "pthread_kill", (void*)send_to_thread)) suspend_signal = signo;
    rpj_replace_import(libjvm, "sigaction", (void*)change_action);
}
