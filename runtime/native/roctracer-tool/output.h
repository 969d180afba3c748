// The files that are written.
#ifndef RT_TOOL_OUTPUT_H
#define RT_TOOL_OUTPUT_H

#include "rt_tool.h"

// A file in ROCP_OUTPUT_DIR, which is made when the first bytes are written, or standard output without such a folder.
// One thread at a time.
struct output {
    const char* name;
    bool process; // the name begins with the process id
    int file;     // -1: not open
    bool failed;
    size_t used;
    char* buffer;
};

#define OUTPUT(file_name, with_process) \
    { .name = file_name, .process = with_process, .file = -1 }

void output_write(struct output* output, const char* bytes, size_t count);
// What is in the buffer is in the file afterwards.
void output_flush(struct output* output);
void output_close(struct output* output);
// In a forked child: what the parent has not written yet is the parent's, and the child has a file of its own.
void output_forked(struct output* output);

#endif
