// A program's view of its signals while some are taken: the same without and with the library.
//
// Prints the result of each function for each signal, before and after simulating a JVM that takes the faults.
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static void handler_a(int signo) { (void)signo; }
static void handler_b(int signo) { (void)signo; }
static void of_jvm(int signo) { (void)signo; }

static const char* name(sighandler_t handler) {
    return handler == SIG_DFL   ? "default"
         : handler == SIG_IGN   ? "ignored"
         : handler == SIG_ERR   ? "error"
         : handler == SIG_HOLD  ? "held"
         : handler == handler_a ? "a"
         : handler == handler_b ? "b"
                                : "somebody's";
}

static void show(const char* what, int signo, sighandler_t answer) {
    struct sigaction now;
    sigset_t mask;
    memset(&now, 0, sizeof now);
    int known = sigaction(signo, NULL, &now) == 0;
    sigprocmask(SIG_BLOCK, NULL, &mask);
    printf("%d %s: %s; %s flags %x mask %d%d blocked %d\n", signo, what, name(answer),
           known ? name(now.sa_handler) : "unknown", (unsigned)now.sa_flags & ~0x04000000u,
           sigismember(&now.sa_mask, signo), sigismember(&now.sa_mask, SIGUSR1), sigismember(&mask, signo));
}

static void ask_all(int signo) {
    struct sigaction action = {.sa_handler = handler_b, .sa_flags = SA_ONSTACK | SA_NODEFER}, old;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGUSR1);
    show("signal", signo, signal(signo, handler_a));
    show("siginterrupt", signo, siginterrupt(signo, 1) == 0 ? SIG_DFL : SIG_ERR);
    show("signal again", signo, signal(signo, handler_b));
    show("siginterrupt back", signo, siginterrupt(signo, 0) == 0 ? SIG_DFL : SIG_ERR);
    show("sigset", signo, sigset(signo, handler_a));
    show("sigset hold", signo, sigset(signo, SIG_HOLD));
    show("sigset held", signo, sigset(signo, handler_b));
    show("sigset error", signo, sigset(signo, SIG_ERR));
    show("sigaction", signo, sigaction(signo, &action, &old) == 0 ? old.sa_handler : SIG_ERR);
    show("sysv_signal", signo, sysv_signal(signo, handler_a));
    show("sigignore", signo, sigignore(signo) == 0 ? SIG_DFL : SIG_ERR);
    show("ssignal", signo, ssignal(signo, handler_a));
    show("signal error", signo, signal(signo, SIG_ERR));
    show("signal default", signo, signal(signo, SIG_DFL));
}

// With the library this simulates a JVM, whose handlers must not change the program's actions. Without it, there
// is none.
static void play_jvm(void) {
    void (*begin)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "JVM_begin_signal_setting");
    void (*end)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "JVM_end_signal_setting");
    struct sigaction action = {.sa_handler = of_jvm, .sa_flags = SA_RESTART};
    if (begin == NULL || end == NULL) return;
    begin();
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGFPE, &action, NULL);
    end();
}

int main(void) {
    signal(SIGFPE, handler_b);
    for (int signo = -1; signo <= 66; signo++) ask_all(signo);
    signal(SIGFPE, handler_a);
    play_jvm();
    show("since the JVM", SIGFPE, handler_a);
    show("since the JVM", SIGSEGV, handler_a);
    for (int signo = 1; signo <= 64; signo++) ask_all(signo);
    return 0;
}
