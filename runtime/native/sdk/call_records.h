// The records of a call, in AMD's layout.
#ifndef RPJ_CALL_RECORDS_H
#define RPJ_CALL_RECORDS_H

#include "rpj.h"

// Writes the records of these entries of a call that has ended. For a thread that counts as inside the engine, with its
// own block.
void rpj_write_call(const native_plan_t* plan, uint64_t entries, native_thread_t* thread, native_frame_t* frame,
                    uint64_t end_ns);

#endif
