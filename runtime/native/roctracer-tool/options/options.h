// The tracer tool's options from the environment.
#ifndef RT_TOOL_OPTIONS_H
#define RT_TOOL_OPTIONS_H

#include "base/rt_tool.h"

// Functions to trace; empty: all of them.
struct api_list {
    char** names;
    size_t count;
};

struct options {
    bool roctx, hsa_api, hsa_copies, hip_api, hip_ops, pc_samples;
    struct api_list hsa, hip;
    const char* input; // the filter file; NULL: none
    bool controlled;
    bool never_started; // the program itself starts tracing
    uint64_t delay_micros, length_micros, rate_micros;
    uint64_t flush_micros; // 0: at the end only
    size_t buffer_size;
    const char* folder; // of the journal; NULL: the current one
    const char* plugin; // NULL: none
    bool by_command;    // the command rocprof started this process, and writes the text
};

// The options from the environment. Read once, at the start.
extern struct options tool_options;

// Ends the process when the environment contains an invalid request. Once, before tracing.
void options_read(struct options* options);

// Adds the options of the filter file. Ends the process when it cannot be read or parsed.
void filter_read(struct options* options);

#endif
