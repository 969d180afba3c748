#include "ompt/ompt_events.h"

#include "engine/engine_call.h"

__thread uint64_t rpj_ompt_open;

static const uint64_t nobody;

native_ompt_t rpj_ompt = {.active = {[0 ... RPJ_OMPT_OPERATIONS] = (uint64_t)&nobody}};

void rpj_ompt_event(native_ompt_event_t* event) {
    rpj_tell_engine(RPJ_CALL_OMPT_EVENT, event, &event->thread, &rpj_ompt_open, (uint64_t)__builtin_frame_address(0));
}
