// Signals that change: who is told.
#ifndef SOFTGPU_HSA_SIGNAL_CHANGE_H
#define SOFTGPU_HSA_SIGNAL_CHANGE_H

#include "signal.h"

void sg_signal_unmake(sg_signal* signal);

// Any thread. The doorbell of a queue, and what it does. NULL: out of memory.
sg_signal* sg_doorbell_make(sg_queue* queue, sg_ring ring);
void sg_doorbell_unmake(sg_signal* doorbell);

// Any thread, after the value of `signal` changed: wakes waiters, the queue behind a doorbell, and handlers.
void sg_signal_notify(sg_signal* signal);

// Any thread, before sg_signal_complete: ticks of the agent that did the work. NULL is allowed.
void sg_signal_set_times(sg_signal* signal, uint64_t start, uint64_t end);

// Any thread. What a packet or a copy does at its end: value - 1. NULL is allowed.
void sg_signal_complete(sg_signal* signal);

#endif
