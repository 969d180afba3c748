// Functions that run when a signal reaches a value.
#ifndef SOFTGPU_HSA_HANDLER_H
#define SOFTGPU_HSA_HANDLER_H

#include "signal.h"

// Any thread. Calls `run(arg)` once the condition holds: on the thread that changes the value, or on this one if it
// already holds. For the runtime itself: `run` must not block. False: out of memory.
bool sg_signal_then(sg_signal* signal, hsa_signal_condition_t condition, int64_t compare, void (*run)(void*),
                    void* arg);

void sg_handlers_fire(sg_signal* signal);
void sg_handlers_drop(sg_signal* signal);

extern pthread_mutex_t sg_handlers_lock;

// Fork child, after the queues and the engines: drops the handlers of abandoned work.
void sg_handlers_abandon(void);

#endif
