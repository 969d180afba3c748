// Recording without the engine: the plans come from an image, the records go to the segment (kept.h), and all that
// needs to be understood is understood by the command.
#ifndef RPJ_RECORDER_H
#define RPJ_RECORDER_H

#include "base/engine.h"

// Whether this process is recorded without the engine. The first call decides it: if the command has left an image for
// it, and no tool needs the engine. Any thread.
bool rpj_recorder_begins(void);

// Takes the tables of a runtime, which have been checked: the functions that the image has plans for point at thunks
// afterwards. One thread at a time.
void rpj_recorder_takes(const char* library, uint64_t version, uint64_t instance, void** tables, uint64_t count);

#endif
