// The records of a call, in AMD's layout. All functions are for a thread that counts as inside the engine, with its own
// block.
#ifndef RPJ_CALL_RECORDS_H
#define RPJ_CALL_RECORDS_H

#include <string.h>

#include "calls/entry_records.h"
#include "calls/hip_streams.h"
#include "calls/moves.h"
#include "calls/texts.h"

// A record without arguments also has no result. In a delivered buffer the arguments are AMD's payload without its
// size, in a kept one the result's first word precedes the function's own.
enum { RPJ_PLAIN_CALL = RPJ_SEGMENT_CALL_RESULT };

// Fills in all fields but the size; the memory is zeroed.
static inline __attribute__((always_inline)) void rpj_fill_call(segment_call_t* call, const native_plan_t* plan,
                                                                unsigned i, const native_thread_t* thread,
                                                                const native_frame_t* frame, uint64_t tid,
                                                                uint64_t end_ns) {
    const native_entry_t* entry = (const native_entry_t*)plan->entries + i;
    memcpy(&call->kind, &entry->kind_operation, sizeof entry->kind_operation);
    call->correlation_id[0] = frame->internal_id;
    call->correlation_id[1] = frame->externals ? frame->external[i] : 0;
    if (entry->stream_shift) call->correlation_id[1] |= rpj_stream_bits(thread, frame, entry->stream_shift);
    call->correlation_id[2] = frame->ancestor_id;
    call->start_ns = entry->record == RPJ_RECORD_KEPT_MARK ? end_ns : frame->start_ns;
    call->end_ns = end_ns;
    call->tid = tid;
    if (entry->record_bytes == RPJ_PLAIN_CALL) return;
    if (rpj_record_is_kept(entry)) {
        rpj_move_arguments(plan, frame, (char*)(call + 1));
        rpj_store_result(plan, frame, &call->result, sizeof call->result);
    } else {
        char* arguments = (char*)call + RPJ_PLAIN_CALL;
        rpj_move_arguments(plan, frame, arguments);
        rpj_store_result(plan, frame, arguments + plan->return_offset - sizeof frame->payload[0], UINT32_MAX);
    }
}

static inline __attribute__((always_inline)) void* rpj_claim_call(native_thread_t* thread, const native_frame_t* frame,
                                                                  const native_entry_t* entry) {
    if (RPJ_LIKELY(entry->record != RPJ_RECORD_KEPT_MARK)) return rpj_record_claim(thread, entry, entry->record_bytes);
    return rpj_write_text(thread, entry->stretch, RPJ_KIND_TEXT, frame->internal_id, (const char*)frame->int_regs[0],
                          entry->record_bytes);
}

// Has the engine write the record of an entry.
void rpj_append_call(const native_plan_t* plan, unsigned i, native_thread_t* thread, const native_frame_t* frame,
                     uint64_t tid, uint64_t end_ns);

// Writes the records of these entries of a call or a range that has ended. `tid`: of the thread that began it.
static inline __attribute__((always_inline)) void rpj_write_call(const native_plan_t* plan, uint64_t entries,
                                                                 native_thread_t* thread, const native_frame_t* frame,
                                                                 uint64_t tid, uint64_t end_ns) {
    for (uint64_t rest = entries; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        const native_entry_t* entry = (const native_entry_t*)plan->entries + i;
        segment_call_t* call = rpj_claim_call(thread, frame, entry);
        if (RPJ_LIKELY(call)) {
            rpj_fill_call(call, plan, i, thread, frame, tid, end_ns);
            rpj_kept_commit(call, entry->record_bytes);
        } else if (!rpj_record_is_kept(entry)) {
            rpj_append_call(plan, i, thread, frame, tid, end_ns);
        }
    }
}

#endif
