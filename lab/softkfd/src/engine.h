// The thread that is the GPUs: it looks at doorbells and executes packets.
#ifndef SOFTKFD_ENGINE_H
#define SOFTKFD_ENGINE_H

// Starts the thread if it does not run. 0 or an errno.
int sk_engine_start(void);

// In a forked child: it has none.
void sk_engine_after_fork(void);

#endif
