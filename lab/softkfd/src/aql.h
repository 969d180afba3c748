// AQL packet processor: kernels, barriers, AMD's own packets. On the engine's thread, with its lock.
#ifndef SOFTKFD_AQL_H
#define SOFTKFD_AQL_H

#include "queues.h"

// Ends what has ended, and goes on with what takes work. Returns whether anything ended; lowers `*next_ns` to the time
// at which something will end by itself, 0 for work that is to be gone on with at once.
bool sk_aql_end(sk_queue* queue, uint64_t* next_ns);

// Begins what can begin. Returns whether anything did; lowers `*next_ns` likewise.
bool sk_aql_begin(sk_queue* queue, uint64_t* next_ns);

// In a forked child.
void sk_aql_after_fork(void);

#endif
