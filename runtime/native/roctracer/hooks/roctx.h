// ROC-TX's calls, through its tracer callback.
#ifndef RT_ROCTX_H
#define RT_ROCTX_H

#include "base/rt.h"

// Checks whether ROC-TX was loaded. @return true the first time
bool rt_roctx_look(void);
void rt_roctx_hook(bool wanted);

#endif
