// The file with the answers of the HSA runtime to questions about its agents, from which the command makes the agents
// of the process (agents.properties): lines of a name, `=`, and a value.
#ifndef RPJ_ANSWERS_H
#define RPJ_ANSWERS_H

#include "base/rpj.h"

// Asks the runtime about these agents, and writes the file; one line on stderr where that fails. Once.
void rpj_answers_write(const native_image_t* image, const uint64_t* agents, uint64_t count);

#endif
