// A HIP that does not register, as distributions build it.
#ifndef HIP_LIBRARY_H
#define HIP_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HIP_SEGMENTS = 8 };

struct hip_memory {
    uintptr_t begin, end;
};

struct hip_library {
    void* handle;                          // never closed
    uint32_t version;                      // 10000 × major + 100 × minor, 0 when its file name does not say
    struct hip_memory code[HIP_SEGMENTS];  // executable; unused ones are empty
    struct hip_memory zeros[HIP_SEGMENTS]; // writable, and zero when it was loaded
};

// Finds the first loaded HIP that does not register by itself, if any. Any thread; takes the loader's locks.
bool hip_library_find(struct hip_library* library);

// Whether an address is in one of HIP's executable segments. Any thread.
static inline bool hip_library_has_code(const struct hip_library* library, uint64_t address) {
    for (size_t i = 0; i < HIP_SEGMENTS; i++)
        if (address >= library->code[i].begin && address < library->code[i].end) return true;
    return false;
}

#endif
