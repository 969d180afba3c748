// See controls.h.
#include "recorder/controls.h"

#include "calls/call_paths.h"
#include "calls/hip_streams.h"
#include "engine/admission.h"
#include "recorder/switch.h"
#include "segment/kept.h"
#include "threads/inside.h"

int rpj_enter_pause(native_slot_t* slot, native_frame_t* frame) {
    int begun = rpj_enter_records(slot, frame);
    rpj_recorder_off(RPJ_OFF_PAUSED, true);
    return begun;
}

int rpj_enter_resume(native_slot_t* slot, native_frame_t* frame) {
    if (!rpj_enter_records(slot, frame)) frame->thread = NULL;
    return 1;
}

void rpj_exit_resume(native_slot_t* slot, native_frame_t* frame) {
    rpj_recorder_off(RPJ_OFF_PAUSED, false);
    if (frame->thread != NULL) rpj_exit_records(slot, frame);
}

// `of`: a RPJ_NAME_*.
static int enter_name(native_slot_t* slot, native_frame_t* frame, uint64_t of) {
    const char* name = (const char*)frame->int_regs[0];
    native_thread_t* thread = name != NULL ? rpj_admit(frame) : NULL;
    if (thread != NULL) {
        rpj_cancellation cancel = rpj_inside_begin(thread);
        bool stream = of == RPJ_NAME_STREAM;
        uint64_t id = stream ? rpj_stream_number(thread, frame->int_regs[1]) : thread->tid;
        rpj_kept_write_name(thread, 0, of, id, name);
        rpj_inside_end(thread, cancel);
    }
    return rpj_enter_records(slot, frame);
}

int rpj_enter_thread_name(native_slot_t* slot, native_frame_t* frame) {
    return enter_name(slot, frame, RPJ_NAME_THREAD);
}

int rpj_enter_stream_name(native_slot_t* slot, native_frame_t* frame) {
    return enter_name(slot, frame, RPJ_NAME_STREAM);
}
