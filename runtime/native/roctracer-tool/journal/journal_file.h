// The file of this process's events: they survive the process there, and are text after it. Its format is data
// (spec/journal.json).
#ifndef RT_TOOL_JOURNAL_FILE_H
#define RT_TOOL_JOURNAL_FILE_H

#include "base/rt_tool.h"
#include "rpj_journal.h"

// Creates the file in `folder`, with a name that no other program of this process has: its number, and `suffix`. With
// `annexes`, it goes on in further files where it would become larger than a file may. Once, before events are kept;
// says a failure. Without it, events are in the heap or nowhere.
void journal_file_create(const char* folder, const char* suffix, bool annexes);

// Appends a chunk of at least so many bytes; NULL without a file, or if it cannot grow, which is said once. Any
// thread, except in a handler; keeps errno.
journal_chunk_t* journal_file_chunk(uint32_t kind, size_t bytes);
void journal_file_unmap(journal_chunk_t* chunk);

// Tells the user where the file is, and how its text is written. Any thread.
void journal_file_tell(void);

// Deletes the file, which has no annexes: all that it has is written.
void journal_file_delete(void);

// In a forked child: the file is the parent's.
void journal_file_forked(void);

#endif
