// API data of a HIP or HSA function by its id: what to keep of it, and what it looks like as text. From
// generated formats.
#ifndef RT_TOOL_API_DATA_H
#define RT_TOOL_API_DATA_H

#include "text.h"

// Bytes of the API data of a function, up to the end of its arguments. Any thread.
size_t call_bytes(uint32_t domain, uint32_t id);

// Bytes that the strings among its arguments take, each terminated. They are read. Any thread, in the call.
size_t call_string_bytes(uint32_t domain, uint32_t id, const void* data);

// Makes a copy of API data one that can be shown later: what pointers lead to goes into the places that are there for
// it, and strings go to `strings`, which has call_string_bytes. Any thread, in the call.
void call_keep(uint32_t domain, uint32_t id, void* copy, char* strings, size_t string_bytes);

// Where an argument stands in the API data; its pointer, if it is one that is followed. 0: no such argument.
size_t call_argument(uint32_t domain, uint32_t id, const char* name);

// `name(a=1, b={y=2, x=1})`
void text_hip_call(struct text* text, uint32_t id, const void* data);
// `name(1, {handle=2}) = 0`
void text_hsa_call(struct text* text, uint32_t id, const void* data);

#endif
