// Growing text.
#ifndef RT_TOOL_TEXT_H
#define RT_TOOL_TEXT_H

#include "base/rt_tool.h"

// A growing text. Without memory it stops growing and reports that.
struct text {
    char* bytes; // not terminated; NULL at first
    size_t length, capacity;
    bool failed;
};

void text_add(struct text* text, const char* bytes, size_t count);
void text_string(struct text* text, const char* string);
RT_PRINTF(2, 3) void text_format(struct text* text, const char* format, ...);
// Returns the text terminated, valid until more is added.
const char* text_terminated(struct text* text);
void text_free(struct text* text);

#endif
