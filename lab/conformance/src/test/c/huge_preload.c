// Preloaded: a system that uses huge pages for all memory, as `always` in /sys/kernel/mm/transparent_hugepage/enabled
// does, where it is set to `madvise`.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/types.h>

void* mmap(void* address, size_t bytes, int protection, int flags, int file, off_t offset) {
    static void* (*_Atomic next)(void*, size_t, int, int, int, off_t);
    if (next == NULL) next = (void* (*)(void*, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, "mmap");
    void* mapped = next(address, bytes, protection, flags, file, offset);
    if (mapped != MAP_FAILED && (flags & MAP_ANONYMOUS)) madvise(mapped, bytes, MADV_HUGEPAGE);
    return mapped;
}

void* mmap64(void* address, size_t bytes, int protection, int flags, int file, off64_t offset) {
    return mmap(address, bytes, protection, flags, file, offset);
}
