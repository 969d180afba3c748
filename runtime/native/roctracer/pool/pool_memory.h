// The memory of a pool, from the client's allocator if it has one.
#ifndef RT_POOL_MEMORY_H
#define RT_POOL_MEMORY_H

#include <roctracer/roctracer_ext.h>
#include <stddef.h>

// NULL without memory. Our own begins with a line of the cache. Any thread.
char* rt_pool_memory(const roctracer_properties_t* properties, size_t bytes);
// The properties are a copy: the pool may be another one's as soon as its memory is freed.
void rt_pool_memory_free(roctracer_properties_t properties, char* memory);

#endif
