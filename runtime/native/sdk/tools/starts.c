// See starts.h. Where rocprofiler-register has started us, its gate is in use, and its handlers keep forks apart: of
// ours then only those remain that wait first.
#include "tools/starts.h"

#include <pthread.h>

#include "java/java_side.h"
#include "segment/untold_calls.h"
#include "signals/signal_handlers.h"
#include "system/own_threads.h"
#include "threads/thread_life.h"

// Of this thread. The gate that its fork is counted in, which is not in use any more if it ends in another one.
static __thread uint32_t starts __attribute__((tls_model("initial-exec")));
static __thread rpj_fork_gate* forks_in __attribute__((tls_model("initial-exec")));

// Not where a tool is called, on whatever thread, nor in a handler, which may have interrupted the holder of a lock.
static bool fork_may_wait(void) {
    const native_thread_t* thread = rpj_current;
    stack_t stack;
    return starts == 0 && !rpj_own_thread && rpj_gate_forks_may_wait() && !(thread != NULL && thread->inside)
        && !rpj_side_is_in_jvm() && !rpj_on_alternate_stack(&stack) && !rpj_in_signal_handler();
}

static bool start_may_wait(void) { return starts == 0 && forks_in == NULL; }

static void before_handlers(void) {
    rpj_fork_gate* gate = rpj_gate();
    if (!rpj_gate_is_own()) {
        rpj_gate_wait_for_starts(gate, fork_may_wait);
    } else if (forks_in == NULL) {
        rpj_gate_fork_begins(gate, fork_may_wait);
        forks_in = gate;
    }
}

static void before_fork(void) {
    rpj_fork_gate* gate = rpj_gate();
    if (forks_in != NULL || !rpj_gate_is_own()) return;
    rpj_gate_fork_goes_on(gate);
    forks_in = gate;
}

static void in_parent(void) {
    if (forks_in != NULL) rpj_gate_fork_ends(forks_in);
    forks_in = NULL;
}

static void in_child(void) {
    if (forks_in != NULL) rpj_gate_in_child(forks_in);
    forks_in = NULL;
}

__attribute__((constructor(101))) static void watch(void) { pthread_atfork(before_fork, in_parent, in_child); }

void rpj_forks_wait_first(void) { pthread_atfork(before_handlers, NULL, NULL); }

void rpj_start_begins(void) {
    static bool hooked;
    rpj_fork_gate* gate = rpj_gate();
    rpj_untold_share(&gate->untold);
    if (rpj_gate_is_own() && !__atomic_test_and_set(&hooked, __ATOMIC_SEQ_CST)) rpj_forks_wait_first();
    rpj_gate_start_begins(gate, start_may_wait);
    starts++;
}

void rpj_start_ends(void) {
    starts--;
    rpj_gate_start_ends(rpj_gate());
}
