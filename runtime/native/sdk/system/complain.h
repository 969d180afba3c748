// All messages of this library.
#ifndef RPJ_COMPLAIN_H
#define RPJ_COMPLAIN_H

// Writes one line to stderr: "rocprofiler: <text>". Never allocates. Any thread.
void rpj_complain(const char* format, ...) __attribute__((format(printf, 1, 2)));

// The same as the command, about its files: "rocprofv3: <text>".
void rpj_complain_as_command(const char* format, ...) __attribute__((format(printf, 1, 2)));

#endif
