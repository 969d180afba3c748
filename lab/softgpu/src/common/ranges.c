#include "ranges.h"

#include <stdlib.h>
#include <string.h>

// The index of the first range that starts after `address`.
static size_t after(const sg_ranges* ranges, uintptr_t address) {
    size_t low = 0, high = ranges->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ranges->items[middle].start <= address) low = middle + 1;
        else high = middle;
    }
    return low;
}

static bool grow(sg_ranges* ranges) {
    if (ranges->count < ranges->capacity) return true;
    size_t capacity = ranges->capacity == 0 ? 64 : ranges->capacity * 2;
    sg_range* items = realloc(ranges->items, capacity * sizeof *items);
    if (items == NULL) return false;
    ranges->items = items;
    ranges->capacity = capacity;
    return true;
}

bool sg_ranges_add(sg_ranges* ranges, sg_range range) {
    pthread_mutex_lock(&ranges->lock);
    bool ok = grow(ranges);
    if (ok) {
        size_t at = after(ranges, range.start);
        memmove(ranges->items + at + 1, ranges->items + at, (ranges->count - at) * sizeof range);
        ranges->items[at] = range;
        ranges->count++;
    }
    pthread_mutex_unlock(&ranges->lock);
    return ok;
}

bool sg_ranges_remove(sg_ranges* ranges, const void* start, sg_range* removed) {
    pthread_mutex_lock(&ranges->lock);
    size_t at = after(ranges, (uintptr_t)start);
    bool ok = at > 0 && ranges->items[at - 1].start == (uintptr_t)start;
    if (ok) {
        *removed = ranges->items[at - 1];
        memmove(ranges->items + at - 1, ranges->items + at, (ranges->count - at) * sizeof *removed);
        ranges->count--;
    }
    pthread_mutex_unlock(&ranges->lock);
    return ok;
}

bool sg_ranges_find(sg_ranges* ranges, const void* address, sg_range* found) {
    pthread_mutex_lock(&ranges->lock);
    size_t at = after(ranges, (uintptr_t)address);
    bool ok = at > 0 && (uintptr_t)address - ranges->items[at - 1].start < ranges->items[at - 1].size;
    if (ok) *found = ranges->items[at - 1];
    pthread_mutex_unlock(&ranges->lock);
    return ok;
}

bool sg_ranges_set_user_data(sg_ranges* ranges, const void* start, void* user_data) {
    pthread_mutex_lock(&ranges->lock);
    size_t at = after(ranges, (uintptr_t)start);
    bool ok = at > 0 && ranges->items[at - 1].start == (uintptr_t)start;
    if (ok) ranges->items[at - 1].user_data = user_data;
    pthread_mutex_unlock(&ranges->lock);
    return ok;
}
