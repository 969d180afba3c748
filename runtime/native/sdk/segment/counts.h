// Counts calls that are not in the trace, at once where the count must survive a killed process.
#ifndef RPJ_COUNTS_H
#define RPJ_COUNTS_H

#include "base/rpj.h"

// Counts calls that an exception, longjmp or the end of their thread cut short; -1 reverts this for one that
// continues. The thread's own block.
void rpj_count_left(native_thread_t* thread, int64_t calls);

// Counts a call that was deliberately not traced. The thread's own block, or NULL if it has none.
void rpj_count_passed_through(native_thread_t* thread);

// The same for a call that only tools which are closed would have been told of: no matter of a trace.
void rpj_count_missed(native_thread_t* thread);

#endif
