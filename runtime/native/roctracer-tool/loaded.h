// Libraries that this process has loaded.
#ifndef RT_TOOL_LOADED_H
#define RT_TOOL_LOADED_H

#include "rt_tool.h"

// A function of a library that this process has loaded, also where its names are hidden from others. Never loads
// it. `library` is how its file name begins. @return NULL if it is not there. Any thread, not below a lock of
// the loader's.
void* rt_tool_function(const char* library, const char* name);

// Whether LD_PRELOAD names the library with this function in it: then no runtime has to load it, or may never do so.
bool rt_tool_preloaded(const void* function);

// Path of a file in the folder of the library with this function in it. @return false when it is too long
bool rt_tool_beside(const void* function, const char* file, char* path, size_t bytes);

#endif
