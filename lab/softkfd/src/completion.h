// HSA signals as the packet processors see them: `amd_signal_t`. On the engine's thread, with its lock.
#ifndef SOFTKFD_COMPLETION_H
#define SOFTKFD_COMPLETION_H

#include "abi.h"
#include "base.h"

// The signal of a handle; NULL for 0, and for what is not in memory that the GPUs see.
amd_signal* sk_signal(uint64_t handle);

// Ends a packet: writes the times, if they are wanted, counts the signal down and wakes who waits for it. False if the
// handle is not 0 and no signal that the GPUs see.
bool sk_signal_complete(uint64_t handle, bool timed, uint64_t start_ns, uint64_t end_ns);

// Sets a signal's value and wakes who waits for it.
void sk_signal_store(uint64_t handle, int64_t value);

#endif
