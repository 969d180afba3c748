// The steps of calls of ROC-TX's functions that open and close ranges, or that a range encloses (native_plan_t.role):
// what is done for the range, around the steps of the call itself.
#ifndef RPJ_MARKER_STEPS_H
#define RPJ_MARKER_STEPS_H

#include "calls/steps.h"

// Opens the range of a call that opens one or is enclosed by one, if anything listens. Returns whether the call has to
// end. `what`: as for the bodies of calls; without CALLBACKS nothing but records in kept buffers is there.
bool rpj_range_call_begins(steps* s, int what);

// After the runtime's function: notes by what the range is found, or ends the range that the call closes.
void rpj_range_call_ends(steps* s, int what);

// Retires the ids of ranges that are open: they have no record. Once, by the engine as it ends.
void rpj_retire_ranges(void);

#endif
