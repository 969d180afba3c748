// Signals stay the program's (design D9).
//
// An embedded JVM needs the synchronous faults (SIGSEGV, SIGBUS, SIGFPE, SIGILL) for its own code and takes SIGPIPE and
// SIGXFSZ as well. The last two go back to the program at once; where libjsig is there, it only remembers what the program
// sets for them from now on, so our handler does what it remembers. For the faults our small handler stands in front of the
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
static struct sigaction* (*wish_of_program)(int);

static void get_action(int signo, kernel_sigaction* action) {
    syscall(SYS_rt_sigaction, signo, NULL, action, sizeof action->mask);
}

static void set_action(int signo, const kernel_sigaction* action) {
    syscall(SYS_rt_sigaction, signo, action, NULL, sizeof action->mask);
}

static void set_standard_action(int signo) {
    kernel_sigaction standard;
    memset(&standard, 0, sizeof standard);
    set_action(signo, &standard);
}

static void on_program_signal(int signo, siginfo_t* info, void* context) {
    const struct sigaction* wish = wish_of_program(signo);
    if (!wish || wish->sa_handler == SIG_DFL) {
        set_standard_action(signo);
        syscall(SYS_tgkill, getpid(), (int)syscall(SYS_gettid), signo);
    } else if (wish->sa_handler != SIG_IGN) {
        if (wish->sa_flags & SA_SIGINFO) wish->sa_sigaction(signo, info, context);
        else wish->sa_handler(signo);
    }
}

static void on_fault(int signo, siginfo_t* info, void* context) {
    if (rpj_fill_hole(signo, info) || offer_to_jvm(signo, info, context, 0)) return;
    set_standard_action(signo);
    // A real fault happens again on return. One that was sent has to be sent again.
    if (info->si_code <= 0) syscall(SYS_tgkill, getpid(), (int)syscall(SYS_gettid), signo);
}

void rpj_signals_before_jvm(void) {
    for (size_t i = 0; i < 2; i++) get_action(program_signals[i], &before[i]);
}

// The action that the JVM has installed, with our function for its own: its flags, mask and restorer stay.
static void stand_in_front(int signo, void (*function)(int, siginfo_t*, void*)) {
    kernel_sigaction action;
    get_action(signo, &action);
    action.handler = (void*)function;
    set_action(signo, &action);
}

// An ignored signal stays ignored by the kernel: programs that are executed inherit that.
static void give_back(size_t i) {
    int ignored = before[i].handler == (void*)SIG_IGN;
    if (wish_of_program && wish_of_program(program_signals[i]) && !ignored)
        stand_in_front(program_signals[i], on_program_signal);
    else set_action(program_signals[i], &before[i]);
}

void rpj_signals_after_jvm(void* libjvm) {
    wish_of_program = (struct sigaction * (*)(int)) dlsym(RTLD_DEFAULT, "JVM_get_signal_action");
    for (size_t i = 0; i < 2; i++) give_back(i);
    offer_to_jvm = (int (*)(int, siginfo_t*, void*, int))dlsym(libjvm, "JVM_handle_linux_signal");
    if (!offer_to_jvm) return;
    for (size_t i = 0; i < 4; i++) stand_in_front(fault_signals[i], on_fault);
}
