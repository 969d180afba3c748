// External correlation ids: tools push them for threads, and thereby for the threads' calls.
#ifndef RPJ_EXTERNAL_IDS_H
#define RPJ_EXTERNAL_IDS_H

#include "rpj.h"

// Fills in the external correlation ids of an event's entries (`frame->external`), sending requests to the
// tools that handle them, and marks them as present in `frame->externals`; `again`: after the ENTER callbacks,
// for entries without requests, whether or not the ids have been filled in before. frame->internal_id is set.
// Any thread.
void rpj_externals(const native_plan_t* plan, native_frame_t* frame, uint64_t entries, uint64_t again);

#endif
