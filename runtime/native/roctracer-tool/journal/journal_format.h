// The file of a process's events: a head, and then chunks of whole pages, each with events of one kind.
//
// ```
// head, a page | chunk: head, entry, entry, ..., 0 | chunk | ...
// ```
//
// An entry counts once it is ready, which its thread stores last. Pointers in it point into its own chunk, at the
// address that the process had it.
#ifndef RT_TOOL_JOURNAL_FORMAT_H
#define RT_TOOL_JOURNAL_FORMAT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define JOURNAL_SUFFIX "calls.journal"

enum { JOURNAL_MAGIC = 0x4a545052, JOURNAL_VERSION = 1, JOURNAL_HEAD_BYTES = 4096 };

struct journal_head {
    uint32_t magic, version;
    uint32_t process;
    uint32_t image; // 0, or how many programs the process executed before without ending them
    uint32_t truncate_names;
};

struct chunk {
    uint64_t bytes; // all of it; 0: the process ended before it was made
    uint64_t address;
    uint32_t kind;
    uint32_t in_file;
    _Atomic uint64_t used; // bytes of the entries claimed so far
    struct chunk* next;    // of the same kind; the process's own
    uint64_t entries[];
};

static inline uint64_t chunk_capacity(const struct chunk* chunk) { return chunk->bytes - sizeof *chunk; }

#endif
