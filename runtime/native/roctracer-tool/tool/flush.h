// Brings completed GPU work into the journal, and what is there to a plugin.
#ifndef RT_TOOL_FLUSH_H
#define RT_TOOL_FLUSH_H

#include "base/rt_tool.h"

// Does so. Any thread; one at a time.
void tool_flush(void);
// The end of a process with a plugin: later calls are not kept.
void tool_flush_last(void);
// The end of a process without one: everything is in the journal, also what is called from now on. Tells the user.
void tool_leave(void);

#endif
