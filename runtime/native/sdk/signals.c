// Signals stay the program's.
//
// An embedded JVM needs the synchronous faults (SIGSEGV, SIGBUS, SIGFPE, SIGILL) for its own code and takes SIGPIPE
// and SIGXFSZ as well. The last two go back to the program at once; where libjsig is there, it only remembers what
// the program sets for them from now on, so our handler does what it remembers. For the faults our handler stands in
// front of the JVM's: one that happens in Java, or on a thread of the JVM, is the JVM's. Every other is the
// program's, whose handler is called as the kernel would call it. One that nobody takes gets the default action, so
// that the program ends by the same signal, with the same core, as it would without us, instead of through the JVM's
// error report and abort.
//
// Our handler is called on a thread's alternate stack where the program's is: catching the overflow of a stack needs
// it. Those of the JVM are written for the stack that the fault happened on, and are called there.
//
// A program that sets a handler for a fault after the JVM has come takes the JVM's. Where our library is in front
// of the C library's, that only says what the program wants. Elsewhere threads look after it on their way into
// Java (java_side.c).
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "engine.h"
#include "kernel_action.h"
#include "rescue.h"
#include "signals.h"
#include "stray_signals.h"
#include "switch.h"
#include "thread_blocks.h"
#include "truncated_file.h"

enum { PROGRAM_SIGNALS = 2, SIGNALS = 6, RED_ZONE_BYTES = 128, JAVA_THREAD_BYTES = 8192 };

// Those that the program gets back, then those that the JVM needs.
static const int signals[SIGNALS] = {SIGPIPE, SIGXFSZ, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static rpj_kernel_action before[SIGNALS], in_front[SIGNALS];
static int (*offer_to_jvm)(int, siginfo_t*, void*, int);
static struct sigaction* (*wish_of_program)(int);

static void set_standard_action(int signo) {
    rpj_kernel_action standard;
    memset(&standard, 0, sizeof standard);
    rpj_set_action(signo, &standard);
}

// --- what the program wants ----------------------------------------------------------------------------------------

static rpj_kernel_action* before_of(int signo) {
    size_t i = 0;
    while (i < SIGNALS - 1 && signals[i] != signo) i++;
    return &before[i];
}

// What it has set since is known to libjsig alone. A handler that is to be called once is forgotten.
static rpj_kernel_action take_wish(int signo) {
    struct sigaction* wish = wish_of_program != NULL ? wish_of_program(signo) : NULL;
    rpj_kernel_action taken = *before_of(signo);
    if (wish != NULL) {
        taken.handler = (void*)wish->sa_handler;
        taken.flags = (unsigned long)wish->sa_flags;
        memcpy(&taken.mask, &wish->sa_mask, sizeof taken.mask);
    }
    if (taken.handler == (void*)SIG_IGN || !(taken.flags & SA_RESETHAND)) return taken;
    if (wish != NULL) wish->sa_handler = SIG_DFL;
    else before_of(signo)->handler = (void*)SIG_DFL;
    return taken;
}

// With the signals blocked that the kernel would block. The handler may never return.
static void call_handler(const rpj_kernel_action* action, int signo, siginfo_t* info, void* context) {
    unsigned long mask;
    memcpy(&mask, &((ucontext_t*)context)->uc_sigmask, sizeof mask);
    mask |= action->mask;
    if (!(action->flags & SA_NODEFER)) mask |= 1ul << (signo - 1);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask);
    if (action->flags & SA_SIGINFO) ((void (*)(int, siginfo_t*, void*))action->handler)(signo, info, context);
    else ((void (*)(int))action->handler)(signo);
}

