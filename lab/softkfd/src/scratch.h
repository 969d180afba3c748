// Scratch memory: a queue that has too little for a kernel asks the runtime for more, and waits. On the engine's
// thread, with its lock.
#ifndef SOFTKFD_SCRATCH_H
#define SOFTKFD_SCRATCH_H

#include "queues.h"

// Whether the kernel at the head of the queue can have the scratch it needs; if not, the runtime has been asked, and
// the queue waits until sk_scratch_answered.
bool sk_scratch_suffices(sk_queue* queue, const hsa_dispatch* packet);

// Gives back scratch that was for one kernel only, once that has ended: again the runtime is asked.
void sk_scratch_after(sk_queue* queue);

// Whether the runtime has done what the queue asked for.
bool sk_scratch_answered(sk_queue* queue);

#endif
