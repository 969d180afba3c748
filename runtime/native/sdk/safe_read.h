// Reading what a program's pointers point at: they may be garbage, and the memory may go away meanwhile.
#ifndef RPJ_SAFE_READ_H
#define RPJ_SAFE_READ_H

#include <stdint.h>

// Copies all of the bytes and returns 1, or returns 0 and leaves `to` undefined. Any thread.
uint64_t rpj_safe_read(void* to, const void* from, uint64_t bytes);

// Copies a C string with its end, cut to fit in `capacity` bytes (at least 1). Returns its length, or UINT64_MAX when
// the string cannot be read up to its end. Any thread.
uint64_t rpj_safe_read_string(char* to, const char* from, uint64_t capacity);

// Whether the bytes (no more than the first 256) can be read: 1 or 0. Any thread.
uint64_t rpj_readable(const void* address, uint64_t bytes);

#endif
