// Objects of one size whose memory is never returned to the system: a late reader of a freed object finds a freed
// object, not a fault, and a foreign handle can be told from a real one by its address alone.
#ifndef SOFTGPU_SLAB_H
#define SOFTGPU_SLAB_H

#include "base.h"

typedef struct sg_slab {
    const size_t size;        // bytes per object, a multiple of 64
    const uint32_t capacity;  // maximum number of objects at once
    const size_t link_offset; // of a uint32_t in the object that the slab uses while the object is free
    _Atomic(char*) base;      // reserved at the first take, never released
    uint32_t used;            // objects ever taken
    uint32_t free;            // 1 + index of the first free object, 0: none
    pthread_mutex_t lock;
} sg_slab;

#define SG_SLAB(type, count, link) \
    { \
        .size = sizeof(type), .capacity = (count), .link_offset = offsetof(type, link), \
        .lock = PTHREAD_MUTEX_INITIALIZER \
    }

// Any thread. The content is that left by the last owner (zero at first). NULL: full or out of memory.
void* sg_slab_take(sg_slab* slab);

// Any thread. `object` came from sg_slab_take.
void sg_slab_give(sg_slab* slab, void* object);

// Any thread, lock-free. Whether `pointer` is the address of an object of this slab, taken or free.
bool sg_slab_owns(sg_slab* slab, const void* pointer);

#endif
