// Signals belong to the program.
//
// An embedded JVM needs the synchronous faults (SIGSEGV, SIGBUS, SIGFPE, SIGILL) for its own code and takes SIGPIPE
// and SIGXFSZ as well. The last two are returned to the program at once; with libjsig, which from then on only
// stores the program's actions for them, our handler carries those out. For the faults our handler is installed in
// front of the JVM's: one that happens in Java, or on a thread of the JVM, goes to the JVM. All others go to the
// program, whose handler is called as the kernel would call it. Without a handler they get the default action, so
// that the program ends by the same signal, with the same core dump, as it would without us, instead of through the
// JVM's error report and abort.
// Our handler runs on a thread's alternate stack if the program's does, because catching a stack overflow needs it.
// The JVM's handlers expect the stack on which the fault happened, and are called there.
// A program that installs a fault handler after the JVM's start replaces ours. If our library is in front of the
// C library's, or the program's calls are routed to it (signal_routes.h), that only stores the program's action.
// Elsewhere threads restore our handler on their way into Java (java_side.c).
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/engine.h"
#include "base/thread_blocks.h"
#include "java/signals.h"
#include "signals/kernel_action.h"
#include "signals/program_actions.h"
#include "signals/signal_routes.h"
#include "signals/stray_signals.h"
#include "signals/truncated_file.h"
#include "stacks/rescue.h"
#include "stacks/switch.h"
#include "system/safe_read.h"

enum { PROGRAM_SIGNALS = 2, SIGNALS = 6, RED_ZONE_BYTES = 128, JAVA_THREAD_BYTES = 8192 };

