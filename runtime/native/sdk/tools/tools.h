// The tools in this process.
#ifndef RPJ_TOOLS_H
#define RPJ_TOOLS_H

#include "base/rpj.h"

// Finds the tool libraries of this process in AMD's order, `forced` (may be NULL) first; writes at most `capacity`
// entries and returns their number. Opens the libraries that ROCP_TOOL_LIBRARIES names. Never fails: for a library
// that cannot be opened it prints one line on stderr.
uint64_t rpj_discover(native_tool_t* tools, uint64_t capacity, void* forced);

// Makes runtimes that register from now on load this library although no tool is visible. Only
// during configuration.
void rpj_force_load(void);

// True when the environment names tool libraries, or the process has the function by which a tool is found.
bool rpj_c_tools_wanted(void);

// True when the program or a library in it was linked with this one, so that a tool may come at any time.
bool rpj_is_linked(void);

// True when discovery would find a tool or Java tools are requested, which justifies booting a JVM.
bool rpj_tools_wanted(void);

#endif
