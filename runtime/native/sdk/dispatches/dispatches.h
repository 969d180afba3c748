// The way of a dispatch, from the packet that a program writes to its record (docs/adr/0024-kernels-in-c.md).
#ifndef RPJ_DISPATCHES_H
#define RPJ_DISPATCHES_H

#include "dispatches/dispatch_records.h"

// Writes packets through a runtime's writer, a few at a time, with our signals in the dispatches among them, as long as
// the queue takes them. False, without having written any, where this thread cannot. `active`: of the dispatches' slot.
// The thread that rings the doorbell.
bool rpj_send_dispatches(rpj_queue* queue, const char* packets, uint64_t count, uint64_t active,
                         hsa_amd_queue_intercept_packet_writer writer);

#endif
