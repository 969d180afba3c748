// The library that writes the tool's data, through roctracer's plugin interface.
#ifndef RT_TOOL_PLUGIN_H
#define RT_TOOL_PLUGIN_H

#include "base/rt_tool.h"

// Loads the plugin, once. Reports a failure; then nothing is written.
void plugin_load(void);
// Initialises the plugin, once.
void plugin_start(void);
void plugin_write_call(const roctracer_record_t* record, const void* data);
void plugin_write_records(const roctracer_record_t* begin, const roctracer_record_t* end);
// Which of this process's programs the files of our own plugin are of: journal_file_image(). Any thread.
void plugin_image(uint32_t number);
// Lets our own plugin write HSA's agents as soon as HSA knows them: tried after the first, second, fourth, ... call,
// and at the end. On a thread that is in no call of a runtime.
void plugin_write_agents(bool at_end);
// Makes all written data visible to readers of the files.
void plugin_flush(void);
void plugin_finish(void);
// Whether this thread is in the plugin, whose calls are not the program's.
bool plugin_busy(void);

#endif
