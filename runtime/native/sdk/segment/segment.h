// The trace segment of this process as used by the C half (spec/segment.json).
//
// While the engine runs, its tool extends the segment and C only takes existing stretches (kept.c). After its
// end, or without it (a forked child), C does both: a record then needs no JVM, no allocation and no
// permanent descriptor.
#ifndef RPJ_SEGMENT_STATE_H
#define RPJ_SEGMENT_STATE_H

#include "base/rpj.h"
#include "rpj_segment.h"
#include "system/file.h"

// Sets the file of the records in that buffer. Only the first call counts: false for any other. Any thread.
bool rpj_segment_known_as(uint32_t index, native_kept_t* kept, segment_header_t* header, const char* path);

// Begins the segment of a process without the engine: that of buffer 0, in a new directory of this process (folder.h).
// False on failure, with errno. Once.
// `note_names`: notes the names of the threads that have recorded into the buffer with this index, from time to time
// and at the end (keep.h).
typedef uint64_t rpj_note_names(uint64_t index);
bool rpj_segment_begin(native_kept_t* kept, const char* run, const char* variables, rpj_note_names* note_names);

// The path of another file in the directory of this process, whose name is short. Any thread.
enum { RPJ_BESIDE_BYTES = 32 };
void rpj_segment_path_beside(char path[RPJ_PATH_BYTES + RPJ_BESIDE_BYTES], const char* name);

// Notes that the process has agents, which are described beside the segment. One thread at a time.
void rpj_segment_has_agents(void);

// Notes in the description of the process that a runtime has registered. One thread at a time.
void rpj_segment_runtime(const char* library, uint64_t version, uint64_t instance);

// Whether there is a segment, so that C's recording continues without the engine. Any thread.
bool rpj_segment_known(void);

// Extends the segment and gives the buffer the new memory, which is zeroed. False on failure, or if the buffer's
// memory is not in the segment. Without the engine only. Any thread that counts as inside.
bool rpj_segment_refill(native_kept_t* kept);

// Extends the segment once more, by memory for what this process records from now on without a system call. Without
// the engine only. Any thread.
void rpj_segment_reserve(void);

// Counts for no particular stretch: an offset of segment_totals_t. Any thread.
void rpj_segment_total(native_kept_t* kept, uint64_t counter);

// Counts a call that would need Java, which is not running. The same threads as above.
void rpj_segment_late(void);

// Counts GPU work that has no record: `counter` is an offset of segment_work_t. The same threads.
void rpj_segment_work(uint64_t counter, uint64_t pieces);

// Counts dispatches that are about to be sent, apart from those of most other threads. Any thread that counts as
// inside, with its own block.
void rpj_segment_dispatches(const native_thread_t* thread, uint64_t count);

// Adds to a counter of the header, which stays mapped until the process exits. Any thread.
void rpj_segment_count(uint64_t counter, uint64_t more);

// In a forked child: the segment belongs to its parent and only counts the child. One thread.
void rpj_segment_forked(void);

// Closes a segment that C has begun, of a process that ends normally. Any thread.
void rpj_segment_closed(void);

// At the process's very end: what threads have recorded since the segment was closed belongs to it, too. What they
// still record stays unchecked. One thread.
void rpj_segment_closed_again(void);

#endif
