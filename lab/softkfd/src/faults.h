// What goes wrong on request, and how the driver tells. On the engine's thread, with its lock.
#ifndef SOFTKFD_FAULTS_H
#define SOFTKFD_FAULTS_H

#include "queues.h"
#include "settings.h"

// Whether `fault` happens to this dispatch: counts it. Once for each dispatch and fault.
bool sk_fault_strikes(sk_fault fault, const char* kernel);

// A GPU has accessed memory that it does not see: the queue stops, the runtime is told.
void sk_fault_memory(sk_queue* queue, uint64_t address);

// The reasons of a queue's error: enum kfd_dbg_trap_exception_code of linux/kfd_ioctl.h 1.14.
typedef enum { SK_QUEUE_ILLEGAL_INSTRUCTION = 4, SK_QUEUE_PACKET_UNSUPPORTED = 20 } sk_queue_error;

// A queue fails.
void sk_fault_queue(sk_queue* queue, sk_queue_error error);

#endif
