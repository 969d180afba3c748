// Calls that are over, until they are written.
#ifndef RT_TOOL_KEPT_CALLS_H
#define RT_TOOL_KEPT_CALLS_H

#include "journal.h"
#include "rt_tool.h"

enum kept_kind { KEPT_HIP, KEPT_HSA, KEPT_ROCTX, KEPT_KINDS };

// Room for a call, as journal_append has it. Any thread.
struct entry* kept_append(enum kept_kind kind, size_t data_bytes);
// It has been filled. Calls are written when there are too many of them, unless another thread writes. In a callback.
void kept_ready(enum kept_kind kind, struct entry* entry);

// Everything that has been kept goes to the plugin: HIP's, then HSA's, then ROC-TX'. Under the lock.
void kept_drain(void);

// Held by the thread that writes.
void kept_lock(void);
void kept_unlock(void);

// In a forked child: what is kept is the parent's.
void kept_forked(void);

#endif
