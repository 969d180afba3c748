// Asynchronous copies: the runtime completes a signal of ours; then the record is written, and gpu.c completes the
// program's signal.
#ifndef RPJ_COPIES_H
#define RPJ_COPIES_H

#include "base/rpj.h"

// As in follower.h.
bool rpj_copy_begins(native_copy_t* copy);
void rpj_copy_done(native_copy_t* copy);

// How many are in flight; from now on none is followed; waits until those that had begun have ended. False once the
// time (CLOCK_MONOTONIC) has come, or where a queue had an error, for which they may be waiting. Any thread outside.
uint64_t rpj_copies_in_flight(void);
void rpj_copies_close(void);
bool rpj_copies_await(uint64_t deadline_ns);

// Destroys the signals that are not in use; forgets them, as the runtime was shut down since. Any thread outside.
void rpj_copies_destroy_signals(void);
void rpj_copies_forget_signals(void);

#endif
