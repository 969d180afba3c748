// Tells librocprofiler-sdk of a sandbox (seccomp) before it is installed: by prctl, or by the system call, for which
// the C library has no other function.
#include <dlfcn.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "../sandbox.h"
#include "sandbox.h"

#define API __attribute__((visibility("default")))

typedef int (*prctl_function)(int, ...);

// The C library's functions.
static _Atomic prctl_function next_prctl;
void* rpj_next_syscall __attribute__((visibility("hidden")));

static _Atomic rpj_sandbox_listener listener;

API void rpj_listen_to_sandboxes(rpj_sandbox_listener to) { atomic_store(&listener, to); }

static atomic_bool sandboxed;

bool rpj_is_sandboxed(void) { return atomic_load_explicit(&sandboxed, memory_order_relaxed); }

static void tell(rpj_sandbox sandbox) {
    atomic_store(&sandboxed, true);
    rpj_sandbox_listener to = atomic_load(&listener);
    if (to != NULL) to(&sandbox);
}

static void tell_of_prctl(unsigned long mode, unsigned long program) {
    if (mode == SECCOMP_MODE_STRICT) tell((rpj_sandbox){.strict = true});
    if (mode == SECCOMP_MODE_FILTER) tell((rpj_sandbox){.program = (const struct sock_fprog*)program});
}

// Whatever the option does not use is passed on as it is.
API int prctl(int option, ...) {
    va_list arguments;
    va_start(arguments, option);
    const unsigned long a = va_arg(arguments, unsigned long), b = va_arg(arguments, unsigned long);
    const unsigned long c = va_arg(arguments, unsigned long), d = va_arg(arguments, unsigned long);
    va_end(arguments);
    prctl_function next = atomic_load_explicit(&next_prctl, memory_order_relaxed);
    if (next == NULL) atomic_store(&next_prctl, next = (prctl_function)dlsym(RTLD_NEXT, "prctl"));
    if (option == PR_SET_SECCOMP) tell_of_prctl(a, b);
    return next(option, a, b, c, d);
}

// Called by `syscall` (system_calls.S) for the two numbers; any thread.
void rpj_before_syscall(long number, unsigned long a, unsigned long b, unsigned long c)
    __attribute__((visibility("hidden")));

void rpj_before_syscall(long number, unsigned long a, unsigned long b, unsigned long c) {
    if (number == SYS_prctl && a == PR_SET_SECCOMP) tell_of_prctl(b, c);
    if (number != SYS_seccomp) return;
    if (a == SECCOMP_SET_MODE_STRICT) tell((rpj_sandbox){.strict = true});
    if (a == SECCOMP_SET_MODE_FILTER)
        tell(
            (rpj_sandbox){.program = (const struct sock_fprog*)c, .all_threads = (b & SECCOMP_FILTER_FLAG_TSYNC) != 0});
}

// Before other constructors of the process; a call that comes even earlier looks for itself (system_calls.S).
void rpj_find_syscall(void) __attribute__((visibility("hidden")));

__attribute__((constructor(101))) void rpj_find_syscall(void) { rpj_next_syscall = dlsym(RTLD_NEXT, "syscall"); }