// First those returned to the program, then those that the JVM needs.
static const int signals[SIGNALS] = {SIGPIPE, SIGXFSZ, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static rpj_kernel_action in_front[SIGNALS];
static int (*offer_to_jvm)(int, siginfo_t*, void*, int);

static void on_program_signal(int signo, siginfo_t* info, void* context) {
    rpj_signal_to_program(signo, info, context, true);
}

// --- the JVM's faults ----------------------------------------------------------------------------------------------

// The thread-specific datum by which HotSpot identifies its threads.
static pthread_key_t jvm_key;
static bool jvm_key_known;

// Searches the booting thread's data: the target of the right one contains the thread's JNIEnv.
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

// Whether the fault may be the JVM's: it happened in Java, or on a thread that does not belong to the program.
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

// Calls the JVM's handler on the stack on which the fault happened, below the part in use.
static bool taken_by_jvm(const fault* f, uint64_t stack) {
    const native_thread_t* thread = rpj_current;
    uint64_t here = (uint64_t)__builtin_frame_address(0), left;
    bool other = thread != NULL && within(stack, thread) && !within(here, thread);
    if (!other) return offer((uint64_t)f, 0);
    return rpj_call_on((uint64_t)f, 0, offer, (stack - RED_ZONE_BYTES) & ~15ull, &left);
}

// Whether a fault is one that a handler has sent again with what it was told of it, as LLVM's does, in ROCm's compiler,
// once it has restored the handlers before its own (SignalHandler() in lib/Support/Unix/Signals.inc of LLVM 21). The
// context then shows the handler's system call. The instruction that faulted does so again when the handler returns. If
// it is the one behind a system call itself, it comes back here at once.
static bool is_sent_again(const void* context) {
    static __thread uint64_t last __attribute__((tls_model("initial-exec")));
    static const unsigned char system_call[2] = {0x0f, 0x05};
    const greg_t* registers = ((const ucontext_t*)context)->uc_mcontext.gregs;
    const uint64_t next = (uint64_t)registers[REG_RIP], place = next ^ (uint64_t)registers[REG_RSP], before_it = last;
    last = 0;
    if ((uint64_t)registers[REG_RCX] != next || registers[REG_RAX] != 0 || place == before_it) return false;
    const void* call = (const void*)(next - sizeof system_call);
    if (!rpj_readable(call, sizeof system_call) || memcmp(call, system_call, sizeof system_call)) return false;
    last = place;
    return true;
}

static void on_fault(int signo, siginfo_t* info, void* context) {
    bool sent = info->si_code <= 0;
    if (!sent && is_sent_again(context)) return;
    if (sent ? rpj_pass_on_stray(signo, info) || rpj_keep_sent(signo, info) : rpj_mend_truncated(signo, info)) return;
    fault f = {signo, info, context};
    uint64_t stack = (uint64_t)((ucontext_t*)context)->uc_mcontext.gregs[REG_RSP];
    if (!sent && offer_to_jvm != NULL && may_be_jvms(stack) && taken_by_jvm(&f, stack)) return;
    rpj_signal_to_program(signo, info, context, sent);
}

// --- the JVM's start -----------------------------------------------------------------------------------------------

void rpj_signals_before_jvm(void* libjvm) {
    for (size_t i = 0; i < SIGNALS; i++) rpj_get_action(signals[i], rpj_program_action(signals[i]));
    rpj_learn_program_actions();
    offer_to_jvm = (int (*)(int, siginfo_t*, void*, int))dlsym(libjvm, "JVM_handle_linux_signal");
}

// Replaces the handler of the action that the JVM has installed by ours: its mask and restorer stay. The kernel's
// work before a handler is set as the program wants it: which stack, and whether system calls are restarted. Later
// changes by the program are followed by our library in front of the C library's; libjsig does not follow them.
static void stand_in_front(size_t i, void (*function)(int, siginfo_t*, void*)) {
    const unsigned long followed = SA_ONSTACK | SA_RESTART;
    const rpj_kernel_action* before = rpj_program_action(signals[i]);
    bool handled = before->handler != (void*)SIG_DFL && before->handler != (void*)SIG_IGN;
    rpj_kernel_action action;
    rpj_get_action(signals[i], &action);
    action.handler = (void*)function;
    action.flags |= followed;
    if (handled) action.flags &= ~followed | before->flags;
    rpj_set_action(signals[i], &action);
    in_front[i] = action;
}

static void remember(size_t i, const rpj_kernel_action* action) {
    struct sigaction* wish = rpj_program_wish(signals[i]);
    *rpj_program_action(signals[i]) = *action;
    if (wish == NULL) return;
    wish->sa_handler = (sighandler_t)action->handler;
    wish->sa_flags = (int)action->flags;
    memcpy(&wish->sa_mask, &action->mask, sizeof action->mask);
}

// The program has set an action for a fault unnoticed, because its call has passed by our library: stores it as the
// program's action and installs ours again, in one step, so that no action set meanwhile is lost.
static void stand_in_front_again(size_t i) {
    const unsigned long followed = SA_ONSTACK | SA_RESTART;
    rpj_kernel_action found;
    rpj_exchange_action(signals[i], &in_front[i], &found);
    if (found.handler == in_front[i].handler) return;
    remember(i, &found);
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

// An ignored signal stays ignored by the kernel, which executed programs inherit.
static void give_back(size_t i) {
    const rpj_kernel_action* before = rpj_program_action(signals[i]);
    if (rpj_program_wish(signals[i]) != NULL && before->handler != (void*)SIG_IGN) stand_in_front(i, on_program_signal);
    else rpj_set_action(signals[i], before);
}

// Handles the JVM's first action: a signal that arrives during the JVM's creation also belongs to the program.
void rpj_signals_jvm_has_set(int signo) {
    static bool seen[SIGNALS];
    for (size_t i = 0; i < SIGNALS; i++) {
        if (signals[i] != signo || seen[i]) continue;
        seen[i] = true;
        if (i < PROGRAM_SIGNALS) give_back(i);
        else if (offer_to_jvm != NULL) stand_in_front(i, on_fault);
    }
}

// By now the JVM has set all of them, even where we were not notified.
void rpj_signals_after_jvm(const void* env) {
    for (size_t i = 0; i < SIGNALS && env != NULL; i++) rpj_signals_jvm_has_set(signals[i]);
    if (env != NULL) find_jvm_key(env);
    else offer_to_jvm = NULL;
}
