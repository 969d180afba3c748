// The file descriptors that stand for the driver's devices. A table, so that every other descriptor costs two loads.
#ifndef SOFTKFD_FILES_H
#define SOFTKFD_FILES_H

#include "base.h"

typedef enum {
    SK_FILE_OTHER = 0,
    SK_FILE_KFD = 1,
    SK_FILE_RENDER = 2,
    SK_FILE_STALE = 3 // of the parent of a forked child: closes, and refuses everything else
} sk_file_kind;

typedef struct {
    uint8_t kind; // sk_file_kind
    uint8_t gpu;  // of a render node
} sk_file;

// What `fd` is; never fails. Async-signal-safe, as sk_file_forget.
sk_file sk_file_get(int fd);

// Returns false without memory for the table.
bool sk_file_set(int fd, sk_file file);

void sk_file_forget(int fd);
void sk_file_forget_range(unsigned first, unsigned last);

// In a forked child: its devices are those of the parent.
void sk_files_after_fork(void);

#endif
