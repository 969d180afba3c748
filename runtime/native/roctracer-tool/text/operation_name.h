// Names of operations, also of a process that has ended.
#ifndef RT_TOOL_OPERATION_NAME_H
#define RT_TOOL_OPERATION_NAME_H

#include "base/rt_tool.h"

// The name that was given, else roctracer's; NULL if there is none.
const char* operation_name(uint32_t domain, uint32_t op, uint32_t kind);

// Gives a name, which must stay valid until operation_names_end. One thread, which is the only one.
void operation_name_give(uint32_t domain, uint32_t op, uint32_t kind, const char* name);
// Takes all of them back.
void operation_names_end(void);

#endif
