// Maps an address to its allocation: a sorted array of disjoint ranges.
#ifndef SOFTGPU_RANGES_H
#define SOFTGPU_RANGES_H

#include "base.h"

typedef struct sg_range {
    uintptr_t start;
    size_t size; // as requested, at least 1
    void* owner; // an agent or a pool
    void* user_data;
    uint32_t kind;  // defined by the owner's module
    uint32_t flags; // defined by the owner's module
} sg_range;

typedef struct sg_ranges {
    sg_range* items;
    size_t count;
    size_t capacity;
    pthread_mutex_t lock;
} sg_ranges;

#define SG_RANGES \
    { .lock = PTHREAD_MUTEX_INITIALIZER }

// Any thread. False: out of memory, and nothing was added.
bool sg_ranges_add(sg_ranges* ranges, sg_range range);

// Any thread. Removes the range that starts at `start` and copies it to *removed. False: no such range.
bool sg_ranges_remove(sg_ranges* ranges, const void* start, sg_range* removed);

// Any thread. Copies the range that contains `address`. False: no such range.
bool sg_ranges_find(sg_ranges* ranges, const void* address, sg_range* found);

// Any thread. Sets the user data of the range that starts at `start`. False: no such range.
bool sg_ranges_set_user_data(sg_ranges* ranges, const void* start, void* user_data);

#endif
