// The objects that the process has loaded.
#ifndef RT_LOADED_H
#define RT_LOADED_H

#include "base/rt.h"

// Opens the first loaded object whose file name begins with `prefix`, and never closes it; NULL if absent.
void* rt_loaded(const char* prefix);
// Changes when objects are loaded.
uint64_t rt_loads(void);

#endif
