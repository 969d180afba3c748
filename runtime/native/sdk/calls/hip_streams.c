#include "calls/hip_streams.h"

#include "java/ask_engine.h"

// Written by the engine, and here without it.
static native_stream_t first_table[1 + RPJ_STREAM_ENTRIES];

void rpj_streams_begin(void) {
    first_table[0].id = RPJ_STREAM_ENTRIES;
    rpj_link.streams = first_table;
}

// A stream first seen after the engine's end gets the next number, or 0, the null stream's, where the table has no
// room: otherwise its number would change each time.
static uint64_t number_without_java(uint64_t stream) {
    native_stream_t* table = __atomic_load_n((native_stream_t**)&rpj_link.streams, __ATOMIC_ACQUIRE);
    uint64_t last = 0;
    for (uint64_t i = 0; table != NULL && i < table->id; i++) {
        uint64_t id = __atomic_load_n(&table[1 + i].id, __ATOMIC_RELAXED);
        if (id > last) last = id;
    }
    for (uint64_t i = 0; table != NULL && i < RPJ_STREAM_PROBES; i++) {
        native_stream_t* entry = rpj_stream_entry(table, stream, i);
        uint64_t none = 0, unnumbered = 0;
        if (__atomic_compare_exchange_n(&entry->id, &unnumbered, last + 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
            if (__atomic_compare_exchange_n(&entry->stream, &none, stream, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
                return last + 1;
        }
        if (__atomic_load_n(&entry->stream, __ATOMIC_ACQUIRE) == stream)
            return __atomic_load_n(&entry->id, __ATOMIC_RELAXED);
    }
    return 0;
}

uint64_t rpj_stream_new_number(native_thread_t* thread, uint64_t stream) {
    if (rpj_engine_ready()) return rpj_ask_engine(thread, RPJ_CALL_STREAM_NUMBER, stream, 0, 0);
    return number_without_java(stream);
}
