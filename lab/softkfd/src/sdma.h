// Copy engines: rings of SDMA packets. On the engine's thread, with its lock.
#ifndef SOFTKFD_SDMA_H
#define SOFTKFD_SDMA_H

#include "queues.h"

// Executes what can be executed. Returns and `*next_ns` as in aql.h.
bool sk_sdma_step(sk_queue* queue, uint64_t* next_ns);

#endif
