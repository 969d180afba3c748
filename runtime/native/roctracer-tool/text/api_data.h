// API data of a HIP or HSA function by its id: the parts to keep and the text to show. From generated formats.
#ifndef RT_TOOL_API_DATA_H
#define RT_TOOL_API_DATA_H

#include "text/text.h"

// Size of the API data of a function up to the end of its arguments, in bytes. Any thread.
size_t call_bytes(uint32_t domain, uint32_t id);

// Size of the strings among its arguments, each terminated, in bytes. Reads them. Any thread, in the call.
size_t call_string_bytes(uint32_t domain, uint32_t id, const void* data);

// Makes a copy of API data self-contained: copies the targets of pointers to the members reserved for them, and
// strings to `strings`, which has call_string_bytes. Any thread, in the call.
void call_keep(uint32_t domain, uint32_t id, void* copy, char* strings, size_t string_bytes);

// Memory that is at another address than when the pointers into it were stored.
struct moved {
    uintptr_t from;
    size_t bytes;
    const char* to;
};
// Where a pointer to a string points now; NULL if it points elsewhere, or at no string.
const char* moved_to(const struct moved* moved, const char* pointer);
// Mends the pointers to strings in API data that was kept.
void call_move(uint32_t domain, uint32_t id, void* copy, const struct moved* moved);

// Whether our own table has the function.
bool call_is_known(uint32_t domain, uint32_t id);

// Offset of an argument in the API data; of its pointer, if that is followed. 0: no such argument.
size_t call_argument(uint32_t domain, uint32_t id, const char* name);

// `name(a=1, b={y=2, x=1})`
void text_hip_call(struct text* text, uint32_t id, const void* data);
// `name(1, {handle=2}) = 0`
void text_hsa_call(struct text* text, uint32_t id, const void* data);

#endif
