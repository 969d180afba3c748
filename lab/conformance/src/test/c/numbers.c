// numbers before|after: sets up every signal number before or after its first ROCm call, one after the other, and
// prints the effect: a signal sent to the process while all of its threads block it is taken by sigtimedwait and by
// a descriptor; one that only a second thread unblocks is handled there; an ignored one has no effect. No call of
// the runtime changes a thread's mask, while the thread runs or when it ends, or a signal's action.
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

enum { FIRST = 1, LAST = 64, THREADS = 8 };

static pid_t other_thread;
static volatile sig_atomic_t open_for, handled, handled_elsewhere;
static pthread_key_t key;
static pthread_barrier_t meeting;

static pid_t this_thread(void) { return (pid_t)syscall(SYS_gettid); }

// The C library reserves two for itself.
static int can_be_had(int signo) { return signo != SIGKILL && signo != SIGSTOP && signo != 32 && signo != 33; }

static void calls(void) {
    void* device = NULL;
    roctxMarkA("calls");
    if (hipMalloc(&device, 64) || hipFree(device)) exit(50);
}

static void on_signal(int signo) {
    (void)signo;
    if (this_thread() == other_thread) handled++;
    else handled_elsewhere++;
}

static uint64_t mask_of_thread(void) {
    uint64_t mask = 0;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &mask, sizeof mask);
    return mask;
}

static void block(int how, int signo) {
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signo);
    pthread_sigmask(how, &one, NULL);
}

// --- masks ---------------------------------------------------------------------------------------------------------

static void expect_mask(const char* where, uint64_t before) {
    uint64_t now = mask_of_thread();
    if (now != before) printf("%s: the mask was %#lx and is %#lx\n", where, (unsigned long)before, (unsigned long)now);
}

static void at_end_of_thread(void* mask) { expect_mask("at the end of a thread", (uint64_t)mask); }

static void* with_mask(void* wanted) {
    uint64_t mask = (uint64_t)wanted, other = ~mask;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask);
    mask = mask_of_thread();
    for (int i = 0; i < 3; i++) {
        calls();
        expect_mask("after a call", mask);
    }
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &other, NULL, sizeof other);
    other = mask_of_thread();
    for (int i = 0; i < 300; i++) calls();
    expect_mask("after more calls", other);
    pthread_setspecific(key, (void*)other);
    return NULL;
}

static void masks(void) {
    static const uint64_t wanted[] = {
        0, ~0ull, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 1ull << (SIGSEGV - 1), ~(1ull << (SIGSEGV - 1))};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, with_mask, (void*)wanted[i]);
        pthread_join(thread, NULL);
    }
}

// --- one number ----------------------------------------------------------------------------------------------------

static int waited_for(int signo) {
    struct timespec limit = {20, 0};
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signo);
    kill(getpid(), signo);
    calls();
    return sigtimedwait(&one, NULL, &limit) == signo;
}

static int read_from_descriptor(int signo) {
    struct signalfd_siginfo info = {0};
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signo);
    int fd = signalfd(-1, &one, SFD_CLOEXEC);
    kill(getpid(), signo);
    calls();
    ssize_t bytes = read(fd, &info, sizeof info);
    close(fd);
    return bytes == (ssize_t)sizeof info && (int)info.ssi_signo == signo;
}

// The other thread unblocks one signal after the other.
static void* take_signals(void* unused) {
    calls();
    other_thread = this_thread();
    pthread_barrier_wait(&meeting);
    for (int signo = FIRST; signo <= LAST; signo++) {
        if (!can_be_had(signo)) continue;
        pthread_barrier_wait(&meeting);
        int before = handled;
        block(SIG_UNBLOCK, signo);
        open_for = signo;
        calls();
        while (handled == before && !handled_elsewhere) usleep(100);
        block(SIG_BLOCK, signo);
        calls();
        pthread_barrier_wait(&meeting);
    }
    return unused;
}

static void actions(struct sigaction* all) {
    for (int signo = FIRST; signo <= LAST; signo++)
        if (can_be_had(signo)) sigaction(signo, NULL, &all[signo]);
}

// The JVM uses the fault signals itself, which is visible to callers of libc without libjsig.
static int fault(int signo) { return signo == SIGSEGV || signo == SIGBUS || signo == SIGFPE || signo == SIGILL; }

static void compare_actions(const struct sigaction* before) {
    struct sigaction now[LAST + 1];
    actions(now);
    for (int signo = FIRST; signo <= LAST; signo++)
        if (can_be_had(signo) && !fault(signo) && now[signo].sa_handler != before[signo].sa_handler)
            printf("signal %d: another handler\n", signo);
}

int main(int argc, char** argv) {
    struct sigaction before[LAST + 1];
    uint64_t mask = 0x1234567800200000; // an arbitrary mask
    pthread_t thread;
    if (argc != 2) return 2;
    actions(before);
    pthread_key_create(&key, at_end_of_thread);
    pthread_barrier_init(&meeting, NULL, 2);
    if (!strcmp(argv[1], "after")) calls();
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask);
    mask = mask_of_thread();
    calls();
    expect_mask("after the first call", mask);
    compare_actions(before);
    masks();
    mask = ~0ull;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask);
    pthread_create(&thread, NULL, take_signals, NULL);
    pthread_barrier_wait(&meeting);
    for (int signo = FIRST; signo <= LAST; signo++) {
        if (!can_be_had(signo)) continue;
        int waited = waited_for(signo), descriptor = read_from_descriptor(signo);
        struct sigaction own = {.sa_handler = on_signal}, ignored = {.sa_handler = SIG_IGN};
        handled = handled_elsewhere = 0;
        sigaction(signo, &own, NULL);
        pthread_barrier_wait(&meeting);
        // The JVM cannot block the faults: while no thread of this program unblocks one, the main thread gets it.
        while (fault(signo) && open_for != signo) usleep(100);
        kill(getpid(), signo);
        pthread_barrier_wait(&meeting);
        sigaction(signo, &ignored, NULL);
        kill(getpid(), signo);
        printf("signal %d: waited for %d, read %d, handled %d, elsewhere %d\n", signo, waited, descriptor, (int)handled,
               (int)handled_elsewhere);
    }
    pthread_join(thread, NULL);
    return 7;
}
