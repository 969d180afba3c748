// Calls that the tool itself makes, or a plugin: they are not the program's.
#ifndef RT_TOOL_OWN_CALLS_H
#define RT_TOOL_OWN_CALLS_H

#include "base/rt_tool.h"

// Around them, on their thread; they nest.
void own_calls_begin(void);
void own_calls_end(void);
// Whether this thread makes such calls.
bool own_calls(void);

#endif
