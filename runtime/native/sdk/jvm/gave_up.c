// The end of a JVM that gives up: the threads in it are notified by the JVM's signal for its own threads
// (RPJ_JVM_SUSPEND_SIGNAL), which the program gets back afterwards.
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/thread_blocks.h"
#include "engine/without_java.h"
#include "jvm/jvm.h"
#include "jvm/rpj_jvm_options.h"
#include "stacks/rescue.h"
#include "system/complain.h"

static void on_rescue(int signo) {
    (void)signo;
    if (!rpj_jvm_has_given_up()) return;
    rpj_leave_creation();
    rpj_leave_jvm();
}

// glibc's own function, since libjsig's would not reach the kernel.
int __sigaction(int, const struct sigaction*, struct sigaction*);

// Signals the other threads in the engine; returns whether there were any.
static bool rescue_others(int signo) {
    uint64_t me = (uint64_t)syscall(SYS_gettid);
    bool any = false;
    for (native_thread_t* t = __atomic_load_n(&rpj_threads, __ATOMIC_ACQUIRE); t != NULL; t = t->next) {
        uint64_t tid = __atomic_load_n(&t->tid, __ATOMIC_ACQUIRE);
        if (!tid || tid == me || !__atomic_load_n(&t->inside, __ATOMIC_RELAXED)) continue;
        any |= syscall(SYS_tgkill, getpid(), (pid_t)tid, signo) == 0;
    }
    return any;
}

// Repeated, within bounds: a thread may have been entering, or returning from a tool's function.
static void rescue(void) {
    enum { ROUNDS = 200 };
    static const struct timespec five_milliseconds = {0, 5000000};
    struct sigaction own = {.sa_handler = on_rescue, .sa_flags = SA_RESTART | SA_NODEFER | SA_ONSTACK}, before;
    int signo = atoi(RPJ_JVM_SUSPEND_SIGNAL);
    if (__sigaction(signo, &own, &before) != 0) return;
    for (int i = 0; i < ROUNDS && (rescue_others(signo) || i == 0); i++) nanosleep(&five_milliseconds, NULL);
    __sigaction(signo, &before, NULL);
}

void rpj_jvm_gave_up(void) {
    bool first = rpj_note_jvm_gave_up();
    rpj_engine_end();
    if (first) {
        rpj_complain(
            "the Java runtime in this process gave up; the program goes on, what it does is not recorded any more. The "
            "runtime needs memory, threads and its own files: look at ulimit -a, at the limits of the cgroup, and "
            "whether the program has changed its root");
        rescue();
    }
    rpj_leave_jvm();
    while (true) pause();
}
