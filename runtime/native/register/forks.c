// Forks and registrations, in which a tool may start, exclude each other (fork_gate.h).
//
// Handlers of forks run in reverse order of their registration, and what others lock for the fork, the tool may need
// for its start. So the handler that waits is there when the first registration begins, and not before. Another one is
// there from the beginning, for a fork whose handlers have run in part when the first registration begins: that it is
// under way is noticed, but it does not wait any more. In a handler of another library a thread may register; it does
// not wait for itself.
#include <pthread.h>

#include "register_internal.h"

// Of this thread.
static _Thread_local uint32_t starts __attribute__((tls_model("initial-exec")));
static _Thread_local bool forks __attribute__((tls_model("initial-exec")));

static bool fork_may_wait(void) {
    return starts == 0 && rpj_gate_forks_may_wait() && !inside_hand_over(__builtin_frame_address(0))
        && rpj_may_register(true);
}

static bool start_may_wait(void) { return starts == 0 && !forks; }

static _Atomic(fork_hook) ready;

void rpj_before_forks(fork_hook function) { atomic_store(&ready, function); }

static void before_handlers(void) {
    fork_hook function = atomic_load(&ready);
    rpj_gate_wait_for_starts(fork_gate(), fork_may_wait);
    if (function != NULL) function();
    rpj_gate_fork_begins(fork_gate(), fork_may_wait);
    forks = true;
}

static void before_fork(void) {
    if (!forks) rpj_gate_fork_goes_on(fork_gate());
    forks = true;
}

static void in_parent(void) {
    forks = false;
    rpj_gate_fork_ends(fork_gate());
}

static void in_child(void) {
    forks = false;
    rpj_gate_in_child(fork_gate());
}

__attribute__((constructor)) static void watch(void) { pthread_atfork(before_fork, in_parent, in_child); }

void rpj_registration_begins(void) {
    static atomic_flag hooked = ATOMIC_FLAG_INIT;
    rpj_untold_share(&fork_gate()->untold);
    if (!atomic_flag_test_and_set(&hooked)) pthread_atfork(before_handlers, NULL, NULL);
    rpj_gate_start_begins(fork_gate(), start_may_wait);
    starts++;
}

void rpj_registration_ends(void) {
    starts--;
    rpj_gate_start_ends(fork_gate());
}

// After exit handlers, of which our SDK's says the same.
__attribute__((destructor)) static void say_untold(void) {
    char text[RPJ_UNTOLD_BYTES];
    if (tool_was_found() && rpj_untold_text(&fork_gate()->untold, text)) complain("%s", text);
}
