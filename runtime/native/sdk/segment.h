// The trace segment of this process as the C half sees it (spec/segment.json).
//
// While the engine is there, its tool makes the segment longer and C only takes stretches of what there is (kept.c).
// Where the engine has gone, or never was (a child made by fork), C does both: what a record needs then is no JVM, no
// allocation and no descriptor of its own.
#ifndef RPJ_SEGMENT_STATE_H
#define RPJ_SEGMENT_STATE_H

#include "file.h"
#include "rpj.h"
#include "rpj_segment.h"

// Which file the records in that buffer go to. The first one counts: false for any other. Any thread.
bool rpj_segment_known_as(uint32_t index, native_kept_t* kept, segment_header_t* header, const char* path);

// Whether there is one: then what C records goes on without the engine. Any thread.
bool rpj_segment_known(void);

// Makes the segment longer and gives the buffer the new memory, which is zeros. False if that is not possible, or if
// the buffer's memory is not in the segment. Where the engine is not there. Any thread that counts as inside.
bool rpj_segment_refill(native_kept_t* kept);

// Counts what no stretch counts: an offset of segment_totals_t. Any thread.
void rpj_segment_total(native_kept_t* kept, uint64_t counter);

// Counts a call that would need Java, which is not there. The same threads as above.
void rpj_segment_late(void);

// Counts GPU work that has no record: `counter` is an offset of segment_work_t. The same threads.
void rpj_segment_work(uint64_t counter, uint64_t pieces);

// Adds to a counter of the header, which is there as long as the process. Any thread.
void rpj_segment_count(uint64_t counter, uint64_t more);

// In a child made by fork: the segment is its parent's and only counts the child. One thread.
void rpj_segment_forked(void);

// The child ends as it should. Any thread.
void rpj_segment_closed(void);

#endif
