// Delivers the tool's data to the plugin.
#ifndef RT_TOOL_FLUSH_H
#define RT_TOOL_FLUSH_H

#include "base/rt_tool.h"

// Delivers all data to the plugin. Any thread; one at a time.
void tool_flush(void);
// Whether nothing has to be delivered, because it is written after this process, from its file.
bool tool_leave_writing(void);
// The same for the last time: later calls write nothing.
void tool_flush_last(void);

#endif
