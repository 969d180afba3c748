// faults after: after a first runtime call, installs fault handlers with every set of flags, by sigaction and by
// signal, for real faults and for sent signals. Each prints the state that a handler observes: its mask, whether it
// runs on the alternate stack, which handler is installed meanwhile. The program recovers from stack overflow five
// times, on the main thread and on another.
//
// faults before SET: the same with one set, a number from 0 to 32, installed before the first call of a runtime.
//
// faults after END: ends by a fault. END: default, reset (set to default again), ignored, once
// (SA_RESETHAND), overflow, sent
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

static sigjmp_buf recovery;
static char seen[512];
static volatile int handled;
static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

static void calls(void) {
    int device = -1;
    roctxRangePushA("calls");
    if (hipGetDevice(&device) || device) exit(51);
    roctxRangePop();
}

// --- handlers ------------------------------------------------------------------------------------------------------

static void look(int number, siginfo_t* info) {
    sigset_t mask;
    stack_t stack;
    struct sigaction now;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    sigaltstack(NULL, &stack);
    sigaction(number, NULL, &now);
    snprintf(seen, sizeof seen, "%s mask %d%d%d%d stack %d now %s code %d", strsignal(number),
             sigismember(&mask, number), sigismember(&mask, SIGUSR1), sigismember(&mask, SIGUSR2),
             sigismember(&mask, SIGTERM), !!(stack.ss_flags & SS_ONSTACK),
             now.sa_handler == SIG_DFL ? "default" : "handler", info ? info->si_code : -99);
    handled++;
}

static void plain(int number) {
    look(number, NULL);
    siglongjmp(recovery, 1);
}

static void with_info(int number, siginfo_t* info, void* context) {
    look(number, context ? info : NULL);
    siglongjmp(recovery, 1);
}

static void returning(int number) { look(number, NULL); }

// --- faults --------------------------------------------------------------------------------------------------------

static char* beyond_file(void) {
    FILE* file = tmpfile();
    return mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
}

static void fault(int number) {
    volatile int zero = 0;
    if (number == SIGSEGV) *(volatile char*)8 = 1;
    if (number == SIGBUS) *(volatile char*)beyond_file() = 1;
    if (number == SIGFPE) zero = 1 / zero;
    if (number == SIGILL) __asm__ volatile("ud2");
}

__attribute__((noinline)) static int overflow(int depth) {
    volatile char page[4096];
    page[0] = (char)depth;
    return depth < 0 ? 0 : overflow(depth + 1) + page[0];
}

static void alternate_stack(void* memory) {
    stack_t stack = {.ss_sp = memory, .ss_size = memory ? 64 << 10 : 0, .ss_flags = memory ? 0 : SS_DISABLE};
    sigaltstack(&stack, NULL);
}

static void* recover_from_overflow(void* memory) {
    struct sigaction action = {.sa_sigaction = with_info, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    alternate_stack(memory);
    sigaction(SIGSEGV, &action, NULL);
    for (int i = 0; i < 5; i++) {
        calls();
        if (sigsetjmp(recovery, 1) == 0) overflow(0);
        printf("overflow %d: %s\n", i, seen);
    }
    alternate_stack(NULL);
    return NULL;
}

// --- all flags -----------------------------------------------------------------------------------------------------

enum { BY_SIGNAL = 32 };

static int flags_of(int set) {
    static const int flags[] = {SA_SIGINFO, SA_NODEFER, SA_RESETHAND, SA_ONSTACK, SA_RESTART};
    int all = 0;
    for (int bit = 0; bit < 5; bit++) all |= set >> bit & 1 ? flags[bit] : 0;
    return all;
}

static void install(int number, int set) {
    struct sigaction action = {.sa_flags = flags_of(set)};
    if (action.sa_flags & SA_SIGINFO) action.sa_sigaction = with_info;
    else action.sa_handler = plain;
    sigaddset(&action.sa_mask, SIGUSR1);
    if (set == BY_SIGNAL) signal(number, plain);
    else sigaction(number, &action, NULL);
}

static void one(int number, int set, char* memory) {
    calls();
    alternate_stack(memory);
    if (sigsetjmp(recovery, 1) == 0) fault(number);
    printf("%d fault: %s\n", set, seen);
    if (flags_of(set) & SA_RESETHAND) install(number, set);
    if (sigsetjmp(recovery, 1) == 0) raise(number);
    printf("%d sent: %s\n", set, seen);
    alternate_stack(NULL);
}

static void every_way(char* memory) {
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        for (int set = 0; set <= BY_SIGNAL; set++) {
            install(faults[i], set);
            one(faults[i], set, memory);
        }
        signal(faults[i], SIG_IGN);
        raise(faults[i]);
        signal(faults[i], returning);
        raise(faults[i]);
        printf("returned: %s\n", seen);
        signal(faults[i], SIG_DFL);
    }
}

static int end(const char* how, char* memory) {
    struct sigaction action = {.sa_handler = returning, .sa_flags = (int)SA_RESETHAND};
    if (!strcmp(how, "reset")) signal(SIGSEGV, plain), signal(SIGSEGV, SIG_DFL);
    if (!strcmp(how, "ignored")) signal(SIGSEGV, SIG_IGN);
    if (!strcmp(how, "once")) sigaction(SIGSEGV, &action, NULL);
    calls();
    if (!strcmp(how, "sent")) kill(getpid(), SIGFPE);
    else if (!strcmp(how, "overflow")) alternate_stack(memory), overflow(0);
    else fault(SIGSEGV);
    return 9;
}

int main(int argc, char** argv) {
    static char memory[64 << 10];
    sigset_t blocked;
    pthread_t other;
    if (argc < 2) return 2;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!strcmp(argv[1], "before")) {
        int set = atoi(argv[2]);
        for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) install(faults[i], set);
        for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) one(faults[i], set, memory);
    } else {
        calls();
        if (argc == 3) return end(argv[2], memory);
        every_way(memory);
    }
    recover_from_overflow(memory);
    pthread_create(&other, NULL, recover_from_overflow, memory);
    pthread_join(other, NULL);
    printf("handled %d\n", handled);
    return 0;
}
