// What the user is told on stderr.
#ifndef RT_TOOL_MESSAGES_H
#define RT_TOOL_MESSAGES_H

#include "rt_tool.h"

// "ROCtracer warning: <text>" on stderr. Any thread.
RT_PRINTF(1, 2) void rt_tool_warn(const char* format, ...);

// "ROCtracer error: <text>" on stderr; then the process ends with 1: what was asked for cannot be had. Before tracing.
RT_PRINTF(1, 2) __attribute__((noreturn)) void rt_tool_give_up(const char* format, ...);

#endif
