// Calls into the engine from C. None of them boots it: boot.h has the one that does.
#ifndef RPJ_ENGINE_CALL_H
#define RPJ_ENGINE_CALL_H

#include "base/engine.h"
#include "rpj_calls.h"

// Calls the engine with packed arguments. If Java cannot be entered from the thread's stack, a helper thread makes
// the call and this one waits. Returns `fallback` without a running engine, or when the calling thread is already
// inside it (a signal handler); rpj_after_engine's result after its end. Any thread.
uint64_t rpj_call_engine(uint32_t function, const uint64_t* args, uint64_t fallback);

// Reports an event to the engine, by the address of a struct. `thread`: the field of it that gets the calling
// thread's block, or NULL. `answer`: gets the engine's result. Unchanged, and the event counted, where the thread
// may not enter. `from`: as for rpj_visit_engine. Keeps the program's errno. Any thread.
void rpj_tell_engine(uint32_t function, void* event, void** thread, uint64_t* answer, uint64_t from);

#endif
