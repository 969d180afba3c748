#include "signals/signal_mask.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint64_t bit(int signo) { return 1ull << (signo - 1); }

uint64_t rpj_fault_signals(void) { return bit(SIGSEGV) | bit(SIGBUS) | bit(SIGFPE) | bit(SIGILL); }

uint64_t rpj_change_mask(int how, uint64_t set) {
    uint64_t before = 0;
    syscall(SYS_rt_sigprocmask, how, &set, &before, sizeof set);
    return before;
}

uint64_t rpj_signal_mask(void) { return rpj_change_mask(SIG_BLOCK, 0); }
