// The output files.
#ifndef RT_TOOL_OUTPUT_H
#define RT_TOOL_OUTPUT_H

#include "base/rt_tool.h"

// A file in ROCP_OUTPUT_DIR, created when the first bytes are written; standard output without such a folder. One
// thread at a time.
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

// ROCP_OUTPUT_DIR; NULL without it. Any thread.
const char* output_folder(void);
// The number in the names of the files of a process's later programs: `<process>.<image>_<name>`. 0: none.
void output_image(uint32_t number);
// The process that the files are of. Any thread.
uint32_t output_process(void);
// Names files after another process, in another folder. In a program that writes for others.
void output_for(const char* folder, uint32_t process, uint32_t image);

void output_write(struct output* output, const char* bytes, size_t count);
// Writes the buffer to the file.
void output_flush(struct output* output);
void output_close(struct output* output);
// In a forked child: drops unwritten data, which belongs to the parent; the child gets its own file.
void output_forked(struct output* output);

#endif
