// Chains signal handlers, for programs that have a JVM unknowingly. Loaded before the C library.
//
// A JVM takes a few signals, above all faults. It announces the begin and end of their installation, and later
// queries the program's actions (JVM_begin_signal_setting and the two others, which HotSpot looks up by name). The
// program's actions for such a signal, before or after, are stored here and returned as if they were installed; all
// other calls go to the C library. The JDK also has a library for that, which warns about signal() on standard
// output, makes callers wait for the JVM, and takes a lock for which a signal handler may wait forever.
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../pause.h"
#include "../standard_error.h"
#include "sandbox.h"

#define API __attribute__((visibility("default")))

enum { SIGNALS = 65, PATIENCE = RPJ_PAUSES_AWAKE + 100 };

typedef int (*sigaction_function)(int, const struct sigaction*, struct sigaction*);

static sigaction_function next;
static struct sigaction wishes[SIGNALS]; // the program's actions, for signals taken by the JVM
static bool is_jvms[SIGNALS];
static bool interrupts[SIGNALS]; // siginterrupt
static atomic_flag lock = ATOMIC_FLAG_INIT;
static _Atomic pthread_t holder; // of the lock
// A fork holds it, so that no change is in progress in the child. Whoever waits for long takes it over: the fork may
// wait for a start of a JVM in this thread, in a handler that runs after ours.
static atomic_bool is_forks;
static _Atomic pthread_t installing; // the JVM's thread, while it installs its handlers

static sigaction_function next_sigaction(void) {
    if (next == NULL) next = (sigaction_function)dlsym(RTLD_NEXT, "sigaction");
    return next;
}

// --- the lock ------------------------------------------------------------------------------------------------------

// Its holder has all signals blocked, so that no handler waits for the thread that it interrupts. Uses the system
// call, because the C library leaves its own two signals out of the set.
// In a sandbox, which may forbid that, a handler that has interrupted the holder goes on without the lock.
typedef struct {
    unsigned long mask;
    bool sandboxed, nested;
} hold;

static void acquire(hold* own) {
    const unsigned long all = ~0ul;
    own->sandboxed = rpj_is_sandboxed();
    own->nested = own->sandboxed && atomic_load(&holder) == pthread_self();
    if (own->nested) return;
    if (!own->sandboxed) syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &own->mask, sizeof all);
    for (uint32_t i = 0; atomic_flag_test_and_set_explicit(&lock, memory_order_acquire); i++) {
        if (i > PATIENCE && atomic_exchange(&is_forks, false)) break;
        rpj_pause(i);
    }
    atomic_store(&holder, pthread_self());
}

static void restore(const hold* own) {
    if (!own->sandboxed) syscall(SYS_rt_sigprocmask, SIG_SETMASK, &own->mask, NULL, sizeof own->mask);
}

static void release(const hold* own) {
    if (own->nested) return;
    atomic_store(&holder, 0);
    atomic_flag_clear_explicit(&lock, memory_order_release);
    restore(own);
}

// A forked child has no other thread to release it.
static _Thread_local hold forking __attribute__((tls_model("initial-exec")));

static void before_fork(void) {
    hold own = {0};
    acquire(&own);
    forking = own;
    if (!own.nested) atomic_store(&is_forks, true);
}

static void after_fork(void) {
    const hold own = forking;
    if (own.nested) return;
    if (atomic_exchange(&is_forks, false)) release(&own);
    else restore(&own);
}

static void in_child(void) {
    const hold own = forking;
    atomic_store(&is_forks, false);
    release(&own);
}

// Set at the start of the process: the files of its standard streams, for all our libraries.
API struct rpj_streams rpj_standard_streams;

__attribute__((constructor(102))) static void loaded(void) {
    rpj_standard_streams = rpj_streams_at_load;
    next_sigaction();
    pthread_atfork(before_fork, after_fork, in_child);
}

// --- actions -------------------------------------------------------------------------------------------------------

static bool is_signal(int signo) { return signo > 0 && signo < SIGNALS; }

static bool is_installer(void) {
    const pthread_t thread = atomic_load(&installing);
    return thread != 0 && pthread_equal(thread, pthread_self());
}

// The JVM installs a handler: from now on the previous action is the program's.
static int install(int signo, const struct sigaction* action, struct sigaction* former) {
    struct sigaction before;
    const int result = next_sigaction()(signo, action, &before);
    if (result == 0 && former != NULL) *former = before;
    if (result == 0 && action != NULL && !is_jvms[signo]) {
        wishes[signo] = before;
        is_jvms[signo] = true;
    }
    return result;
}

