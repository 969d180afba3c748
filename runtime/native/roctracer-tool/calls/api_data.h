// API data of a HIP or HSA function by its id: the parts to keep. From generated offsets.
#ifndef RT_TOOL_API_DATA_H
#define RT_TOOL_API_DATA_H

#include "base/rt_tool.h"

// Size of the API data of a function up to the end of its arguments, in bytes. Any thread.
size_t call_bytes(uint32_t domain, uint32_t id);

// Size of the strings among its arguments, each terminated, in bytes. Reads them. Any thread, in the call.
size_t call_string_bytes(uint32_t domain, uint32_t id, const void* data);

// Makes a copy of API data self-contained: copies the targets of pointers to the members reserved for them, and
// strings to `strings`, which has call_string_bytes. Any thread, in the call.
void call_keep(uint32_t domain, uint32_t id, void* copy, char* strings, size_t string_bytes);

// Whether our own table has the function.
bool call_is_known(uint32_t domain, uint32_t id);

#endif
