// API data of a HIP or HSA function by its id: the parts to keep and the text to show. From generated formats.
#ifndef RT_TOOL_API_DATA_H
#define RT_TOOL_API_DATA_H

#include "text.h"

// Size of the API data of a function up to the end of its arguments, in bytes. Any thread.
size_t call_bytes(uint32_t domain, uint32_t id);

// Size of the strings among its arguments, each terminated, in bytes. Reads them. Any thread, in the call.
size_t call_string_bytes(uint32_t domain, uint32_t id, const void* data);

// Makes a copy of API data self-contained: copies the targets of pointers to the members reserved for them, and
// strings to `strings`, which has call_string_bytes. Any thread, in the call.
void call_keep(uint32_t domain, uint32_t id, void* copy, char* strings, size_t string_bytes);

// Offset of an argument in the API data; of its pointer, if that is followed. 0: no such argument.
size_t call_argument(uint32_t domain, uint32_t id, const char* name);

// `name(a=1, b={y=2, x=1})`
void text_hip_call(struct text* text, uint32_t id, const void* data);
// `name(1, {handle=2}) = 0`
void text_hsa_call(struct text* text, uint32_t id, const void* data);

#endif