// The kernel's work before any handler follows the program's action.
static void follow(int signo, const struct sigaction* action) {
    const int followed = SA_ONSTACK | SA_RESTART;
    struct sigaction now;
    if (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN || next_sigaction()(signo, NULL, &now) != 0)
        return;
    now.sa_flags = (now.sa_flags & ~followed) | (action->sa_flags & followed);
    next_sigaction()(signo, &now, NULL);
}

static void wish(int signo, const struct sigaction* action, struct sigaction* former) {
    const struct sigaction before = wishes[signo];
    if (action != NULL) wishes[signo] = *action;
    if (action != NULL) follow(signo, action);
    if (former != NULL) *former = before;
}

API int sigaction(int signo, const struct sigaction* action, struct sigaction* former) {
    if (!is_signal(signo)) return next_sigaction()(signo, action, former);
    hold own = {0};
    int result = 0;
    acquire(&own);
    if (is_installer()) result = install(signo, action, former);
    else if (is_jvms[signo]) wish(signo, action, former);
    else result = next_sigaction()(signo, action, former);
    const int error = errno;
    release(&own);
    errno = error;
    return result;
}

API int __sigaction(int signo, const struct sigaction* action, struct sigaction* former) {
    return sigaction(signo, action, former);
}

// --- the older functions -------------------------------------------------------------------------------------------

static sighandler_t set(int signo, sighandler_t handler, int flags, bool blocks_itself) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, former;
    sigemptyset(&action.sa_mask);
    if (blocks_itself) sigaddset(&action.sa_mask, signo);
    return sigaction(signo, &action, &former) == 0 ? former.sa_handler : SIG_ERR;
}

// As in the C library: of the older functions only sigset accepts a value that is not a handler.
static sighandler_t set_handler(int signo, sighandler_t handler, int flags, bool blocks_itself) {
    if (handler != SIG_ERR && is_signal(signo)) return set(signo, handler, flags, blocks_itself);
    errno = EINVAL;
    return SIG_ERR;
}

API sighandler_t signal(int signo, sighandler_t handler) {
    return set_handler(signo, handler, is_signal(signo) && interrupts[signo] ? 0 : SA_RESTART, true);
}

API sighandler_t bsd_signal(int signo, sighandler_t handler) { return signal(signo, handler); }

API sighandler_t ssignal(int signo, sighandler_t handler) { return signal(signo, handler); }

API sighandler_t __sysv_signal(int signo, sighandler_t handler) {
    return set_handler(signo, handler, (int)(SA_RESETHAND | SA_NODEFER), false);
}

API sighandler_t sysv_signal(int signo, sighandler_t handler) { return __sysv_signal(signo, handler); }

API int sigignore(int signo) { return set(signo, SIG_IGN, 0, false) == SIG_ERR ? -1 : 0; }

API sighandler_t sigset(int signo, sighandler_t disposition) {
    struct sigaction action;
    sigset_t only, before;
    sigemptyset(&only);
    if (sigaddset(&only, signo) != 0) return SIG_ERR;
    const bool hold = disposition == SIG_HOLD;
    if (pthread_sigmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &only, &before) != 0) return SIG_ERR;
    sighandler_t former = hold ? SIG_ERR : set(signo, disposition, 0, false);
    if (hold && sigaction(signo, NULL, &action) == 0) former = action.sa_handler;
    return former != SIG_ERR && sigismember(&before, signo) ? SIG_HOLD : former;
}

API int siginterrupt(int signo, int interrupt) {
    struct sigaction action;
    if (sigaction(signo, NULL, &action) != 0) return -1;
    interrupts[signo] = interrupt != 0;
    action.sa_flags = interrupt ? action.sa_flags & ~SA_RESTART : action.sa_flags | SA_RESTART;
    return sigaction(signo, &action, NULL);
}

// --- for the JVM ---------------------------------------------------------------------------------------------------

// One thread installs the JVM's handlers; other threads' actions meanwhile are set as usual.
API void JVM_begin_signal_setting(void) { atomic_store(&installing, pthread_self()); }

API void JVM_end_signal_setting(void) { atomic_store(&installing, 0); }

// Returns the program's action; NULL for a signal that the JVM has not taken.
API struct sigaction* JVM_get_signal_action(int signo) {
    return is_signal(signo) && is_jvms[signo] ? &wishes[signo] : NULL;
}
