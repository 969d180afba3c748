// What roctracer is asked for.
#ifndef RT_TOOL_DOMAINS_H
#define RT_TOOL_DOMAINS_H

#include "rt_tool.h"

// ROC-TX, which needs no runtime.
void domains_enable_roctx(void);
// HSA and HIP. Once.
void domains_enable(void);
void domains_disable(void);
// Records of GPU work that have completed go to the plugin. `last`: and the pool is closed.
void domains_flush(bool last);

#endif
