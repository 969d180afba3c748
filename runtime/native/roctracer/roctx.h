// ROC-TX's calls, through its tracer callback.
#ifndef RT_ROCTX_H
#define RT_ROCTX_H

#include "rt.h"

// Looks whether ROC-TX has come. @return true when it just has
bool rt_roctx_look(void);
void rt_roctx_hook(bool wanted);

#endif
