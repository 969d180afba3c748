// The library that gets the tool's data, through roctracer's plugin interface: ROCTRACER_PLUGIN_LIB.
#ifndef RT_TOOL_PLUGIN_H
#define RT_TOOL_PLUGIN_H

#include "base/rt_tool.h"

// Loads the plugin, once. Reports a failure; then nothing is written. Without one, this and the others do nothing.
void plugin_load(void);
// Initialises the plugin, once.
void plugin_start(void);
void plugin_write_call(const roctracer_record_t* record, const void* data);
void plugin_write_records(const roctracer_record_t* begin, const roctracer_record_t* end);
// Makes all written data visible to readers of the plugin's files.
void plugin_flush(void);
void plugin_finish(void);

#endif
