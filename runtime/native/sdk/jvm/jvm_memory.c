// Keeps the JVM's memory in small pages.
//
// Where a system uses huge pages for all memory (`always` in /sys/kernel/mm/transparent_hugepage/enabled), the first
// touch of the heap, young or old, and of the code cache takes 2 MB each. A traced program needs a part of that: 4.5 MB
// of its resident set were too much. The program's own memory is not affected.
#include <errno.h>
#include <sys/mman.h>

#include "jvm/jvm.h"
#include "system/imports.h"

// A JVM that was told to use huge pages asks for them afterwards.
static void* map(void* address, size_t bytes, int protection, int flags, int file, off_t offset) {
    void* mapped = mmap(address, bytes, protection, flags, file, offset);
    int saved = errno;
    if (mapped != MAP_FAILED && (flags & MAP_ANONYMOUS)) madvise(mapped, bytes, MADV_NOHUGEPAGE);
    errno = saved;
    return mapped;
}

void rpj_small_pages_for_jvm(void* libjvm) {
    rpj_replace_import(libjvm, "mmap", (void*)map);
    rpj_replace_import(libjvm, "mmap64", (void*)map);
}
