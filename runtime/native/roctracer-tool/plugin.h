// The library that writes what the tool has, by roctracer's plugin interface.
#ifndef RT_TOOL_PLUGIN_H
#define RT_TOOL_PLUGIN_H

#include "rt_tool.h"

// Loads the plugin, once. Says so when it cannot; then nothing is written.
void plugin_load(void);
// And initialises it, once.
void plugin_start(void);
void plugin_write_call(const roctracer_record_t* record, const void* data);
void plugin_write_records(const roctracer_record_t* begin, const roctracer_record_t* end);
// What has been written can be read by others.
void plugin_flush(void);
void plugin_finish(void);
// Whether this thread is in the plugin: what it calls there is not the program's.
bool plugin_busy(void);

#endif
