// The lock under which the GPUs work and their memory, queues and tables change. The engine holds it for one step at a
// time, a fraction of a millisecond.
#ifndef SOFTKFD_ENGINE_LOCK_H
#define SOFTKFD_ENGINE_LOCK_H

#include <stdbool.h>

void sk_engine_lock(void);
void sk_engine_unlock(void);

// Whether a thread waits for the lock: the engine then lets it have it.
bool sk_engine_lock_wanted(void);

// Waits, with the lock held, until the engine has ended something: sk_engine_ended was called.
void sk_engine_wait_for_end(void);
void sk_engine_ended(void);

// In a forked child: nobody holds it.
void sk_engine_lock_after_fork(void);

#endif
