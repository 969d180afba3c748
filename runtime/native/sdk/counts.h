// Calls that are not in the trace, counted: at once where that has to outlive a process that is killed.
#ifndef RPJ_COUNTS_H
#define RPJ_COUNTS_H

#include "rpj.h"

// Counts calls that an exception, longjmp or the end of their thread cut short; -1 takes back one that goes on after
// all. The thread's own block.
void rpj_count_left(native_thread_t* thread, int64_t calls);

// Counts one that was not traced on purpose. The thread's own block, or NULL if it has none.
void rpj_count_passed_through(native_thread_t* thread);

#endif
