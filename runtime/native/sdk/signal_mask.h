// The signal mask of the calling thread, of the kernel's kind: a bit for each signal, from 1 on. The C library's
// functions keep two signals of its own out of it.
#ifndef RPJ_SIGNAL_MASK_H
#define RPJ_SIGNAL_MASK_H

#include <stdint.h>

// The mask; and how it was before it is changed by `how`: SIG_BLOCK, SIG_UNBLOCK or SIG_SETMASK.
uint64_t rpj_signal_mask(void);
uint64_t rpj_change_mask(int how, uint64_t set);

// The faults that a JVM raises on purpose.
uint64_t rpj_fault_signals(void);

#endif
