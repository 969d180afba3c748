// See standstill.h. The signal is the one that the C library never lets a thread block, as it sends it to all threads
// when the process changes its user (SIGSETXID in nptl of glibc): our handler stands in for its handler for a moment. A
// thread that has stopped still changes its user when asked, in the C library's handler.
#include "standstill.h"

#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../pause.h"
#include "engine.h"
#include "kernel_action.h"
#include "own_threads.h"
#include "signal_handlers.h"
#include "this_library.h"
#include "thread_blocks.h"

enum { SIGNAL = 33, ROUNDS = 400, STEP_NANOS = 5000000, MOST_THREADS = 256 };

#define KERNEL_SA_RESTORER 0x04000000ul

static uint32_t stopped_threads;
static __thread bool stopped __attribute__((tls_model("initial-exec")));
static rpj_kernel_action usual;

static void stop(void) {
    static const uint32_t never;
    stopped = true;
    __atomic_fetch_add(&stopped_threads, 1, __ATOMIC_SEQ_CST);
    for (;;) syscall(SYS_futex, &never, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
}

static void on_signal(int signo, siginfo_t* info, void* context) {
    const ucontext_t* at = context;
    if (!rpj_own_thread) {
        if (usual.handler != (void*)SIG_DFL && usual.handler != (void*)SIG_IGN)
            ((void (*)(int, siginfo_t*, void*))usual.handler)(signo, info, context);
        return;
    }
    const bool locks = rpj_is_in_this_library((uint64_t)at->uc_mcontext.gregs[REG_RIP]) || rpj_in_allocators_handler();
    if (!stopped && !locks) stop();
}

// Sends the signal to those that have not stopped. False when there are none left.
static bool send(void) {
    pid_t ids[MOST_THREADS];
    const uint32_t count = rpj_own_thread_ids(ids, MOST_THREADS), me = (uint32_t)syscall(SYS_gettid);
    uint32_t others = 0;
    for (uint32_t i = 0; i < count; i++) others += ids[i] != (pid_t)me;
    if (__atomic_load_n(&stopped_threads, __ATOMIC_SEQ_CST) >= others) return false;
    for (uint32_t i = 0; i < count; i++)
        if (ids[i] != (pid_t)me) syscall(SYS_tgkill, getpid(), ids[i], SIGNAL);
    return true;
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
    rpj_kernel_action ours = {(void*)on_signal, SA_SIGINFO | SA_RESTART | SA_NODEFER | KERNEL_SA_RESTORER,
                              (void*)rpj_handlers_return, ~0ul & ~(1ul << (SIGNAL - 1))};
    rpj_get_action(SIGNAL, &usual);
    rpj_set_action(SIGNAL, &ours);
    for (int i = 0; i < ROUNDS && send(); i++) rpj_sleep(STEP_NANOS);
    rpj_set_action(SIGNAL, &usual);
}
