// The HIP stream of a thread's call, for records.
#ifndef RPJ_HIP_STREAMS_H
#define RPJ_HIP_STREAMS_H

#include <string.h>

#include "base/engine.h"

// The engine's table: the first entry's id is the number of the others, a power of two. It is replaced by a larger one
// when half of it is in use; old ones stay, without the streams that are new since: Java is asked for those.
static inline native_stream_t* rpj_stream_entry(native_stream_t* table, uint64_t stream, uint64_t probe) {
    uint64_t hash = stream * 0x9e3779b97f4a7c15u >> (__builtin_clzll(table->id) + 1); // its highest bits
    return &table[1 + ((hash + probe) & (table->id - 1))];
}

// Sets the first table. Once.
void rpj_streams_begin(void);

// Assigns a number to a stream that is not in the engine's table. Any thread that counts as inside the engine.
uint64_t rpj_stream_new_number(native_thread_t* thread, uint64_t stream);

// Assigns a new number to a stream that has been made, in a process without the engine. Any thread that counts as
// inside the engine.
void rpj_stream_made(uint64_t stream);

// Returns the stream's number in the engine's table, assigning one if necessary.
static inline uint64_t rpj_stream_number(native_thread_t* thread, uint64_t stream) {
    if (!stream) return 0;
    native_stream_t* table = __atomic_load_n((native_stream_t**)&rpj_link.streams, __ATOMIC_ACQUIRE);
    for (uint64_t i = 0; table != NULL && i < RPJ_STREAM_PROBES; i++) {
        const native_stream_t* entry = rpj_stream_entry(table, stream, i);
        uint64_t known = __atomic_load_n(&entry->stream, __ATOMIC_ACQUIRE);
        if (known == stream) return __atomic_load_n(&entry->id, __ATOMIC_RELAXED);
        if (!known) break;
    }
    return rpj_stream_new_number(thread, stream);
}

// State left by an exception or longjmp lies at or below the frame of the thread's next call.
static inline void rpj_enter_stream(native_thread_t* thread, native_frame_t* frame, uint64_t argument) {
    bool enclosed = thread->stream_frame > (uint64_t)frame;
    frame->outer_stream = enclosed ? thread->stream : 0;
    frame->outer_stream_frame = enclosed ? thread->stream_frame : 0;
    uint64_t stream;
    memcpy(&stream, (const char*)frame + argument - 1, sizeof stream);
    thread->stream = rpj_stream_number(thread, stream);
    thread->stream_frame = (uint64_t)frame;
}

static inline void rpj_leave_stream(native_thread_t* thread, native_frame_t* frame) {
    thread->stream = frame->outer_stream;
    thread->stream_frame = frame->outer_stream_frame;
}

// The value for a record's external correlation id; 0 for a stream whose number does not fit.
static inline uint64_t rpj_stream_bits(const native_thread_t* thread, const native_frame_t* frame, uint32_t shift) {
    if (thread->stream_frame < (uint64_t)frame || thread->stream >> (63 - shift)) return 0;
    return thread->stream << shift;
}

#endif
