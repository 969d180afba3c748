// Completed calls, and GPU work, in the journal; with a plugin, until it has got them.
#ifndef RT_TOOL_KEPT_CALLS_H
#define RT_TOOL_KEPT_CALLS_H

#include "base/rt_tool.h"
#include "journal/journal.h"

// Numbers in the file; the order in which a plugin gets them. KEPT_NAMES: an operation's name, where only the process's
// own runtime knows it.
enum kept_kind {
    KEPT_WORK = RPJ_JOURNAL_WORK,
    KEPT_HIP = RPJ_JOURNAL_HIP,
    KEPT_HSA = RPJ_JOURNAL_HSA,
    KEPT_ROCTX = RPJ_JOURNAL_ROCTX,
    KEPT_NAMES = RPJ_JOURNAL_NAMES,
    KEPT_AGENTS = RPJ_JOURNAL_AGENTS,
    KEPT_KINDS = RPJ_JOURNAL_KINDS
};

// Gives this process its file, once. Any thread.
void kept_begin(void);

// Adds an entry, like journal_append; counts one that is lost. Any thread.
struct event* kept_append(enum kept_kind kind, size_t data_bytes);
// Marks the entry as filled.
void kept_ready(struct event* entry);
// Gives a plugin what is kept when that is too much, unless another thread does. In a callback on the program's thread.
void kept_limit(void);

// Keeps the name of an operation, once: after the process, its runtime cannot be asked. Any thread.
void kept_name(const roctracer_record_t* record);
// Keeps a record of GPU work, with its kernel's name. Any thread.
void kept_work(const roctracer_record_t* record);

// Whether anything is kept.
bool kept_any(void);
// Delivers all that is kept to the plugin: GPU work, HIP's calls, HSA's, then ROC-TX's. Under the lock.
void kept_drain(void);
// A plugin has got everything.
void kept_finish(void);
// Says what could not be kept, if anything is this process's, and with `how` also how the text of the rest is written.
void kept_tell(bool how);

// Held by the thread that writes.
void kept_lock(void);
void kept_unlock(void);

// In a forked child: what is kept belongs to the parent.
void kept_forked(void);

#endif
