#include "forward.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

// SIGTTIN, SIGTTOU and SIGSTOP are not forwarded: the kernel sends the first two to the whole job, and a process
// cannot catch the third.
static const int forwarded[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM, SIGUSR1,
                                SIGUSR2, SIGALRM, SIGCONT, SIGTSTP, SIGWINCH};
#define FORWARDED (sizeof forwarded / sizeof forwarded[0])

static struct sigaction former[FORWARDED];
static _Atomic int receiver;
static _Atomic int inside;
static _Atomic unsigned long waiting;
static _Atomic int stop_asked;

// A handler sets a bit before it reads the receiver, and forward_to() sets the receiver before it takes the bits:
// exactly one of the two sides sends each signal.
static void send_waiting(void) {
    const int pid = atomic_load(&receiver);
    if (pid == 0) return;
    unsigned long bits = atomic_exchange(&waiting, 0);
    for (int number = 1; bits != 0; number++) {
        if (bits & (1UL << number)) {
            bits &= ~(1UL << number);
            kill(pid, number);
        }
    }
}

// The terminal and the kernel signal the whole foreground job, so the program has received the signal already.
static int sent_to_the_whole_job(const siginfo_t* info) { return info->si_code == SI_KERNEL || info->si_pid == 0; }

static void forward(int number, siginfo_t* info, void* context) {
    (void)context;
    const int saved = errno;
    atomic_fetch_add(&inside, 1);
    if (number == SIGTSTP || number == SIGCONT) atomic_store(&stop_asked, number == SIGTSTP);
    if (!sent_to_the_whole_job(info)) {
        atomic_fetch_or(&waiting, 1UL << number);
        send_waiting();
    }
    atomic_fetch_sub(&inside, 1);
    errno = saved;
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
    for (size_t i = 0; i < FORWARDED; i++) {
        sigaction(forwarded[i], NULL, &former[i]);
        if (former[i].sa_handler != SIG_IGN) sigaction(forwarded[i], &action, NULL);
    }
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
    sigset_t set;
    sigset_t mask;
    sigemptyset(&set);
    for (size_t i = 0; i < FORWARDED; i++)
        if (former[i].sa_handler != SIG_IGN) sigaddset(&set, forwarded[i]);
    pthread_sigmask(SIG_BLOCK, &set, &mask);
    while (sigtimedwait(&set, NULL, &now) > 0)
        ;
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

void forward_restore(void) {
    for (size_t i = 0; i < FORWARDED; i++) sigaction(forwarded[i], &former[i], NULL);
}

void forward_end(void) {
    take_what_is_pending();
    forward_restore();
}

int forward_take_stop(void) { return atomic_exchange(&stop_asked, 0); }
