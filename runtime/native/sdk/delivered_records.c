// The end of a call whose one record goes into a large buffer that is delivered (StretchedBuffer): it enters Java
// only when its thread's stretch is full.
#include "admission.h"
#include "call_paths.h"
#include "call_record.h"
#include "clock.h"
#include "delivered.h"
#include "java_side.h"
#include "open_calls.h"

enum { DELIVERED_BYTES = RPJ_SEGMENT_CALL_RESULT };

static bool deliver(native_thread_t* thread, native_frame_t* frame, const native_plan_t* plan) {
    uint64_t end_ns = rpj_boottime_now();
    unsigned i = (unsigned)__builtin_ctzll(frame->active & plan->buffers);
    const native_entry_t* entry = (const native_entry_t*)plan->entries + i;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    segment_call_t* call = rpj_delivered_claim(thread, entry, DELIVERED_BYTES);
    if (RPJ_LIKELY(call)) {
        rpj_fill_call(call, entry, i, thread, frame, end_ns);
        __atomic_store_n(&call->size, DELIVERED_BYTES, __ATOMIC_RELEASE);
        rpj_end(thread, (uint64_t)frame);
    }
    rpj_inside_end(thread, cancel);
    return call != NULL;
}

// A handler that has interrupted the allocator, or has little stack left, stops here.
static void give_up(native_thread_t* thread, native_frame_t* frame) {
    rpj_cancellation cancel = rpj_inside_begin(thread);
    rpj_count_passed_through(thread);
    rpj_end(thread, (uint64_t)frame);
    rpj_inside_end(thread, cancel);
}

void rpj_exit_delivered(native_slot_t* slot, native_frame_t* frame) {
    bool without_java = frame->state & RPJ_FRAME_BEGUN_WITHOUT_JAVA || !rpj_engine_ready();
    native_thread_t* thread = RPJ_UNLIKELY(without_java) ? NULL : rpj_thread_at_exit(frame);
    if (RPJ_LIKELY(thread) && RPJ_LIKELY(deliver(thread, frame, slot->plan))) return;
    rpj_handler handler = thread != NULL ? rpj_handler_of(thread, (uint64_t)(frame + 1)) : RPJ_NO_HANDLER;
    if (handler == RPJ_HANDLER) frame->state |= RPJ_FRAME_BEGUN_IN_HANDLER;
    if (RPJ_UNLIKELY(handler == RPJ_CLOSED_HANDLER)) give_up(thread, frame);
    else rpj_exit(slot, frame);
}
