// Which objects the process has loaded.
#ifndef RT_LOADED_H
#define RT_LOADED_H

#include "rt.h"

// Loaded objects whose file names begin with `prefix`: opens the first one, which stays. NULL: there is none.
void* rt_loaded(const char* prefix);
// Changes when objects have been loaded.
uint64_t rt_loads(void);

#endif
