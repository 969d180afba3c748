// The description of a process (process.properties): lines `key=value`, in groups that end with their checksum.
#ifndef RPJ_DESCRIPTION_H
#define RPJ_DESCRIPTION_H

#include <stdbool.h>
#include <stdint.h>

// What the kernel says of a process. `ticks`: when it started, 0 if unknown; `start`: when recording did.
typedef struct {
    uint64_t pid, ppid, group, session, ticks, start;
} rpj_identity;

// Reads that of this process. `start`: now. One thread at a time.
rpj_identity rpj_read_identity(void);

// Writes the whole description into an open file. `variables`: strings `key=VARIABLE` of environment variables that
// belong into it, up to an empty string. Returns the number of bytes, 0 on failure. One thread at a time.
uint64_t rpj_describe(int file, const rpj_identity* self, const char* variables);

// Appends the line of a runtime that has registered, with its checksum where those before have one (`checked`). Returns
// the number of bytes, 0 on failure. One thread at a time.
uint64_t rpj_describe_runtime(int file, bool checked, const char* library, uint64_t version, uint64_t instance);

// Writes `key=value` and a line end, and returns the end of the text.
char* rpj_number_line(char* to, const char* key, uint64_t value);

#endif
