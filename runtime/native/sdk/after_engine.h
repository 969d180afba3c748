// What the C API answers where there is no engine to ask.
#ifndef RPJ_AFTER_ENGINE_H
#define RPJ_AFTER_ENGINE_H

#include "engine.h"

// What a function of the C API answers without an engine: its status as after finalization if there was one, else
// `otherwise`. Any thread.
uint64_t rpj_after_engine(uint32_t function, const uint64_t* args, uint64_t otherwise);

// The same for the functions that write a state: 0 for "never", 1 when the engine is over. A status. Any thread.
uint64_t rpj_state_after_engine(uint32_t function, int* status);

#endif
