// When a traced process starts to print messages and to write files.
#ifndef RT_TOOL_AWAKE_H
#define RT_TOOL_AWAKE_H

#include "base/rt_tool.h"

// Adds text for the user on standard output, printed by tool_awake. During start-up only.
RT_PRINTF(1, 2) void tool_say(const char* format, ...);
// A traced event has happened: prints the messages and starts the files. A preloaded tool is in every process, also
// in those whose output another process reads; most of them have nothing to trace, and print nothing. Any thread;
// never waits.
void tool_awake(void);
bool tool_is_awake(void);
// Called in a forked child.
void tool_awake_forked(void);

#endif
