// The functions that a thunk calls before and after the runtime's function: `enter` and `exit` of a slot. `enter`
// returns 0 when the call is not traced; the thunk then jumps to the runtime's function, without calling `exit`.
// Any thread.
#ifndef RPJ_CALL_PATHS_H
#define RPJ_CALL_PATHS_H

#include "base/rpj.h"

// calls.c: executes the slot's plan. The same code, compiled for all plans, for those that have nothing but records
// and streams, and for those that have nothing but callbacks of C tools and streams.
int rpj_enter(native_slot_t* slot, native_frame_t* frame);
void rpj_exit(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_records(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_records(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_callbacks(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_callbacks(native_slot_t* slot, native_frame_t* frame);

// markers.c: the slots of ROC-TX whose only entry is entry 0 of the plans, for the records of marks and ranges in
// one kept buffer.
int rpj_enter_mark(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_push(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_push(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_pop(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_pop(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_start(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_start(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_stop(native_slot_t* slot, native_frame_t* frame);

#endif
