// External correlation ids: what tools attach to threads, and so to the calls that these make.
#ifndef RPJ_EXTERNAL_IDS_H
#define RPJ_EXTERNAL_IDS_H

#include "rpj.h"

// Fills the external correlation ids of an event's entries (`frame->external`), asking the tools that want to be asked,
// and notes in `frame->externals` that they are there; `again`: after the ENTER callbacks, for those that are not
// asked, whether or not the ids have been filled before. frame->internal_id is set. Any thread.
void rpj_externals(const native_plan_t* plan, native_frame_t* frame, uint64_t entries, uint64_t again);

#endif
