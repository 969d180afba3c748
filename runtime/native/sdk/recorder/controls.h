// The functions of ROC-TX that control the recorder, or that name what is in the trace: what they do beside their
// plans. Pairs of `enter` and `exit` like those in call_paths.h.
#ifndef RPJ_RECORDER_CONTROLS_H
#define RPJ_RECORDER_CONTROLS_H

#include "base/rpj.h"

// Recording pauses when the program calls the first and resumes when the second returns.
int rpj_enter_pause(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_resume(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_resume(native_slot_t* slot, native_frame_t* frame);

// Records the name that the calling thread gives itself, or a stream of HIP's.
int rpj_enter_thread_name(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_stream_name(native_slot_t* slot, native_frame_t* frame);

// The same for an agent of HSA's, and a device of HIP's.
int rpj_enter_agent_name(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_device_name(native_slot_t* slot, native_frame_t* frame);

// A stream that is made gets a new number, also if HIP uses the pointer of an earlier one.
int rpj_enter_stream_made(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_stream_made(native_slot_t* slot, native_frame_t* frame);

#endif
