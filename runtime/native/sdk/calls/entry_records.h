// A record for one entry of a plan, wherever its buffer is. For a thread that counts as inside the engine, with its own
// block.
#ifndef RPJ_ENTRY_RECORDS_H
#define RPJ_ENTRY_RECORDS_H

#include "calls/delivered.h"
#include "segment/kept.h"

// Claims zeroed memory for a record, a multiple of eight, which exists once its first word is its size
// (rpj_kept_commit). NULL where C cannot: a kept one is dropped then, which is counted; any other is to be appended.
static inline void* rpj_record_claim(native_thread_t* thread, const native_entry_t* entry, uint64_t bytes) {
    if (entry->record <= RPJ_RECORD_KEPT_MARK) return rpj_kept_claim(thread, entry->stretch, bytes);
    return entry->record == RPJ_RECORD_DELIVERED ? rpj_delivered_claim(thread, entry, bytes) : NULL;
}

static inline bool rpj_record_is_kept(const native_entry_t* entry) { return entry->record <= RPJ_RECORD_KEPT_MARK; }

// Has the engine copy a record, without its size, into the buffer of an entry that is not kept. What it cannot take is
// counted.
void rpj_record_append(native_thread_t* thread, const native_entry_t* entry, const void* record, uint64_t bytes);

#endif
