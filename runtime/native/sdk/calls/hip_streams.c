#include "calls/hip_streams.h"

#include <sys/mman.h>

#include "../../pause.h"
#include "java/ask_engine.h"

// Written by the engine, and here without it.
static native_stream_t first_table[1 + RPJ_STREAM_ENTRIES];

void rpj_streams_begin(void) {
    first_table[0].id = RPJ_STREAM_ENTRIES;
    rpj_link.streams = first_table;
}

// --- without the engine --------------------------------------------------------------------------------------------

static uint64_t last, used; // with the lock, as what follows
static bool counted;

// What the engine has numbered counts, too.
static void count(const native_stream_t* table) {
    for (uint64_t i = 0; i < table->id; i++) {
        if (!table[1 + i].stream) continue;
        used++;
        if (table[1 + i].id > last) last = table[1 + i].id;
    }
    counted = true;
}

// Where a stream is, or is to be, as readers look for it; NULL without room.
static native_stream_t* place_of(native_stream_t* table, uint64_t stream) {
    for (uint64_t i = 0; i < RPJ_STREAM_PROBES; i++) {
        native_stream_t* entry = rpj_stream_entry(table, stream, i);
        if (!entry->stream || entry->stream == stream) return entry;
    }
    return NULL;
}

// A reader that finds the pointer finds its number.
static bool publish(native_stream_t* table, uint64_t stream, uint64_t id) {
    native_stream_t* entry = place_of(table, stream);
    if (entry == NULL) return false;
    __atomic_store_n(&entry->id, id, __ATOMIC_RELEASE);
    __atomic_store_n(&entry->stream, stream, __ATOMIC_RELEASE);
    return true;
}

// Replaces the table by a larger one, in which all have room; the old one stays, as it may be read. NULL without
// memory.
static native_stream_t* grown(const native_stream_t* table) {
    for (uint64_t places = 2 * table->id;; places *= 2) {
        uint64_t bytes = (1 + places) * sizeof *table, i = 0;
        native_stream_t* made = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (made == MAP_FAILED) return NULL;
        made->id = places;
        while (i < table->id && (!table[1 + i].stream || publish(made, table[1 + i].stream, table[1 + i].id))) i++;
        if (i == table->id) {
            __atomic_store_n(&rpj_link.streams, made, __ATOMIC_RELEASE);
            return made;
        }
        munmap(made, bytes);
    }
}

// A stream gets the next number; the null stream's, 0, where there is no memory: otherwise its number would change each
// time.
static uint64_t number(uint64_t stream, bool made) {
    native_stream_t* table = rpj_link.streams;
    if (table == NULL) return 0;
    if (!counted) count(table);
    native_stream_t* entry = place_of(table, stream);
    if (!made && entry != NULL && entry->stream == stream) return entry->id;
    bool is_new = entry == NULL || !entry->stream;
    while (is_new && (entry == NULL || 2 * (used + 1) > table->id)) {
        table = grown(table);
        entry = table != NULL ? place_of(table, stream) : NULL;
        if (table == NULL) return 0;
    }
    used += is_new;
    publish(table, stream, ++last);
    return last;
}

static uint64_t number_without_java(uint64_t stream, bool made) {
    uint32_t* lock =
        &rpj_process.numbering; // of threads that count as inside: no signal handler of theirs waits for it
    for (uint32_t i = 0, free = 0;
         !__atomic_compare_exchange_n(lock, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED); free = 0)
        rpj_pause(i++);
    uint64_t id = number(stream, made);
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
    return id;
}

void rpj_stream_made(uint64_t stream) {
    if (stream) number_without_java(stream, true);
}

uint64_t rpj_stream_new_number(native_thread_t* thread, uint64_t stream) {
    if (rpj_engine_ready()) return rpj_ask_engine(thread, RPJ_CALL_STREAM_NUMBER, stream, 0, 0);
    return number_without_java(stream, false);
}
