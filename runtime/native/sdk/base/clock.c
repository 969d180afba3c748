#include "base/clock.h"

uint64_t rpj_boottime_offset(void) {
    // The smallest of a few differences: the pair of reads with the shortest interruption.
    uint64_t best = UINT64_MAX;
    for (int i = 0; i < 5; i++) {
        uint64_t monotonic = rpj_clock_now(CLOCK_MONOTONIC), difference = rpj_clock_now(CLOCK_BOOTTIME) - monotonic;
        if (difference < best) best = difference;
    }
    return best;
}
