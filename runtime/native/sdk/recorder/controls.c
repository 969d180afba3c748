// See controls.h.
#include "recorder/controls.h"

#include "calls/call_paths.h"
#include "calls/hip_streams.h"
#include "engine/admission.h"
#include "hsa/agents.h"
#include "recorder/switch.h"
#include "segment/kept.h"
#include "system/safe_read.h"
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

// Returns the number by which records refer to what gets a name, -1 if there is none. `of`: a RPJ_NAME_*.
static int64_t number_of(native_thread_t* thread, uint64_t of, uint64_t argument) {
    switch (of) {
        case RPJ_NAME_STREAM: return (int64_t)rpj_stream_number(thread, argument);
        case RPJ_NAME_AGENT: {
            uint64_t handle = 0;
            rpj_safe_read(&handle, (const void*)argument, sizeof handle);
            uint64_t id = rpj_agent_id(handle);
            return id ? (int64_t)id : -1;
        }
        case RPJ_NAME_DEVICE: return (int32_t)argument;
        default: return (int64_t)thread->tid;
    }
}

static int enter_name(native_slot_t* slot, native_frame_t* frame, uint64_t of) {
    const char* name = (const char*)frame->int_regs[0];
    native_thread_t* thread = name != NULL ? rpj_admit(frame) : NULL;
    if (thread != NULL) {
        rpj_cancellation cancel = rpj_inside_begin(thread);
        int64_t id = number_of(thread, of, frame->int_regs[1]);
        if (id >= 0) rpj_kept_write_name(thread, 0, of, (uint64_t)id, name);
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

int rpj_enter_agent_name(native_slot_t* slot, native_frame_t* frame) { return enter_name(slot, frame, RPJ_NAME_AGENT); }

int rpj_enter_device_name(native_slot_t* slot, native_frame_t* frame) {
    return enter_name(slot, frame, RPJ_NAME_DEVICE);
}

int rpj_enter_stream_made(native_slot_t* slot, native_frame_t* frame) { return rpj_enter_resume(slot, frame); }

void rpj_exit_stream_made(native_slot_t* slot, native_frame_t* frame) {
    const native_plan_t* plan = slot->plan;
    uint64_t const* made = *(uint64_t* const*)((const char*)frame + plan->made_stream - 1);
    native_thread_t* thread = !(uint32_t)frame->ret_rax && made != NULL ? rpj_admit(frame) : NULL;
    if (thread != NULL) {
        rpj_cancellation cancel = rpj_inside_begin(thread);
        rpj_stream_made(*made);
        rpj_inside_end(thread, cancel);
    }
    if (frame->thread != NULL) rpj_exit_records(slot, frame);
}
