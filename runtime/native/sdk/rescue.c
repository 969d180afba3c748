// The way out of a JVM that gives up.
//
// A JVM that gets no memory or no thread, as the program has lowered a limit or used up what there is, ends its process. Ours
// must not: its abort hook brings it here. The engine is over, and the threads of the program that are in Java, which may be
// waiting for one that will never go on, continue behind the call that brought them there. They are told by the signal that the
// JVM has for its own threads (RPJ_JVM_SUSPEND_SIGNAL), which the program gets back. What the JVM knows of them stays as it was:
// none of them enters it again.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "rpj.h"
#include "rpj_jvm_options.h"

// The compiler's own setjmp: five words, nothing is saved that it does not need.
struct rpj_way_out {
    void* place[5];
    rpj_way_out* outer;
    stack_t alternate;
    bool has_alternate;
};

static __thread rpj_way_out* way_out __attribute__((tls_model("initial-exec")));
static atomic_bool gave_up;

void (*rpj_leave_creation)(void);

// The function that jumps must not be the one that is jumped to.
__attribute__((noreturn, noinline)) static void leave(void) {
    rpj_way_out* way = way_out;
    way_out = way->outer;
    __builtin_longjmp(way->place, 1);
}

// Never inlined: what a caller has in registers is saved here.
__attribute__((noinline)) uint64_t rpj_rescuable(rpj_upcall function, uint64_t a, uint64_t b, uint64_t otherwise) {
    rpj_way_out here;
    here.outer = way_out;
    here.has_alternate = false;
    if (__builtin_setjmp(here.place)) {
        if (here.has_alternate) sigaltstack(&here.alternate, NULL);
        return otherwise;
    }
    way_out = &here;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (RPJ_UNLIKELY(atomic_load_explicit(&gave_up, memory_order_relaxed))) leave();
    uint64_t result = function(a, b);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    way_out = here.outer;
    return result;
}

void rpj_note_alternate(const void* whole) {
    if (!way_out) return;
    way_out->alternate = *(const stack_t*)whole;
    way_out->has_alternate = true;
}

rpj_way_out* rpj_stays(void) {
    rpj_way_out* way = way_out;
    way_out = NULL;
    return way;
}

void rpj_may_leave(rpj_way_out* way) {
    way_out = way;
    if (RPJ_UNLIKELY(atomic_load_explicit(&gave_up, memory_order_relaxed)) && way) leave();
}

bool rpj_jvm_has_given_up(void) { return atomic_load(&gave_up); }

// --- the end of the JVM --------------------------------------------------------------------------------------------

static void on_rescue(int signo) {
    (void)signo;
    if (!atomic_load(&gave_up)) return;
    if (rpj_leave_creation) rpj_leave_creation();
    if (way_out) leave();
}

// glibc's own: libjsig's would not reach the kernel.
int __sigaction(int, const struct sigaction*, struct sigaction*);

// Whether any is in the engine.
static bool rescue_others(int signo) {
    uint64_t me = (uint64_t)syscall(SYS_gettid);
    bool any = false;
    for (native_thread_t* t = __atomic_load_n(&rpj_threads, __ATOMIC_ACQUIRE); t; t = t->next) {
        uint64_t tid = __atomic_load_n(&t->tid, __ATOMIC_ACQUIRE);
        if (!tid || tid == me || !__atomic_load_n(&t->inside, __ATOMIC_RELAXED)) continue;
        any |= syscall(SYS_tgkill, getpid(), (pid_t)tid, signo) == 0;
    }
    return any;
}

// Again and again, within bounds: one may just have been on its way in, or out of a tool's function.
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
    bool first = !atomic_exchange(&gave_up, true);
    rpj_engine_end();
    if (first) {
        rpj_complain("the Java runtime in this process gave up, as it got no memory or no thread; the program goes on, what it "
                     "does is not recorded any more");
        rescue();
    }
    if (way_out) leave();
    while (true) pause();
}
