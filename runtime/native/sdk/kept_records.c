// The end of a call whose records are all kept (the trace of rocprofv3): it needs no Java.
#include <string.h>

#include "call_paths.h"
#include "call_record.h"
#include "clock.h"
#include "kept.h"
#include "moves.h"
#include "open_calls.h"
#include "without_java.h"

static void write_arguments(segment_call_t* call, const native_plan_t* plan, const native_frame_t* frame) {
    rpj_move_arguments(plan, frame, (char*)(call + 1));
    if (plan->return_bytes <= 8) memcpy(&call->result, &frame->ret_rax, plan->return_bytes);
    else
        memcpy(&call->result, (const void*)frame->ret_rax,
               sizeof call->result); // rax is the address of the returned struct
}

static void record(const native_plan_t* plan, unsigned i, native_thread_t* thread, native_frame_t* frame,
                   uint64_t end_ns) {
    const native_entry_t* entry = (const native_entry_t*)plan->entries + i;
    segment_call_t* call = rpj_kept_claim(thread, entry->stretch, entry->record_bytes);
    if (call == NULL) return;
    rpj_fill_call(call, entry, i, thread, frame, end_ns);
    if (entry->record_bytes >= sizeof *call) write_arguments(call, plan, frame);
    rpj_kept_commit(call, entry->record_bytes);
}

void rpj_exit_records(native_slot_t* slot, native_frame_t* frame) {
    if (RPJ_UNLIKELY(!rpj_has_java()) && rpj_is_of_parent(frame)) return;
    native_thread_t* thread = rpj_thread_at_exit(frame);
    if (RPJ_UNLIKELY(thread == NULL)) return;
    const native_plan_t* plan = slot->plan;
    uint64_t records = frame->active & plan->buffers;
    uint64_t end_ns = records ? rpj_boottime_now() : 0;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    for (uint64_t rest = records; rest; rest &= rest - 1)
        record(plan, (unsigned)__builtin_ctzll(rest), thread, frame, end_ns);
    if (plan->stream_argument) rpj_leave_stream(thread, frame);
    if (records) rpj_end(thread, (uint64_t)frame);
    rpj_inside_end(thread, cancel);
}
