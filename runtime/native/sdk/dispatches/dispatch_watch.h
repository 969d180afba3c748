// Has the runtime say when a dispatch has completed, where a tool may be waiting to be told so. That costs the thread
// that launches as much as the rest of its launch, so only a dispatch before which nothing was left to report is
// watched, and not more often than some work takes: otherwise the thread that looks for completed dispatches finds it.
#ifndef RPJ_DISPATCH_WATCH_H
#define RPJ_DISPATCH_WATCH_H

#include "dispatches/dispatch_records.h"

// Has a dispatch watched that is about to be sent. `now_ns`: the time. `handler` gets the queue, on a thread of the
// runtime, and calls rpj_unwatch first. The thread that writes, outside of the locks.
void rpj_watch(rpj_queue* queue, rpj_dispatch* one, uint64_t now_ns, hsa_amd_signal_handler handler);

// The watched dispatch may be used again, once it has been reported: its signal was not to be reset before. Any thread
// outside of the locks.
void rpj_unwatch(rpj_queue* queue);

// Takes dispatches that have been reported; returns those that can be used again. One that the runtime still watches
// follows later. The thread with `reaping`.
rpj_list rpj_watch_reported(rpj_queue* queue, rpj_list done);

// Waits until the runtime has said what it still has to say, for some milliseconds at most. Any thread.
void rpj_watch_settle(const rpj_queue* queue);

#endif
