// A fault that the program blocks and that is sent to the process waits for the program, whatever becomes of the
// threads that are not the program's: here they come and go all the time, with faults unblocked, as a JVM's do.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "own_threads.h"
#include "signal_mask.h"
#include "stray_signals.h"
#include "thread_data.h"

enum { MAKERS = 3, STRAYS = 1000, LIMIT_S = 5 };

// What stray_signals.c and own_threads.c want of the rest of the library.
bool rpj_has_room_for_thread_data(void) { return true; }
uint64_t rpj_fault_signals(void) { return 0; }

static atomic_bool over;
static atomic_int passed_on, handled;

static void on_fault(int signo, siginfo_t* info, void* context) {
    (void)context;
    if (rpj_pass_on_stray(signo, info)) passed_on++;
    else handled++;
}

static sigset_t only(int signo) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signo);
    return set;
}

static void* unblock_and_end(void* unused) {
    sigset_t fault = only(SIGILL);
    pthread_sigmask(SIG_UNBLOCK, &fault, NULL);
    return unused;
}

static void* make_threads(void* unused) {
    while (!over) {
        pthread_t thread;
        if (rpj_create_thread(&thread, NULL, unblock_and_end, NULL) == 0) pthread_join(thread, NULL);
    }
    return unused;
}

int main(void) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    struct timespec limit = {LIMIT_S, 0};
    sigset_t fault = only(SIGILL);
    pthread_t makers[MAKERS];
    bool lost = false;
    sigaction(SIGILL, &action, NULL);
    pthread_sigmask(SIG_BLOCK, &fault, NULL);
    for (int i = 0; i < MAKERS; i++) rpj_create_thread(&makers[i], NULL, make_threads, NULL);
    while (passed_on < STRAYS && !lost) {
        kill(getpid(), SIGILL);
        lost = sigtimedwait(&fault, NULL, &limit) != SIGILL;
    }
    over = true;
    for (int i = 0; i < MAKERS; i++) pthread_join(makers[i], NULL);
    if (lost || handled)
        fprintf(stderr, "%s after %d strays, %d handled\n", lost ? "one lost" : "none lost", passed_on, handled);
    return lost || handled;
}
