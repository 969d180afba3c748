// Reads the targets of a program's pointers, which may be invalid, or be unmapped meanwhile.
#ifndef RPJ_SAFE_READ_H
#define RPJ_SAFE_READ_H

#include <stdint.h>

// Copies all of the bytes and returns 1, or returns 0 and leaves `to` undefined. Any thread.
uint64_t rpj_safe_read(void* to, const void* from, uint64_t bytes);

// Copies a C string with its terminator, truncated to `capacity` bytes (at least 1). Returns its length, or
// UINT64_MAX when the string is not readable up to its end. Any thread.
uint64_t rpj_safe_read_string(char* to, const char* from, uint64_t capacity);

// Whether the bytes (only the first 256 are checked) are readable: 1 or 0. Any thread.
uint64_t rpj_readable(const void* address, uint64_t bytes);

#endif
