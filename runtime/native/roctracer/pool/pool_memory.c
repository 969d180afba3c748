// See pool_memory.h.
#include "pool/pool_memory.h"

#include <stdlib.h>

enum { LINE = 64 }; // of the cache, as long as a record

char* rt_pool_memory(const roctracer_properties_t* properties, size_t bytes) {
    if (properties->alloc_fun == NULL) return aligned_alloc(LINE, (bytes + LINE - 1) / LINE * LINE);
    char* memory = NULL;
    properties->alloc_fun(&memory, bytes, properties->alloc_arg);
    return memory;
}

void rt_pool_memory_free(roctracer_properties_t properties, char* memory) {
    if (properties.alloc_fun == NULL) free(memory);
    else properties.alloc_fun(&memory, 0, properties.alloc_arg);
}
