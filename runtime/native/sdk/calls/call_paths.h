// The functions that a thunk calls before and after the runtime's function: `enter` and `exit` of a plan. `enter`
// returns 0 when the call is not traced; the thunk then jumps to the runtime's function, without calling `exit`.
// Any thread.
#ifndef RPJ_CALL_PATHS_H
#define RPJ_CALL_PATHS_H

#include "base/rpj.h"

// calls.c: executes the slot's plan. The same code, compiled for all plans, for those that have nothing but records
// and streams, for those that have nothing but records and ranges, and for those that have nothing but callbacks of C
// tools and streams.
int rpj_enter(native_slot_t* slot, native_frame_t* frame);
void rpj_exit(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_records(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_records(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_ranges(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_ranges(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_callbacks(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_callbacks(native_slot_t* slot, native_frame_t* frame);

// markers.c: a mark whose only steps are records in kept buffers. Nothing follows the runtime's function.
int rpj_enter_mark(native_slot_t* slot, native_frame_t* frame);

#endif
