// A fault signal that the program blocks and that is sent to the process stays pending for the program, whatever
// happens to the other threads: here they start and end all the time, with faults unblocked, as a JVM's do.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "signals/signal_mask.h"
#include "signals/stray_signals.h"
#include "system/own_threads.h"
#include "system/thread_data.h"

enum { MAKERS = 3, STRAYS = 1000, OLDER = 100, LIMIT_S = 5 };

#ifdef __SANITIZE_THREAD__ // in an ending thread they do not run at all then
enum { HANDLERS_RUN_LATE = 1 };
#else
enum { HANDLERS_RUN_LATE = 0 };
#endif

// The functions that stray_signals.c and own_threads.c need from the rest of the library.
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

// Keeps a thread running for a while after it has left the library: its data has destructors.
static pthread_key_t linger;

static void stay_a_while(void* unused) {
    struct timespec moment = {0, 4000000};
    (void)unused;
    nanosleep(&moment, NULL);
}

static void* unblock_and_end(void* unused) {
    sigset_t fault = only(SIGILL);
    pthread_setspecific(linger, &linger);
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

static sem_t leave;

static void* unblock_and_wait(void* unused) {
    unblock_and_end(NULL);
    while (sem_wait(&leave) != 0) {
    }
    return unused;
}

// Checked by a thread of the program that blocks the fault.
static bool is_lost(void) {
    struct timespec limit = {LIMIT_S, 0};
    sigset_t fault = only(SIGILL);
    kill(getpid(), SIGILL);
    return sigtimedwait(&fault, NULL, &limit) != SIGILL;
}

static int report(const char* where, bool lost) {
    if (lost || handled)
        fprintf(stderr, "%s: %s after %d strays, %d handled\n", where, lost ? "one lost" : "none lost", passed_on,
                handled);
    return lost || handled;
}

static pthread_t main_thread;

// Without the main thread, the first threads in the kernel's list are those that end here.
static void* go_on_alone(void* unused) {
    bool lost = false;
    struct timespec moment = {0, 1000000};
    pthread_join(main_thread, NULL);
    for (int i = 0; i < OLDER && !lost; i++) {
        sem_post(&leave);
        nanosleep(&moment, NULL); // it is ending now
        lost = is_lost();
    }
    exit(report("without a main thread", lost));
    return unused;
}

int main(void) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    sigset_t fault = only(SIGILL);
    pthread_t makers[MAKERS], thread;
    bool lost = false;
    sem_init(&leave, 0, 0);
    pthread_key_create(&linger, stay_a_while);
    sigaction(SIGILL, &action, NULL);
    pthread_sigmask(SIG_BLOCK, &fault, NULL);
    for (int i = 0; i < MAKERS; i++) rpj_create_thread(&makers[i], NULL, make_threads, NULL);
    while (passed_on < STRAYS && !lost) lost = is_lost();
    over = true;
    for (int i = 0; i < MAKERS; i++) pthread_join(makers[i], NULL);
    if (report("with a main thread", lost) != 0) return 1;
    if (HANDLERS_RUN_LATE) return 0;
    main_thread = pthread_self();
    for (int i = 0; i < OLDER; i++) rpj_create_thread(&thread, NULL, unblock_and_wait, NULL);
    pthread_create(&thread, NULL, go_on_alone, NULL);
    pthread_exit(NULL);
}
