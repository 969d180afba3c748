// The domains that are enabled in roctracer.
#ifndef RT_TOOL_DOMAINS_H
#define RT_TOOL_DOMAINS_H

#include "base/rt_tool.h"

// ROC-TX, which needs no runtime.
void domains_enable_roctx(void);
// HSA and HIP. Once.
void domains_enable(void);
void domains_disable(void);
// Keeps the records of completed GPU work. `last`: also closes the pool.
void domains_flush(bool last);

#endif
