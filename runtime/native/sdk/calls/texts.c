// See texts.h.
#include "calls/texts.h"

#include <string.h>

#include "segment/kept.h"

static uint64_t length_of(const char* message) { return message != NULL ? strnlen(message, INT32_MAX) : 0; }

void* rpj_write_text(native_thread_t* thread, uint32_t stretch, int32_t kind, uint64_t id, const char* message,
                     uint64_t more) {
    uint64_t whole = length_of(message), length = whole < RPJ_LONGEST_TEXT ? whole : RPJ_LONGEST_TEXT;
    uint64_t bytes = (sizeof(segment_text_t) + length + 7) & ~7ull;
    segment_text_t* text = rpj_kept_claim(thread, stretch, bytes + more);
    if (text == NULL) return NULL;
    text->kind = kind;
    text->length = (int32_t)whole;
    text->correlation = id;
    if (length) memcpy(text + 1, message, length);
    rpj_kept_commit(text, bytes);
    return (char*)text + bytes;
}
