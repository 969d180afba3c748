// The file of this process's events: they survive the process there, and are text after it (write_journals.c).
#ifndef RT_TOOL_JOURNAL_FILE_H
#define RT_TOOL_JOURNAL_FILE_H

#include "base/rt_tool.h"

struct chunk;

// Creates the file in `folder`, with a name that no other program of this process has. Once, before events are kept;
// says a failure. Without it, events are in the heap only.
void journal_file_create(const char* folder);
// How many programs this process executed before this one without ending them.
uint32_t journal_file_image(void);

// Whether there is a file, and everything is in it. Any thread.
bool journal_file_is_whole(void);

// Appends a chunk of at least so many bytes; NULL without a file, or if it cannot grow, which is said once. Any
// thread, except in a handler; keeps errno.
struct chunk* journal_file_chunk(uint32_t kind, size_t bytes);
void journal_file_unmap(struct chunk* chunk);

// Deletes the file: all that it has is written.
void journal_file_delete(void);

// In a forked child: the file is the parent's.
void journal_file_forked(void);

#endif
