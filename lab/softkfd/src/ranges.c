#include "ranges.h"

#include <stdlib.h>
#include <string.h>

// Ranges may overlap, as host memory can be registered twice: how many that start before an address are looked at.
enum { LOOK_BACK = 8 };

static size_t after(const sk_ranges* ranges, uint64_t address) {
    size_t low = 0, high = ranges->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ranges->items[middle].start <= address) low = middle + 1;
        else high = middle;
    }
    return low;
}

bool sk_ranges_add(sk_ranges* ranges, sk_range range) {
    if (ranges->count == ranges->capacity) {
        size_t capacity = ranges->capacity == 0 ? 256 : 2 * ranges->capacity;
        sk_range* more = realloc(ranges->items, capacity * sizeof *more);
        if (more == NULL) return false;
        ranges->items = more;
        ranges->capacity = capacity;
    }
    size_t at = after(ranges, range.start);
    memmove(ranges->items + at + 1, ranges->items + at, (ranges->count - at) * sizeof range);
    ranges->items[at] = range;
    ranges->count++;
    return true;
}

bool sk_ranges_remove(sk_ranges* ranges, uint64_t start, uint64_t end) {
    for (size_t at = after(ranges, start); at > 0 && ranges->items[at - 1].start == start; at--) {
        if (ranges->items[at - 1].end != end) continue;
        memmove(ranges->items + at - 1, ranges->items + at, (ranges->count - at) * sizeof ranges->items[0]);
        ranges->count--;
        return true;
    }
    return false;
}

const sk_range* sk_ranges_find(const sk_ranges* ranges, uint64_t address) {
    size_t at = after(ranges, address);
    for (size_t i = at; i > 0 && at - i < LOOK_BACK; i--)
        if (address < ranges->items[i - 1].end) return &ranges->items[i - 1];
    return NULL;
}
