#include "times.h"

#include "settings.h"

#include <fnmatch.h>

static uint64_t drawn; // random numbers so far

// splitmix64: good enough for durations, and the same on every machine.
static uint64_t random_number(uint64_t seed, uint64_t n) {
    uint64_t z = seed + (n + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint64_t sk_kernel_ns(const char* name) {
    const sk_settings* settings = sk_settings_get();
    uint32_t i = 0;
    while (settings->times[i].pattern != NULL && fnmatch(settings->times[i].pattern, name, 0) != 0) i++;
    uint64_t low = settings->times[i].low_ns, span = settings->times[i].high_ns - low;
    return span == 0 ? low : low + random_number(settings->seed, drawn++) % (span + 1);
}

uint64_t sk_copy_ns(uint64_t bytes) {
    uint64_t speed = sk_settings_get()->copy_bytes_per_ms;
    return speed == 0 ? 0 : (uint64_t)((double)bytes / (double)speed * 1e6);
}
