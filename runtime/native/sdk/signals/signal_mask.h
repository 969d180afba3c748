// The kernel's signal mask of the calling thread: a bit for each signal, from 1 on. The C library's functions leave
// its own two signals out of it.
#ifndef RPJ_SIGNAL_MASK_H
#define RPJ_SIGNAL_MASK_H

#include <stdint.h>

// The first returns the mask; the second changes it by `how` (SIG_BLOCK, SIG_UNBLOCK or SIG_SETMASK) and returns
// the previous one.
uint64_t rpj_signal_mask(void);
uint64_t rpj_change_mask(int how, uint64_t set);

// The faults that a JVM raises on purpose.
uint64_t rpj_fault_signals(void);

#endif
