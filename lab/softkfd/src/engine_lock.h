// The lock under which the GPUs work and their memory, queues and tables change. The engine holds it for one step at a
// time, a fraction of a millisecond.
#ifndef SOFTKFD_ENGINE_LOCK_H
#define SOFTKFD_ENGINE_LOCK_H

void sk_engine_lock(void);
void sk_engine_unlock(void);

// Waits, with the lock held, until the engine has ended something: sk_engine_ended was called.
void sk_engine_wait_for_end(void);
void sk_engine_ended(void);

// In a forked child: nobody holds it.
void sk_engine_lock_after_fork(void);

#endif
