// Messages for the user on stderr.
#ifndef RT_TOOL_MESSAGES_H
#define RT_TOOL_MESSAGES_H

#include "base/rt_tool.h"

// "ROCtracer warning: <text>" on stderr. Any thread.
RT_PRINTF(1, 2) void rt_tool_warn(const char* format, ...);

// "ROCtracer: <text>" on stderr. Any thread.
RT_PRINTF(1, 2) void rt_tool_note(const char* format, ...);

// Prints "ROCtracer error: <text>" to stderr and ends the process with 1: the request cannot be met.
// Before tracing.
RT_PRINTF(1, 2) __attribute__((noreturn)) void rt_tool_give_up(const char* format, ...);

#endif
