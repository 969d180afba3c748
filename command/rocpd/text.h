// Texts that grow, are read from files, and have places that are filled in. Any thread, each text one at a time.
#ifndef RPJ_ROCPD_TEXT_H
#define RPJ_ROCPD_TEXT_H

#include <stdbool.h>
#include <stddef.h>

// Ends with a null byte that is not counted; `bytes` is NULL where it is empty. Zeroed is empty; the owner frees
// `bytes`.
struct text {
    char* bytes;
    size_t length;
};

// False without memory; the text is then as before.
bool rpj_text_add(struct text* text, const char* bytes, size_t length);

// Appends a file. False if it cannot be read as a whole.
bool rpj_text_read(struct text* text, const char* path);

// Puts `value` in each place that `name` has. False without memory; the text is then as before.
bool rpj_text_replace(struct text* text, const char* name, const char* value);

// Returns an equal text that stays as long as the process, the same one for equal texts; NULL without memory. Any
// thread.
const char* rpj_text_kept(const char* text);

#endif
