// What a thunk calls before and after the runtime's function: `enter` and `exit` of a slot. `enter` returns 0 when the
// call is not traced; the thunk then jumps to the runtime's function, and there is no `exit`. Any thread.
#ifndef RPJ_CALL_PATHS_H
#define RPJ_CALL_PATHS_H

#include "rpj.h"

// calls.c: the engine's Java half does it all.
int rpj_enter(native_slot_t* slot, native_frame_t* frame);
void rpj_exit(native_slot_t* slot, native_frame_t* frame);

// calls_without_java.c: the same for a process that has no engine (any more): writes the record if C can, else counts
// the call.
int rpj_enter_without_java(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_without_java(native_slot_t* slot, native_frame_t* frame);

// callbacks.c: slots whose entries are all callbacks of C tools.
int rpj_enter_callbacks(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_callbacks(native_slot_t* slot, native_frame_t* frame);

// records.c: the beginning for slots whose entries are all buffered records. kept_records.c: the end where all buffers
// are kept (ChunkBuffer). delivered_records.c: the end where the buffer is delivered (StretchedBuffer). The first two
// keep which HIP stream a thread's call works on, if the plan says where the stream is.
int rpj_enter_records(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_records(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_delivered(native_slot_t* slot, native_frame_t* frame);

// markers.c: the slots of ROC-TX where all that is asked for is the records of marks and ranges in one kept buffer,
// which is entry 0 of the plans.
int rpj_enter_mark(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_push(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_push(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_pop(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_pop(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_start(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_start(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_stop(native_slot_t* slot, native_frame_t* frame);

#endif
