// Signals stay the program's (design D9).
//
// An embedded JVM needs the synchronous faults (SIGSEGV, SIGBUS, SIGFPE, SIGILL) for its own code and takes SIGPIPE and
// SIGXFSZ as well. The last two go back to the program at once. For the faults our small handler stands in front of the
// JVM's: it offers the fault to the JVM, which also passes it on to a handler that the program installed (through
// libjsig); a fault that nobody takes gets the default action, so that the program ends by the same signal, with the
// same core, as it would without us, instead of through the JVM's error report and abort.
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "rpj.h"

// The kernel's struct sigaction. The C library's functions are not used here: libjsig stands in front of them.
typedef struct {
    void* handler;
    unsigned long flags;
    void* restorer;
    unsigned long mask;
} kernel_sigaction;

static const int program_signals[] = {SIGPIPE, SIGXFSZ};
static const int fault_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static kernel_sigaction before[2];
static int (*offer_to_jvm)(int, siginfo_t*, void*, int);

static void get_action(int signo, kernel_sigaction* action) {
    syscall(SYS_rt_sigaction, signo, NULL, action, sizeof action->mask);
}

static void set_action(int signo, const kernel_sigaction* action) {
    syscall(SYS_rt_sigaction, signo, action, NULL, sizeof action->mask);
}

static void on_fault(int signo, siginfo_t* info, void* context) {
    if (offer_to_jvm(signo, info, context, 0)) return;
    kernel_sigaction standard;
    memset(&standard, 0, sizeof standard);
    set_action(signo, &standard);
    // A real fault happens again on return. One that was sent has to be sent again.
    if (info->si_code <= 0) syscall(SYS_tgkill, getpid(), (int)syscall(SYS_gettid), signo);
}

void rpj_signals_before_jvm(void) {
    for (size_t i = 0; i < 2; i++) get_action(program_signals[i], &before[i]);
}

void rpj_signals_after_jvm(void* libjvm) {
    for (size_t i = 0; i < 2; i++) set_action(program_signals[i], &before[i]);
    offer_to_jvm = (int (*)(int, siginfo_t*, void*, int))dlsym(libjvm, "JVM_handle_linux_signal");
    if (!offer_to_jvm) return;
    for (size_t i = 0; i < 4; i++) {
        kernel_sigaction action;
        get_action(fault_signals[i], &action);  // the JVM's: its flags, mask and restorer stay
        action.handler = (void*)on_fault;
        set_action(fault_signals[i], &action);
    }
}
