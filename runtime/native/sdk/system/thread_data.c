// A thread's thread-local data of libjvm. glibc allocates it at first use, and without memory ends the process:
// "cannot allocate memory for thread-local data: ABORT".
#include "system/thread_data.h"

#include <dlfcn.h>
#include <link.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    uintptr_t base;
    size_t bytes;
} library_data;

// The default until it is measured: the size in JDK 25.
static size_t jvm_bytes = 80;

static int find_size(struct dl_phdr_info* info, size_t size, void* data) {
    library_data* found = data;
    (void)size;
    if (info->dlpi_addr != found->base) return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr)* part = &info->dlpi_phdr[i];
        bool aligned = part->p_align <= _Alignof(max_align_t);
        if (part->p_type == PT_TLS) found->bytes = part->p_memsz + (aligned ? 0 : part->p_align);
    }
    return 1;
}

void rpj_know_thread_data(void* libjvm) {
    struct link_map* map = NULL;
    if (dlinfo(libjvm, RTLD_DI_LINKMAP, &map) != 0) return;
    library_data data = {map->l_addr, 0};
    dl_iterate_phdr(find_size, &data);
    if (data.bytes) __atomic_store_n(&jvm_bytes, data.bytes, __ATOMIC_RELAXED);
}

// Whether this many bytes can be allocated. After being freed they stay in the thread's cache, where no other
// thread takes them first; the cache itself also needs memory, and they must not be a separate mapping.
bool rpj_has_room_for_thread_data(void) {
    enum { FOR_CACHE = 1024, MAPPED = 2048 };
    void* volatile cache = malloc(FOR_CACHE);
    void* volatile data = cache != NULL ? malloc(__atomic_load_n(&jvm_bytes, __ATOMIC_RELAXED)) : NULL;
    bool room = data != NULL && malloc_usable_size(data) < MAPPED;
    free(cache);
    free(data);
    return room;
}
