// AQL packet processor: kernels, barriers, AMD's own packets. On the engine's thread, with its lock.
#ifndef SOFTKFD_AQL_H
#define SOFTKFD_AQL_H

#include "queues.h"

// Ends what has ended and begins what can begin. Returns whether anything happened; lowers `*next_ns` to the time at
// which something will end by itself.
bool sk_aql_step(sk_queue* queue, uint64_t* next_ns);

#endif
