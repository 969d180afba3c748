// A folder of small files that is made once for all processes that want the same files: its name is the files' hash.
#ifndef SOFTKFD_FOLDER_H
#define SOFTKFD_FOLDER_H

#include "base.h"

typedef struct sk_folder sk_folder;

// Begins a file, by its path below the folder, and adds text to it.
__attribute__((format(printf, 2, 3))) void sk_folder_file(sk_folder* folder, const char* path, ...);
__attribute__((format(printf, 2, 3))) void sk_folder_text(sk_folder* folder, const char* text, ...);

// Makes the folder with the files that `files` describes, or finds it made, below TMPDIR or /tmp, for this user only.
// Writes its path. False with errno, after a line on stderr.
bool sk_folder_make(void (*files)(sk_folder*), char* path, size_t capacity);

#endif
