// See cut_files.h. Our signal library takes the handler for that of a JVM: it shows the program, and lets it change,
// only its own.
#include "signals/cut_files.h"

#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "signals/program_actions.h"
#include "signals/signal_handlers.h"
#include "signals/signal_routes.h"
#include "signals/truncated_file.h"
#include "system/own_threads.h"

static void on_fault(int signo, siginfo_t* info, void* context) {
    bool sent = info->si_code <= 0;
    if (sent && rpj_own_thread) { // it is for the program's threads
        syscall(SYS_tgkill, getpid(), getpid(), signo);
        return;
    }
    if (sent || !rpj_mend_truncated(signo, info)) rpj_signal_to_program(signo, info, context, sent);
}

void rpj_survive_cut_files(void) {
    void (*begin)(void) = (void (*)(void))rpj_signal_library_function("JVM_begin_signal_setting");
    void (*end)(void) = (void (*)(void))rpj_signal_library_function("JVM_end_signal_setting");
    rpj_kernel_action* before = rpj_program_action(SIGBUS);
    rpj_get_action(SIGBUS, before);
    rpj_learn_program_actions();
    bool handled = before->handler != (void*)SIG_DFL && before->handler != (void*)SIG_IGN;
    struct sigaction ours = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    if (handled) ours.sa_flags &= ~(SA_ONSTACK | SA_RESTART) | (int)before->flags;
    if (begin != NULL) begin();
    sigaction(SIGBUS, &ours, NULL);
    rpj_handlers_learn(SIGBUS);
    if (end != NULL) end();
}
