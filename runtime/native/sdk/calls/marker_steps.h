// The steps of calls of ROC-TX's functions that open and close ranges, or that a range encloses (native_plan_t.role):
// what is done for the range, around the steps of the call itself.
#ifndef RPJ_MARKER_STEPS_H
#define RPJ_MARKER_STEPS_H

#include "calls/steps.h"
#include "threads/ranges.h"

// Whether a call with this role can close no range: none is open where it looks for one. Any thread, in any state.
static inline bool rpj_closes_nothing(uint32_t role, const native_frame_t* call) {
    if (role == RPJ_ROLE_POP) return rpj_current == NULL || !rpj_has_ranges(rpj_current);
    return role == RPJ_ROLE_STOP && !rpj_range_may_be_started(call->int_regs[0]);
}

// Opens the range of a call that opens one or is enclosed by one, if anything listens. Returns whether the call has to
// end. `what`: as for the bodies of calls; without CALLBACKS nothing but records in kept buffers is there.
bool rpj_range_call_begins(steps* s, int what);

// After the runtime's function: notes by what the range is found, or ends the range that the call closes.
void rpj_range_call_ends(steps* s, int what);

// Retires the ids of ranges that are open: they have no record. Once, by the engine as it ends.
void rpj_retire_ranges(void);

#endif
