// When a traced process begins to say so, and to write files.
#ifndef RT_TOOL_AWAKE_H
#define RT_TOOL_AWAKE_H

#include "rt_tool.h"

// Text for the user on standard output, before tool_awake. While it starts.
RT_PRINTF(1, 2) void tool_say(const char* format, ...);
// Something has happened that is traced: the user is told that this process is, and the files begin. A preloaded tool
// is in every process, also in those whose output another one reads; most of them have nothing to trace, and say
// nothing. Any thread; waits for nobody.
void tool_awake(void);
bool tool_is_awake(void);
// In a forked child.
void tool_awake_forked(void);

#endif
