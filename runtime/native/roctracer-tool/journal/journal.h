// Events of one kind, in the order they ended, until they are written.
//
// Any number of threads append; one at a time drains. Appending holds a lock for a few instructions and takes memory
// for many events at a time: from the process's file (journal_file.h), where the events survive the process, or from
// the heap where there is none, if they are drained.
#ifndef RT_TOOL_JOURNAL_H
#define RT_TOOL_JOURNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/rt_tool.h"
#include "rpj_journal.h"

// An event: its record, followed by its callback's data and strings.
struct event {
    journal_entry_t head;
    roctracer_record_t record;
    uint64_t data[];
};

struct journal {
    uint32_t kind; // in the file
    bool in_heap;  // where there is no room in a file: somebody drains it
    pthread_mutex_t lock;
    journal_chunk_t *first, *last;
    _Atomic size_t entries, bytes;
};

#define JOURNAL(of_kind) \
    { .kind = of_kind, .lock = PTHREAD_MUTEX_INITIALIZER }

// Adds an entry for an event with this many bytes of data; NULL without room for it. The caller must fill it and mark
// it ready soon, because draining waits for it.
struct event* journal_append(struct journal* journal, size_t data_bytes);
void journal_ready(struct event* entry);

// Removes and writes all entries appended before. They stay in the file. Calls `settle` before it frees the memory of
// entries that it has passed to `write`.
void journal_drain(struct journal* journal, void (*write)(const struct event* entry), void (*settle)(void));

// In a forked child: drops the entries, which belong to the parent.
void journal_forked(struct journal* journal);

#endif
