#include "forward.h"
#include "witness.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Every signal but these is the program's. A process cannot catch SIGKILL and SIGSTOP; SIGCHLD tells of the command's
// own children; SIGTTIN and SIGTTOU stop the command with the program, as they have to; the others say that the
// command itself is at fault.
static const int own[] = {SIGKILL, SIGSTOP, SIGCHLD, SIGTTIN, SIGTTOU, SIGSEGV,
                          SIGBUS,  SIGFPE,  SIGILL,  SIGTRAP, SIGSYS};
#define LAST 64

static struct sigaction former[LAST + 1];
static sigset_t forwarded;
static sigset_t former_mask;
static _Atomic int receiver;
static _Atomic int inside;
static _Atomic uint64_t waiting;
static _Atomic int stop_asked;

static uint64_t bit(int number) { return (uint64_t)1 << (number - 1); }

// A handler sets a bit before it reads the receiver, and forward_to() sets the receiver before it takes the bits:
// exactly one of the two sides sends each signal.
static void send_waiting(void) {
    const int pid = atomic_load(&receiver);
    if (pid == 0) return;
    uint64_t bits = atomic_exchange(&waiting, 0);
    for (int number = 1; bits != 0; number++) {
        if (bits & bit(number)) {
            bits &= ~bit(number);
            kill(pid, number);
        }
    }
}

// What was sent to the whole job, the program has received already; what this process sent to itself is not its own.
static int is_for_us_alone(int number, const siginfo_t* info) {
    if (info->si_code <= 0 && info->si_pid == getpid()) return 0;
    return atomic_load(&receiver) == 0 || !witness_saw(number);
}

// Keeps the value of a signal that has one, and the number of those that are queued.
static int pass_on_queued(int number, const siginfo_t* info) {
    const int pid = atomic_load(&receiver);
    return pid != 0 && info->si_code == SI_QUEUE && sigqueue(pid, number, info->si_value) == 0;
}

static void forward(int number, siginfo_t* info, void* context) {
    (void)context;
    const int saved = errno;
    atomic_fetch_add(&inside, 1);
    if (number == SIGTSTP || number == SIGCONT) atomic_store(&stop_asked, number == SIGTSTP);
    if (is_for_us_alone(number, info) && !pass_on_queued(number, info)) {
        atomic_fetch_or(&waiting, bit(number));
        send_waiting();
    }
    atomic_fetch_sub(&inside, 1);
    errno = saved;
}

static int is_own(int number) {
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (own[i] == number) return 1;
    return 0;
}

void forward_begin(void) {
    atomic_store(&receiver, 0);
    atomic_store(&waiting, 0);
    atomic_store(&stop_asked, 0);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = forward;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigfillset(&action.sa_mask);
    sigemptyset(&forwarded);
    for (int number = 1; number <= LAST; number++) {
        // The C library keeps some numbers for itself.
        if (!is_own(number) && sigaction(number, &action, &former[number]) == 0) sigaddset(&forwarded, number);
    }
    // A program that is started with blocked signals may wait for them, as it may handle those that are ignored.
    pthread_sigmask(SIG_UNBLOCK, &forwarded, &former_mask);
}

void forward_to(pid_t pid) {
    atomic_store(&receiver, pid);
    send_waiting();
}

void forward_stop(void) {
    atomic_store(&receiver, 0);
    while (atomic_load(&inside) != 0)
        ;
}

// Discards signals sent while the program ran, which were meant for the program. The kernel may not have delivered
// them to one of our threads yet; after the former dispositions are restored, they would end the command.
static void take_what_is_pending(void) {
    const struct timespec now = {0, 0};
    pthread_sigmask(SIG_BLOCK, &forwarded, NULL);
    while (sigtimedwait(&forwarded, NULL, &now) > 0)
        ;
}

void forward_restore(sigset_t* mask) {
    for (int number = 1; number <= LAST; number++)
        if (sigismember(&forwarded, number) == 1) sigaction(number, &former[number], NULL);
    *mask = former_mask;
}

void forward_end(void) {
    sigset_t mask;
    take_what_is_pending();
    forward_restore(&mask);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

int forward_take_stop(void) { return atomic_exchange(&stop_asked, 0); }
