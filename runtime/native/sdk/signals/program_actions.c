// See program_actions.h.
#include "signals/program_actions.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "signals/signal_routes.h"

enum { SIGNALS = 65 };

static rpj_kernel_action before[SIGNALS];
static struct sigaction* (*wish_of_program)(int);

rpj_kernel_action* rpj_program_action(int signo) { return &before[signo]; }

struct sigaction* rpj_program_wish(int signo) {
    return wish_of_program != NULL ? wish_of_program(signo) : NULL;
}

void rpj_learn_program_actions(void) {
    void* wish = rpj_signal_function_for_jvm("JVM_get_signal_action");
    if (wish == NULL) wish = dlsym(RTLD_DEFAULT, "JVM_get_signal_action");
    wish_of_program = (struct sigaction * (*)(int)) wish;
}

static void set_standard_action(int signo) {
    rpj_kernel_action standard;
    memset(&standard, 0, sizeof standard);
    rpj_set_action(signo, &standard);
}

// Only our signal library and libjsig know later actions of the program. A handler to be called once is removed.
static rpj_kernel_action take_wish(int signo) {
    struct sigaction* wish = rpj_program_wish(signo);
    rpj_kernel_action taken = before[signo];
    if (wish != NULL) {
        taken.handler = (void*)wish->sa_handler;
        taken.flags = (unsigned long)wish->sa_flags;
        memcpy(&taken.mask, &wish->sa_mask, sizeof taken.mask);
    }
    if (taken.handler == (void*)SIG_IGN || !(taken.flags & SA_RESETHAND)) return taken;
    if (wish != NULL) wish->sa_handler = SIG_DFL;
    else before[signo].handler = (void*)SIG_DFL;
    return taken;
}

// Calls the handler with the signals blocked that the kernel would block. The handler may never return.
static void call_handler(const rpj_kernel_action* action, int signo, siginfo_t* info, void* context) {
    unsigned long mask;
    memcpy(&mask, &((ucontext_t*)context)->uc_sigmask, sizeof mask);
    mask |= action->mask;
    if (!(action->flags & SA_NODEFER)) mask |= 1ul << (signo - 1);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask);
    if (action->flags & SA_SIGINFO) ((void (*)(int, siginfo_t*, void*))action->handler)(signo, info, context);
    else ((void (*)(int))action->handler)(signo);
}

// A real fault happens again on return, since the kernel does not allow ignoring it. A sent signal must be
// sent again.
void rpj_signal_to_program(int signo, siginfo_t* info, void* context, bool sent) {
    rpj_kernel_action wish = take_wish(signo);
    bool ignored = wish.handler == (void*)SIG_IGN;
    if (ignored && sent) return;
    if (wish.handler != (void*)SIG_DFL && !ignored) {
        call_handler(&wish, signo, info, context);
        return;
    }
    set_standard_action(signo);
    if (sent) syscall(SYS_tgkill, getpid(), (int)syscall(SYS_gettid), signo);
}
