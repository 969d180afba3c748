// See standstill.h. The signal is the one that the C library never lets a thread block, as it sends it to all threads
// when the process changes its user (SIGSETXID in nptl of glibc): our handler stands in for its handler for a moment.
//
// A thread ends there by the bare system call, in the middle of whatever it does: no destructor runs, and its stack is
// never used again. The kernel then ends the process with the program's last thread, with the main thread's status, and
// the C library, for which the thread is taken off its count, calls exit in that last one.
#include "process/standstill.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../pause.h"
#include "base/engine.h"
#include "base/thread_blocks.h"
#include "signals/kernel_action.h"
#include "signals/signal_handlers.h"
#include "system/own_threads.h"
#include "system/this_library.h"
#include "system/uncounted_thread.h"

enum { SIGNAL = 33, ROUNDS = 400, STEP_NANOS = 5000000, MOST_THREADS = 256 };

#define KERNEL_SA_RESTORER 0x04000000ul

static __thread bool leaving __attribute__((tls_model("initial-exec")));
static rpj_kernel_action usual;

// The C library's number of threads. NULL where it shows none (glibc before 2.34): exit handlers do not run after the
// last thread's pthread_exit then.
static uint32_t* threads_of_process;

static void leave(void) {
    leaving = true;
    rpj_own_thread_leaves();
    if (threads_of_process != NULL && !rpj_off_count) __atomic_fetch_sub(threads_of_process, 1, __ATOMIC_SEQ_CST);
    for (;;) syscall(SYS_exit, 0);
}

static void on_signal(int signo, siginfo_t* info, void* context) {
    const ucontext_t* at = context;
    if (!rpj_own_thread) {
        if (usual.handler != (void*)SIG_DFL && usual.handler != (void*)SIG_IGN)
            ((void (*)(int, siginfo_t*, void*))usual.handler)(signo, info, context);
        return;
    }
    const bool locks = rpj_is_in_this_library((uint64_t)at->uc_mcontext.gregs[REG_RIP]) || rpj_in_allocators_handler();
    if (!leaving && !locks) leave();
}

// Sends the signal to those that have not begun to leave. False when the kernel has removed all of them.
static bool send(void) {
    pid_t ids[MOST_THREADS];
    const pid_t me = (pid_t)syscall(SYS_gettid);
    const uint32_t count = rpj_own_thread_ids(ids, MOST_THREADS);
    for (uint32_t i = 0; i < count; i++)
        if (ids[i] != me) syscall(SYS_tgkill, getpid(), ids[i], SIGNAL);
    return rpj_are_own_threads_besides(me);
}

// What a thread that stops has locked stays locked: it may be what one that is in Java waits for.
static bool is_anyone_inside(void) {
    for (const native_thread_t* t = __atomic_load_n(&rpj_threads, __ATOMIC_ACQUIRE); t != NULL; t = t->next)
        if (__atomic_load_n(&t->tid, __ATOMIC_ACQUIRE) && t != rpj_current && t->program_sp) return true;
    return false;
}

void rpj_stand_still(void) {
    if (rpj_forked) return; // there are none
    for (int i = 0; i < ROUNDS && is_anyone_inside(); i++) rpj_sleep(STEP_NANOS);
    threads_of_process = rpj_threads_of_libc();
    rpj_kernel_action ours = {(void*)on_signal, SA_SIGINFO | SA_RESTART | SA_NODEFER | KERNEL_SA_RESTORER,
                              (void*)rpj_handlers_return, ~0ul & ~(1ul << (SIGNAL - 1))};
    rpj_get_action(SIGNAL, &usual);
    rpj_set_action(SIGNAL, &ours);
    for (int i = 0; i < ROUNDS && send(); i++) rpj_sleep(STEP_NANOS);
    rpj_set_action(SIGNAL, &usual);
}
