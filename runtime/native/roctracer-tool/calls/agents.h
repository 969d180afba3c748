// HSA's agents, which are in the journal as soon as HSA knows them.
#ifndef RT_TOOL_AGENTS_H
#define RT_TOOL_AGENTS_H

#include "base/rt_tool.h"

// Keeps them, once, if HSA is initialised. Any thread, in no call of a runtime.
void agents_keep(void);
// The same after the first, second, fourth, ... call.
void agents_keep_after_call(void);

#endif
