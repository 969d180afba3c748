// Completed calls, and GPU work, that are not yet written.
#ifndef RT_TOOL_KEPT_CALLS_H
#define RT_TOOL_KEPT_CALLS_H

#include "base/rt_tool.h"
#include "journal/journal.h"

// Numbers in the file; the order in which they are written. KEPT_NAMES: an operation's name, where only the process's
// own runtime knows it.
enum kept_kind { KEPT_WORK, KEPT_HIP, KEPT_HSA, KEPT_ROCTX, KEPT_NAMES, KEPT_KINDS };

// Gives this process its file, once. Any thread.
void kept_begin(void);

// Adds an entry, like journal_append; counts one that is lost. Any thread.
struct entry* kept_append(enum kept_kind kind, size_t data_bytes);
// Marks the entry as filled.
void kept_ready(struct entry* entry);
// Writes what is kept when that is too much, unless another thread is writing. In a callback on the program's thread.
void kept_limit(void);

// Keeps the name of an operation, once: after the process, its runtime cannot be asked. Any thread.
void kept_name(const roctracer_record_t* record);
// Keeps a record of GPU work, with its kernel's name. Any thread.
void kept_work(const roctracer_record_t* record);

// Whether all that is kept is in the file, from which it is written after this process.
bool kept_later(void);

// Whether there is anything to write.
bool kept_any(void);
// Delivers all that is kept to the plugin: GPU work, HIP's calls, HSA's, then ROC-TX's. Under the lock.
void kept_drain(void);
// Everything is written.
void kept_finish(void);

// Held by the thread that writes.
void kept_lock(void);
void kept_unlock(void);

// In a forked child: what is kept belongs to the parent.
void kept_forked(void);

#endif
