// What a queue's interceptor has written and its hardware queue has no room for.
#ifndef RPJ_GPU_BACKLOG_H
#define RPJ_GPU_BACKLOG_H

#include <pthread.h>

#include "base/rpj.h"
#include "rpj_hsa.h"

// Begins as zeros, and is never freed: its thread may look at it. After its queue's end another queue may have it.
typedef struct rpj_backlog {
    struct rpj_backlog* next;
    pthread_mutex_t lock;
    bool begun, known;
    hsa_queue_t* hardware; // NULL until it is known, and after the queue's end
    char* packets;         // a ring of `capacity` packets
    uint64_t first, count, capacity;
} rpj_backlog;

// From now on `of` tells the runtime's own functions; without it nothing waits here. Any thread, before packets are
// written, with the same argument each time.
void rpj_backlogs_of(const native_gpu_t* of);

// Writes packets to the hardware queue in the order of the calls, now or as it gets room. In the interceptor, which
// runs for one thread of a queue at a time.
void rpj_backlog_write(rpj_backlog* backlog, const void* packets, uint64_t count,
                       hsa_amd_queue_intercept_packet_writer writer);

// The queue is about to be destroyed: what still waits is dropped, as its ring is. Any thread.
void rpj_backlog_end(rpj_backlog* backlog);

// Calls `own`, the runtime's hsa_shut_down, in whose course no hardware queue is touched. Any thread.
hsa_status_t rpj_backlogs_shut_down(hsa_shut_down_fn* own);

#endif
