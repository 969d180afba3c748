// Calls in children made by fork that no tool is told of, and that no segment counts (untold.h beside the libraries).
#ifndef RPJ_UNTOLD_CALLS_H
#define RPJ_UNTOLD_CALLS_H

#include "../../fork_gate.h"
#include "base/rpj.h"

// The gate of forks and starts, in which the count of this process's children is: our own one, or the one of the
// library that has started us, from then on. Any thread.
rpj_fork_gate* rpj_gate(void);
void rpj_use_gate(rpj_fork_gate* theirs);

// Whether it is our own. Any thread.
bool rpj_gate_is_own(void);

// Counts a call in a child. Any thread.
void rpj_count_untold(void);

// Lets the calls of a slot be counted in a child, and nothing else. One thread.
void rpj_count_untold_of(native_slot_t* slot);

// Notes that calls are made in a child that are not counted. Any thread.
void rpj_note_unseen(void);

// Says at the end of this process how many there were. Any thread.
void rpj_say_untold(void);

#endif
