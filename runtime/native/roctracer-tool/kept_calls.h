// Completed calls that are not yet written.
#ifndef RT_TOOL_KEPT_CALLS_H
#define RT_TOOL_KEPT_CALLS_H

#include "journal.h"
#include "rt_tool.h"

enum kept_kind { KEPT_HIP, KEPT_HSA, KEPT_ROCTX, KEPT_KINDS };

// Adds an entry for a call, like journal_append. Any thread.
struct entry* kept_append(enum kept_kind kind, size_t data_bytes);
// Marks the entry as filled. Writes calls when there are too many, unless another thread is writing. In a callback.
void kept_ready(enum kept_kind kind, struct entry* entry);

// Delivers all kept calls to the plugin: HIP's, then HSA's, then ROC-TX's. Under the lock.
void kept_drain(void);

// Held by the thread that writes.
void kept_lock(void);
void kept_unlock(void);

// In a forked child: drops the kept calls, which belong to the parent.
void kept_forked(void);

#endif
