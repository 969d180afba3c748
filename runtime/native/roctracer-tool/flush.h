// From what the tool knows to the plugin.
#ifndef RT_TOOL_FLUSH_H
#define RT_TOOL_FLUSH_H

#include "rt_tool.h"

// Everything that is known goes to the plugin. Any thread; one at a time.
void tool_flush(void);
// The same for the last time: nothing is written after it.
void tool_flush_last(void);

#endif
