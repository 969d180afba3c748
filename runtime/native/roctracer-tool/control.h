// Threads of the tool: one switches tracing on and off, one writes what is known.
#ifndef RT_TOOL_CONTROL_H
#define RT_TOOL_CONTROL_H

#include "rt_tool.h"

// Starts the threads that switch tracing on and off, and that flush. Says their lines.
void control_start(void);
// They are gone afterwards.
void control_stop(void);
void control_forked(void);

#endif
