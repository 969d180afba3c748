// Ranges of addresses, in order: which memory a GPU sees where. The owner locks.
#ifndef SOFTKFD_RANGES_H
#define SOFTKFD_RANGES_H

#include "base.h"

typedef struct {
    uint64_t start, end, host;
} sk_range;

typedef struct {
    sk_range* items;
    size_t count, capacity;
} sk_ranges;

// Returns false without memory.
bool sk_ranges_add(sk_ranges* ranges, sk_range range);

// Removes the range from `start` to `end`, once if it is there twice. False if there is none.
bool sk_ranges_remove(sk_ranges* ranges, uint64_t start, uint64_t end);

// The range that contains `address`, NULL if none does.
const sk_range* sk_ranges_find(const sk_ranges* ranges, uint64_t address);

#endif
