// The driver's events: what threads of the runtime sleep on. Any thread; blocks only in sk_event_wait.
#ifndef SOFTKFD_EVENTS_H
#define SOFTKFD_EVENTS_H

#include "abi.h"
#include "base.h"

// Each takes the arguments of its request and returns 0 or an errno.
int sk_event_create(kfd_create_event* request);
int sk_event_destroy(uint32_t id);
int sk_event_set(uint32_t id);
int sk_event_reset(uint32_t id);
int sk_event_wait(kfd_wait_events* request);

// Hands a fault to all events of its type.
void sk_event_memory_fault(kfd_memory_exception fault);

// In a forked child: there are none.
void sk_events_after_fork(void);

#endif
