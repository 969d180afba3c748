// What the programs for AMD's real runtimes share. They print what the runtime did for them, so that the output of a
// traced run can be compared with that of an untraced one; a call that fails ends the program and names the line.
#ifndef ROCM_H
#define ROCM_H

#include <string.h>
#include <unistd.h>

#include "gpu_program.h"

// Kernels are not computed by the driver in software, so only copies and fills have results. 64 work-items a group.
enum { COUNT = 4096, BYTES = COUNT * sizeof(int), GROUP = 64 };

static inline void pattern(int* values, int count, int seed) {
    for (int i = 0; i < count; i++) values[i] = seed * 1000003 + i;
}

// Returns how many values are not those of the pattern.
static inline int differing(const int* values, int count, int seed) {
    int wrong = 0;
    for (int i = 0; i < count; i++) wrong += values[i] != seed * 1000003 + i;
    return wrong;
}

static inline int unequal(const void* bytes, size_t count, int value) {
    int wrong = 0;
    for (size_t i = 0; i < count; i++) wrong += ((const unsigned char*)bytes)[i] != (unsigned char)value;
    return wrong;
}

#endif
