// What one thread needs to read what many write: floor BYTES THREADS [RECORDS [HOW]]. Prints nanoseconds per record,
// the median and the minimum of the rounds.
//
// Each thread writes records of BYTES, word by word, into two buffers of its own, in turns. One more thread reads a
// field of each record of a full buffer before that is written again. No other code: what delivers the records of all
// threads to one function of a client cannot be faster on this machine.
//
// HOW  plain   stores
//      demote  stores, and a hint for each line that another processor is going to read it, where there is such a hint
//      stream  stores past the writer's cache
#include <emmintrin.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "rounds.h"

enum { BUFFER_BYTES = 1 << 20, LINE = 64, SPINS = 1000 };

typedef struct {
    _Alignas(128) atomic_bool full; // set by the writer, cleared by the reader
    char* begin;
} buffer;

static buffer buffers[MOST_THREADS][2];
static size_t record_bytes;
static enum { PLAIN, DEMOTE, STREAM } how;
static atomic_int numbered;
static atomic_bool ended;
static uint64_t expected, found; // sums of the fields

// --- the writers ---------------------------------------------------------------------------------------------------

static __thread struct {
    buffer* pair;
    int index;
    char* end;
    uint64_t written;
} own;

static void begin(void) {
    own.pair = buffers[atomic_fetch_add(&numbered, 1)];
    own.end = own.pair->begin;
}

static void wait_while_full(buffer* of) {
    for (int i = 0; atomic_load_explicit(&of->full, memory_order_acquire); i++)
        if (i >= SPINS) sched_yield();
        else _mm_pause();
}

static void write_record(void) {
    buffer* to = &own.pair[own.index];
    if (own.end == to->begin) wait_while_full(to);
    for (size_t at = 0; at < record_bytes; at += sizeof(uint64_t)) {
        if (how == STREAM) _mm_stream_si64((long long*)(own.end + at), 1);
        else *(volatile uint64_t*)(own.end + at) = 1;
    }
    if (how == DEMOTE) __asm__ volatile(".byte 0x0f, 0x1c, 0x00" : : "a"(own.end) : "memory"); // cldemote (%rax)
    own.end += record_bytes;
    own.written++;
    if (own.end + record_bytes <= to->begin + BUFFER_BYTES) return;
    if (how == STREAM) _mm_sfence();
    atomic_store_explicit(&to->full, true, memory_order_release);
    own.index = !own.index;
    own.end = own.pair[own.index].begin;
}

// What is in a buffer that did not become full is not read.
static void end(void) {
    const buffer* last = &own.pair[own.index];
    __atomic_fetch_add(&expected, own.written - (uint64_t)(own.end - last->begin) / record_bytes, __ATOMIC_RELAXED);
}

// --- the reader ----------------------------------------------------------------------------------------------------

static bool read_if_full(buffer* of) {
    if (!atomic_load_explicit(&of->full, memory_order_acquire)) return false;
    for (const char* at = of->begin; at + record_bytes <= of->begin + BUFFER_BYTES; at += record_bytes)
        found += *(const volatile uint64_t*)at;
    atomic_store_explicit(&of->full, false, memory_order_release);
    return true;
}

static void* read_all(void* threads) {
    for (int idle = 0;;) {
        const bool last = atomic_load(&ended);
        bool some = false;
        for (int i = 0; i < (int)(intptr_t)threads; i++)
            some |= read_if_full(&buffers[i][0]) | read_if_full(&buffers[i][1]);
        if (!some && last) return NULL;
        if (some) idle = 0;
        else if (++idle >= SPINS) sched_yield();
    }
}

int main(int count, char** words) {
    const int bytes = count > 2 ? atoi(words[1]) : 0, threads = count > 2 ? atoi(words[2]) : 0;
    const int records = count > 3 ? atoi(words[3]) : CALLS;
    if (count > 4) how = strcmp(words[4], "demote") == 0 ? DEMOTE : strcmp(words[4], "stream") == 0 ? STREAM : PLAIN;
    if (bytes < LINE || bytes % 8 != 0 || threads < 1 || threads > MOST_THREADS || records < 1) return 2;
    record_bytes = (size_t)bytes;
    for (int i = 0; i < 2 * threads; i++)
        if ((buffers[i / 2][i % 2].begin = aligned_alloc(LINE, BUFFER_BYTES)) == NULL) return 1;
    pthread_t reader;
    if (pthread_create(&reader, NULL, read_all, (void*)(intptr_t)threads) != 0) return 1;
    rounds_figure figure = rounds_run(threads, records, write_record, begin, end);
    atomic_store(&ended, true);
    pthread_join(reader, NULL);
    if (found != expected) {
        fprintf(stderr, "floor: %lu records read of %lu\n", (unsigned long)found, (unsigned long)expected);
        return 1;
    }
    printf("%.1f %.1f\n", figure.median, figure.best);
    return 0;
}
