// Kept buffers (ChunkBuffer), for the engine's half.
#ifndef RPJ_KEEP_H
#define RPJ_KEEP_H

#include "base/rpj.h"
#include "rpj_segment.h"

// Called by the engine's half after it has made a kept buffer. `header` and `path` of the segment with its memory,
// or NULL. Any thread.
uint64_t rpj_keep(uint64_t index, native_kept_t* kept, segment_header_t* header, const char* path);

// For the engine's half, where C extends the segment: 1 if the buffer has memory again. Any thread.
uint64_t rpj_keep_refill(uint64_t index);

// Notes the calling thread's name in its stretch, which the engine's half has just taken. 1 if the name is new and
// the thread has another one in Java. `thread`: the block with the stretch.
uint64_t rpj_keep_note_name(native_thread_t* thread, uint64_t index);

// Notes the names of threads that have recorded into the buffer since they were last looked at. 0: memory for it is
// not at hand, and some are left. Any thread.
uint64_t rpj_keep_note_names(uint64_t index);

#endif
