// Calls of one domain, in the order they ended, until they are written.
//
// Any number of threads append; one at a time drains. Appending takes a lock for a few instructions, and memory for
// many calls at a time.
#ifndef RT_TOOL_JOURNAL_H
#define RT_TOOL_JOURNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "rt_tool.h"

// A call: its record, and behind it what its callback was told, as long as that is, and strings.
struct entry {
    uint32_t bytes; // with everything behind it
    _Atomic uint32_t ready;
    roctracer_record_t record;
    uint64_t data[];
};

struct chunk;

struct journal {
    pthread_mutex_t lock;
    struct chunk *first, *last;
    _Atomic size_t entries, bytes;
};

#define JOURNAL() \
    { .lock = PTHREAD_MUTEX_INITIALIZER }

// Room for a call with so many bytes of data; NULL without memory. It has to be filled and told ready soon: who
// drains waits.
struct entry* journal_append(struct journal* journal, size_t data_bytes);
void journal_ready(struct entry* entry);

// Takes everything out that was appended before.
void journal_drain(struct journal* journal, void (*write)(const struct entry* entry));

// In a forked child: what is in it is the parent's.
void journal_forked(struct journal* journal);

#endif
