#include "text/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(struct text* text, size_t more) {
    if (text->failed) return false;
    if (text->capacity - text->length >= more) return true;
    size_t capacity = (text->length + more) * 2;
    char* bytes = realloc(text->bytes, capacity);
    if (bytes == NULL) return !(text->failed = true);
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void text_add(struct text* text, const char* bytes, size_t count) {
    if (count == 0 || !make_room(text, count)) return;
    memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
}

void text_string(struct text* text, const char* string) { text_add(text, string, strlen(string)); }

void text_format(struct text* text, const char* format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length > 0 && make_room(text, (size_t)length + 1)) {
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

const char* text_terminated(struct text* text) {
    if (!make_room(text, 1)) return "";
    text->bytes[text->length] = 0;
    return text->bytes;
}

void text_free(struct text* text) {
    free(text->bytes);
    *text = (struct text){0};
}
