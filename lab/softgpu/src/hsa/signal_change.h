// Changes of signals, and their notifications.
#ifndef SOFTGPU_HSA_SIGNAL_CHANGE_H
#define SOFTGPU_HSA_SIGNAL_CHANGE_H

#include "signal.h"

void sg_signal_unmake(sg_signal* signal);

// Any thread. Makes the doorbell of a queue, with its action. NULL: out of memory.
sg_signal* sg_doorbell_make(sg_queue* queue, sg_ring ring);
void sg_doorbell_unmake(sg_signal* doorbell);

// Any thread, after the value of `signal` changed: wakes waiters, the queue of a doorbell, and handlers.
void sg_signal_notify(sg_signal* signal);

// Any thread, before sg_signal_complete: sets ticks of the agent that did the work. NULL is allowed.
void sg_signal_set_times(sg_signal* signal, uint64_t start, uint64_t end);

// Any thread. Decrements the value at the end of a packet or a copy. NULL is allowed.
void sg_signal_complete(sg_signal* signal);

#endif
