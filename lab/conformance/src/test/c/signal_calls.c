// signal_calls: each of the functions that set a signal's action, for each signal, before and after the first call
// of HIP. Prints their results.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>

#include <hip/hip_runtime_api.h>

static void handler(int signo) { (void)signo; }

static const char* name(sighandler_t action) {
    return action == SIG_DFL  ? "default"
         : action == SIG_IGN  ? "ignored"
         : action == SIG_ERR  ? "error"
         : action == SIG_HOLD ? "held"
         : action == handler  ? "handler"
                              : "somebody's";
}

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // this test calls deprecated functions

static void ask(void) {
    for (int signo = 1; signo < 65; signo++) {
        struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK | SA_RESTART},
                         old = {.sa_handler = SIG_ERR};
        printf("%d %s", signo, name(signal(signo, handler)));
        printf(" %s", name(sigset(signo, SIG_IGN)));
        printf(" %s", name(sysv_signal(signo, handler)));
        printf(" %d", siginterrupt(signo, 1));
        sigaction(signo, &action, &old);
        printf(" %s %x", name(old.sa_handler), (unsigned)old.sa_flags & ~0x04000000u);
        printf(" %s\n", name(signal(signo, SIG_DFL)));
    }
}

int main(void) {
    int device;
    ask();
    if (hipGetDevice(&device) != hipSuccess) return 1;
    ask();
    return 3;
}
