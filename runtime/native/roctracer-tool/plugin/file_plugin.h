// What the tracer tool asks of its own plugin in addition to roctracer's plugin interface.
#ifndef RT_TOOL_FILE_PLUGIN_H
#define RT_TOOL_FILE_PLUGIN_H

#include "base/rt_tool.h"

// The number of this process's program in the files' names (journal_file.h). Any thread.
RT_EXPORT void rpj_file_plugin_image(uint32_t number);

// Writes HSA's agents, if HSA is initialised. @return whether they are written. Any thread.
RT_EXPORT bool rpj_file_plugin_agents(void);

// Writes for another process from now on, in this folder. `short_names`: its ROCP_TRUNCATE_NAMES. One thread.
void file_plugin_for(const char* folder, uint32_t process, uint32_t image, bool short_names);

#endif
