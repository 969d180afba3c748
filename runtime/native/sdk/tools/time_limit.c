// The signal that interrupts a tool's function is one that neither the program nor anything in it uses. It keeps our
// handler once it was sent.
#include "tools/time_limit.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "java/java_side.h"
#include "signals/signal_handlers.h"
#include "system/this_library.h"
#include "tools/guard.h"

// Where the thread continues, innermost first. The compiler's own setjmp.
typedef struct place {
    void* words[5];
    struct place* outer;
} place;

// For how many attempts the end of an allocation is waited for.
enum { ATTEMPTS_IN_ALLOCATOR = 20 };

__thread bool rpj_limited __attribute__((tls_model("initial-exec")));
static __thread struct {
    place* innermost;
    uint32_t attempts;
    bool due, over, unblocked;
} limit __attribute__((tls_model("initial-exec")));

static int interrupting; // 0: none is free
static int exit_status = -1;

// glibc's own function, since libjsig's would not reach the kernel.
int __sigaction(int, const struct sigaction*, struct sigaction*);

// --- leaving -------------------------------------------------------------------------------------------------------

static bool may_leave(const ucontext_t* context) {
    const native_thread_t* thread = rpj_current;
    if (limit.innermost == NULL || thread == NULL || thread->inside || rpj_side_is_in_jvm()) return false;
    if (rpj_is_in_this_library((uint64_t)context->uc_mcontext.gregs[REG_RIP])) return false;
    return !rpj_in_allocators_handler() || ++limit.attempts > ATTEMPTS_IN_ALLOCATOR;
}

// The jumping function must not be the target function.
__attribute__((noreturn, noinline)) static void leave(void) {
    place* here = limit.innermost;
    limit.innermost = here->outer;
    limit.over = true;
    __builtin_longjmp(here->words, 1);
}

static void on_time_up(int signo, siginfo_t* info, void* context) {
    (void)signo, (void)info;
    if (may_leave((const ucontext_t*)context)) leave();
    limit.due = true;
}

void rpj_leave_if_due(void) {
    if (limit.due && limit.innermost != NULL) leave();
}

// Never inlined, so that the caller's registers are saved here.
__attribute__((noinline)) uint64_t rpj_call_limited(rpj_upcall function, uint64_t a, uint64_t b) {
    place here = {.outer = limit.innermost};
    sigset_t mask;
    if (limit.over) return 0;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    if (__builtin_setjmp(here.words)) {
        pthread_sigmask(SIG_SETMASK, &mask, NULL);
        return 0;
    }
    limit.innermost = &here;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    uint64_t result = function(a, b);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    limit.innermost = here.outer;
    return result;
}

static uint64_t invoke(uint64_t function, uint64_t argument) {
    return rpj_guarded_invoke((rpj_function)function, argument, 0, 0, 0, 0, 0);
}

uint64_t rpj_limit_invoke(void (*function)(void*), void* argument) {
    return rpj_call_limited(invoke, (uint64_t)function, (uint64_t)argument);
}

// --- the limited thread --------------------------------------------------------------------------------------------

static int unused_signal(void) {
    for (int signo = SIGRTMAX - 1; signo > SIGRTMIN; signo--) {
        struct sigaction present;
        if (__sigaction(signo, NULL, &present) == 0 && present.sa_handler == SIG_DFL) return signo;
    }
    return 0;
}

// Returns whether the signal was blocked.
static bool unblock(int signo) {
    sigset_t one, before;
    sigemptyset(&one);
    sigaddset(&one, signo);
    return pthread_sigmask(SIG_UNBLOCK, &one, &before) == 0 && sigismember(&before, signo) == 1;
}

static void block(int signo) {
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signo);
    pthread_sigmask(SIG_BLOCK, &one, NULL);
}

uint64_t rpj_limit_begin(void) {
    if (rpj_limited) return 0;
    int none = 0;
    if (!__atomic_load_n(&interrupting, __ATOMIC_ACQUIRE))
        __atomic_compare_exchange_n(&interrupting, &none, unused_signal(), false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    limit.due = limit.over = false;
    limit.attempts = 0;
    limit.unblocked = interrupting && unblock(interrupting);
    rpj_limited = true;
    return (uint64_t)syscall(SYS_gettid);
}

void rpj_limit_end(void) {
    rpj_limited = false;
    if (limit.unblocked) block(interrupting);
}

// --- the thread that measures the time -----------------------------------------------------------------------------

void rpj_limit_over(uint64_t tid) {
    struct sigaction action = {.sa_sigaction = on_time_up, .sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER};
    int signo = interrupting;
    struct sigaction present;
    if (!signo || __sigaction(signo, NULL, &present) != 0) return;
    bool ours = present.sa_sigaction == on_time_up;
    if (!ours && (present.sa_handler != SIG_DFL || __sigaction(signo, &action, NULL) != 0)) return;
    syscall(SYS_tgkill, getpid(), (pid_t)tid, signo);
}

void rpj_note_exit_status(int status) { __atomic_store_n(&exit_status, status & 0xff, __ATOMIC_RELEASE); }

// What the program has written is not lost; the thread that cannot be left may hold the streams.
static void flush(FILE* stream) {
    if (ftrylockfile(stream) != 0) return;
    fflush(stream);
    funlockfile(stream);
}

void rpj_limit_exit(void) {
    int status = __atomic_load_n(&exit_status, __ATOMIC_ACQUIRE);
    if (status < 0) return;
    flush(stdout);
    flush(stderr);
    _exit(status);
}
