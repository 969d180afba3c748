// The C API's results without an engine.
#ifndef RPJ_AFTER_ENGINE_H
#define RPJ_AFTER_ENGINE_H

#include "base/engine.h"

// Returns a C API function's result without an engine: its status after finalization if there was an engine, else
// `otherwise`. Any thread.
uint64_t rpj_after_engine(uint32_t function, const uint64_t* args, uint64_t otherwise);

// The same for the functions that write a state: 0 for "never", 1 after the engine's end. Returns a status.
// Any thread.
uint64_t rpj_state_after_engine(uint32_t function, int* status);

#endif
