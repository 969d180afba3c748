// Threads of the tool: one switches tracing on and off, one writes kept data.
#ifndef RT_TOOL_CONTROL_H
#define RT_TOOL_CONTROL_H

#include "base/rt_tool.h"

// Starts the threads that switch tracing on and off, and that flush. Prints their lines.
void control_start(void);
// Stops them and waits for their end.
void control_stop(void);
void control_forked(void);

#endif
