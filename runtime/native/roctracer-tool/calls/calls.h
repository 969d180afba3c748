// The program's calls.
#ifndef RT_TOOL_CALLS_H
#define RT_TOOL_CALLS_H

#include "base/rt_tool.h"

// Callbacks for roctracer. Any thread.
void calls_roctx(uint32_t domain, uint32_t op, const void* data, void* argument);
void calls_hsa(uint32_t domain, uint32_t op, const void* data, void* argument);
void calls_hip(uint32_t domain, uint32_t op, const void* data, void* argument);
// In a forked child: the open calls are the parent's.
void calls_forked(void);

#endif
