// The correlation ids of all threads.
#ifndef RPJ_THREAD_IDS_H
#define RPJ_THREAD_IDS_H

#include "base/rpj.h"

// Where all ids come from.
native_id_source_t* rpj_id_source(void);

// The next id of these ids of a thread, for the engine's half, which takes the simple ones itself.
uint64_t rpj_next_id_of(native_ids_t* ids, native_id_source_t* source);

// Gives back what threads have left of their blocks; `idle`: only of blocks that have not moved since this was last
// asked for. Any thread.
void rpj_collect_ids(uint64_t idle);

// A thread has ended, whose block is about to be free.
void rpj_ids_end(native_thread_t* thread);

// In a forked child, whose threads' blocks are empty. Once.
void rpj_ids_forked(void);

#endif
