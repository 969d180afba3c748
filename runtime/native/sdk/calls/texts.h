// The messages of marks and ranges in kept buffers.
#ifndef RPJ_TEXTS_H
#define RPJ_TEXTS_H

#include "base/rpj.h"

// Writes a message, or its first part beside the length of all of it. Claims `more` bytes directly after it, because a
// message is useless without the record of its mark or range. Returns those bytes, or NULL: both are dropped, which is
// counted once. `kind`: of the message; `id`: of the mark or range. For a thread that counts as inside the engine, with
// its own block.
void* rpj_write_text(native_thread_t* thread, uint32_t stretch, int32_t kind, uint64_t id, const char* message,
                     uint64_t more);

#endif