// A real fault happens again on return, which the kernel does not let anybody ignore. A signal that was sent has to be
// sent again.
static void to_program(int signo, siginfo_t* info, void* context, bool sent) {
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

static void on_program_signal(int signo, siginfo_t* info, void* context) { to_program(signo, info, context, true); }

// --- what the JVM wants --------------------------------------------------------------------------------------------

// The thread-specific datum by which HotSpot knows its threads.
static pthread_key_t jvm_key;
static bool jvm_key_known;

// Of the thread that has booted the JVM: what it points at has the thread's JNIEnv in it.
static void find_jvm_key(const void* env) {
    for (pthread_key_t key = 0; key < PTHREAD_KEYS_MAX && !jvm_key_known; key++) {
        uintptr_t datum = (uintptr_t)pthread_getspecific(key);
        jvm_key_known = datum && (uintptr_t)env - datum < JAVA_THREAD_BYTES;
        jvm_key = key;
    }
}

static bool within(uint64_t address, const native_thread_t* thread) {
    return address - thread->java_low < thread->java_high - thread->java_low;
}

// Whether the fault may be one of the JVM's: it happened in Java, or on a thread that is not the program's.
static bool may_be_jvms(uint64_t stack) {
    const native_thread_t* thread = rpj_current;
    if (thread != NULL && thread->inside) return true;
    if (thread != NULL && thread->java_high) return within(stack, thread);
    return !jvm_key_known || pthread_getspecific(jvm_key) != NULL;
}

typedef struct {
    int signo;
    siginfo_t* info;
    void* context;
} fault;

static uint64_t offer(uint64_t address, uint64_t unused) {
    const fault* f = (const fault*)address;
    (void)unused;
    return (uint64_t)offer_to_jvm(f->signo, f->info, f->context, rpj_creates_jvm());
}

// On the stack that the fault happened on, below what is in use there.
static bool taken_by_jvm(const fault* f, uint64_t stack) {
    const native_thread_t* thread = rpj_current;
    uint64_t here = (uint64_t)__builtin_frame_address(0), left;
    bool other = thread != NULL && within(stack, thread) && !within(here, thread);
    if (!other) return offer((uint64_t)f, 0);
    return rpj_call_on((uint64_t)f, 0, offer, (stack - RED_ZONE_BYTES) & ~15ull, &left);
}

static void on_fault(int signo, siginfo_t* info, void* context) {
    bool sent = info->si_code <= 0;
    if (sent ? rpj_pass_on_stray(signo, info) || rpj_keep_sent(signo, info) : rpj_mend_truncated(signo, info)) return;
    fault f = {signo, info, context};
    uint64_t stack = (uint64_t)((ucontext_t*)context)->uc_mcontext.gregs[REG_RSP];
    if (!sent && offer_to_jvm != NULL && may_be_jvms(stack) && taken_by_jvm(&f, stack)) return;
    to_program(signo, info, context, sent);
}

// --- when the JVM comes --------------------------------------------------------------------------------------------

void rpj_signals_before_jvm(void* libjvm) {
    for (size_t i = 0; i < SIGNALS; i++) rpj_get_action(signals[i], &before[i]);
    wish_of_program = (struct sigaction * (*)(int)) dlsym(RTLD_DEFAULT, "JVM_get_signal_action");
    offer_to_jvm = (int (*)(int, siginfo_t*, void*, int))dlsym(libjvm, "JVM_handle_linux_signal");
}

// The action that the JVM has installed, with our function for its own: its mask and restorer stay. What the kernel
// does before it calls a handler is as the program wants it: which stack, and whether system calls are restarted. What
// is set later, our library in front of the C library's sees to; libjsig does not.
static void stand_in_front(size_t i, void (*function)(int, siginfo_t*, void*)) {
    const unsigned long followed = SA_ONSTACK | SA_RESTART;
    bool handled = before[i].handler != (void*)SIG_DFL && before[i].handler != (void*)SIG_IGN;
    rpj_kernel_action action;
    rpj_get_action(signals[i], &action);
    action.handler = (void*)function;
    action.flags |= followed;
    if (handled) action.flags &= ~followed | before[i].flags;
    rpj_set_action(signals[i], &action);
    in_front[i] = action;
}

// The program has set an action for a fault that we have not heard of, because our library is not in front of the C
// library's: it becomes what the program wants, and ours stands in front again. It is one step, so that no action that
// is set meanwhile gets lost.
static void stand_in_front_again(size_t i) {
    const unsigned long followed = SA_ONSTACK | SA_RESTART;
    rpj_kernel_action found;
    rpj_exchange_action(signals[i], &in_front[i], &found);
    if (found.handler == in_front[i].handler) return;
    before[i] = found;
    in_front[i].flags = (in_front[i].flags & ~followed) | (found.flags & followed);
    rpj_set_action(signals[i], &in_front[i]);
}

void rpj_signals_look_again(void) {
    static bool busy;
    rpj_kernel_action found;
    if (offer_to_jvm == NULL || rpj_engine_over() || rpj_jvm_has_given_up()) return;
    rpj_get_action(SIGSEGV, &found);
    if (found.handler == (void*)on_fault || __atomic_test_and_set(&busy, __ATOMIC_ACQUIRE)) return;
    for (size_t i = PROGRAM_SIGNALS; i < SIGNALS; i++) stand_in_front_again(i);
    __atomic_clear(&busy, __ATOMIC_RELEASE);
}

// An ignored signal stays ignored by the kernel: programs that are executed inherit that.
static void give_back(size_t i) {
    bool ignored = before[i].handler == (void*)SIG_IGN;
    if (wish_of_program != NULL && wish_of_program(signals[i]) != NULL && !ignored)
        stand_in_front(i, on_program_signal);
    else rpj_set_action(signals[i], &before[i]);
}

// The first time that the JVM sets it: a signal that comes while the JVM is still being made is the program's, too.
void rpj_signals_jvm_has_set(int signo) {
    static bool seen[SIGNALS];
    for (size_t i = 0; i < SIGNALS; i++) {
        if (signals[i] != signo || seen[i]) continue;
        seen[i] = true;
        if (i < PROGRAM_SIGNALS) give_back(i);
        else if (offer_to_jvm != NULL) stand_in_front(i, on_fault);
    }
}

// The JVM has set all of them by now, even where we could not hear it do so.
void rpj_signals_after_jvm(const void* env) {
    for (size_t i = 0; i < SIGNALS && env != NULL; i++) rpj_signals_jvm_has_set(signals[i]);
    if (env != NULL) find_jvm_key(env);
    else offer_to_jvm = NULL;
}
