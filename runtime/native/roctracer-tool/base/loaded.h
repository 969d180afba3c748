// Libraries that this process has loaded.
#ifndef RT_TOOL_LOADED_H
#define RT_TOOL_LOADED_H

#include "base/rt_tool.h"

// Finds a function of a library that this process has loaded, even if its symbols are not global. Never loads the
// library. `library` is the beginning of its file name. @return NULL if absent. Any thread, holding no lock of
// the loader.
void* rt_tool_function(const char* library, const char* name);

// Whether LD_PRELOAD names the library with this function: then a runtime need not, or never does, load it.
bool rt_tool_preloaded(const void* function);

// Path of a file in the folder of the library with this function in it. @return false when it is too long
bool rt_tool_beside(const void* function, const char* file, char* path, size_t bytes);

#endif
