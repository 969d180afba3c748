#define _GNU_SOURCE
#include "slab.h"

#include <sys/mman.h>

static uint32_t* link_of(sg_slab* slab, void* object) { return (uint32_t*)((char*)object + slab->link_offset); }

static char* reserve(sg_slab* slab) {
    void* base = mmap(NULL, slab->size * slab->capacity, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return base == MAP_FAILED ? NULL : base;
}

void* sg_slab_take(sg_slab* slab) {
    void* object = NULL;
    pthread_mutex_lock(&slab->lock);
    if (slab->base == NULL) atomic_store_explicit(&slab->base, reserve(slab), memory_order_release);
    if (slab->free != 0) {
        object = slab->base + (size_t)(slab->free - 1) * slab->size;
        slab->free = *link_of(slab, object);
    } else if (slab->base != NULL && slab->used < slab->capacity) {
        object = slab->base + (size_t)slab->used++ * slab->size;
    }
    pthread_mutex_unlock(&slab->lock);
    return object;
}

void sg_slab_give(sg_slab* slab, void* object) {
    uint32_t index = (uint32_t)(((char*)object - slab->base) / (ptrdiff_t)slab->size);
    pthread_mutex_lock(&slab->lock);
    *link_of(slab, object) = slab->free;
    slab->free = index + 1;
    pthread_mutex_unlock(&slab->lock);
}

bool sg_slab_owns(sg_slab* slab, const void* pointer) {
    const char* base = atomic_load_explicit(&slab->base, memory_order_acquire);
    uintptr_t offset = (uintptr_t)pointer - (uintptr_t)base;
    return base != NULL && offset < slab->size * slab->capacity && offset % slab->size == 0;
}
