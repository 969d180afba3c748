// The record of a call, in AMD's layout.
#ifndef RPJ_CALL_RECORD_H
#define RPJ_CALL_RECORD_H

#include <string.h>

#include "hip_streams.h"
#include "rpj_segment.h"

// Fills in all fields of AMD's record of a call except its size; a kept record begins with the same fields.
static inline void rpj_fill_call(segment_call_t* call, const native_entry_t* entry, unsigned i,
                                 const native_thread_t* thread, const native_frame_t* frame, uint64_t end_ns) {
    memcpy(&call->kind, &entry->kind_operation, sizeof entry->kind_operation);
    call->correlation_id[0] = frame->internal_id;
    call->correlation_id[1] = frame->externals ? frame->external[i] : 0;
    if (entry->stream_shift) call->correlation_id[1] |= rpj_stream_bits(thread, frame, entry->stream_shift);
    call->correlation_id[2] = frame->ancestor_id;
    call->start_ns = frame->start_ns;
    call->end_ns = end_ns;
    call->tid = thread->tid;
}

#endif
