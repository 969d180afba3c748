// What the kernel does with a signal. The C library's functions are not used for that: libjsig stands in front of them.
#ifndef RPJ_KERNEL_ACTION_H
#define RPJ_KERNEL_ACTION_H

#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// The kernel's struct sigaction.
typedef struct {
    void* handler;
    unsigned long flags;
    void* restorer; // where the handler returns to
    unsigned long mask;
} rpj_kernel_action;

// Sets the action of a signal and says what it was before; either may be NULL.
static inline void rpj_exchange_action(int signo, const rpj_kernel_action* action, rpj_kernel_action* before) {
    syscall(SYS_rt_sigaction, signo, action, before, sizeof action->mask);
}

static inline void rpj_get_action(int signo, rpj_kernel_action* action) { rpj_exchange_action(signo, NULL, action); }

static inline void rpj_set_action(int signo, const rpj_kernel_action* action) {
    rpj_exchange_action(signo, action, NULL);
}

#endif
