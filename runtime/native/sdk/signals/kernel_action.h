// The kernel's action of a signal, bypassing the C library's functions, which libjsig intercepts.
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

// Sets the action of a signal and returns the previous one; either may be NULL.
static inline void rpj_exchange_action(int signo, const rpj_kernel_action* action, rpj_kernel_action* before) {
    syscall(SYS_rt_sigaction, signo, action, before, sizeof action->mask);
}

static inline void rpj_get_action(int signo, rpj_kernel_action* action) { rpj_exchange_action(signo, NULL, action); }

static inline void rpj_set_action(int signo, const rpj_kernel_action* action) {
    rpj_exchange_action(signo, action, NULL);
}

#endif
