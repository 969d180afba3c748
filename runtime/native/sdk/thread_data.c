// A thread's own data of libjvm. glibc makes them when the thread first needs them, and ends the process where there is
// no memory for them then: "cannot allocate memory for thread-local data: ABORT".
#include "thread_data.h"

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

// Before anybody has looked: those of JDK 25.
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

// So few bytes stay with the thread when they are freed, and no other one takes them first: in its cache, for which
// there has to be room as well, and unless they were mapped for this alone.
bool rpj_has_room_for_thread_data(void) {
    enum { FOR_CACHE = 1024, MAPPED = 2048 };
    void* volatile cache = malloc(FOR_CACHE);
    void* volatile data = cache != NULL ? malloc(__atomic_load_n(&jvm_bytes, __ATOMIC_RELAXED)) : NULL;
    bool room = data != NULL && malloc_usable_size(data) < MAPPED;
    free(cache);
    free(data);
    return room;
}
