// Work on memory: what copy engines and the runtimes' own kernels do. It is done in pieces, so that one thread can
// serve all engines. Under the engine's lock.
#ifndef SOFTKFD_WORK_H
#define SOFTKFD_WORK_H

#include "base.h"

typedef enum {
    SK_WORK_NONE, // takes time only
    SK_WORK_COPY, // of a box of bytes
    SK_WORK_FILL, // of a box of bytes by a pattern
    SK_WORK_WAIT, // until a value in memory compares
    SK_WORK_LIST  // of values to write and to wait for, `height` of them at `source`
} sk_work_kind;

// How a value is compared with a reference, as copy engines number it.
typedef enum { SK_ALWAYS, SK_LESS, SK_LESS_EQUAL, SK_EQUAL, SK_NOT_EQUAL, SK_GREATER_EQUAL, SK_GREATER } sk_comparison;

typedef struct {
    sk_work_kind kind;
    uint64_t destination, source;                // of a fill the pattern, of a wait the value
    uint64_t width, height, depth;               // bytes, rows, slices
    uint64_t destination_row, destination_slice; // bytes from one to the next
    uint64_t source_row, source_slice;           // of a fill: bytes of the pattern, 0
    uint8_t pattern[16];                         // of a fill without a source
    uint64_t reference, mask, operand_bytes;     // of a wait
    sk_comparison comparison;
    uint64_t x, y, z; // how far it is
    uint64_t bad;     // the address of a fault
} sk_work;

typedef enum { SK_WORK_DONE, SK_WORK_MORE, SK_WORK_WAITS, SK_WORK_FAULT } sk_work_state;

sk_work sk_work_copy(uint64_t destination, uint64_t source, uint64_t bytes);

// Fills with a pattern in memory; or with `value`, of `bytes` bytes, if its address is 0.
sk_work sk_work_fill(uint64_t destination, uint64_t bytes, uint64_t pattern, uint64_t pattern_bytes);
sk_work sk_work_fill_value(uint64_t destination, uint64_t bytes, uint64_t value, uint32_t value_bytes);

// Waits as hipStreamWaitValue does: until the value, under a mask, is at least the given one (0), equal to it (1), has
// one of its bits (2), or lacks a bit that it lacks, too (3).
sk_work sk_work_wait(uint64_t address, uint32_t value_bytes, uint32_t how, uint64_t value, uint64_t mask);

// Does up to about `budget` bytes of it.
sk_work_state sk_work_step(sk_work* work, uint64_t budget);

uint64_t sk_work_bytes(const sk_work* work);

bool sk_compares(sk_comparison comparison, uint64_t value, uint64_t reference);

#endif
