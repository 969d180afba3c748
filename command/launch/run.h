// Runs a program and passes signals on to it. Of the command's front, and of librocprofiler-launch where there
// is none.
#ifndef RPJ_RUN_H
#define RPJ_RUN_H

#include "rpj_launch.h"

#include <signal.h>

// A program to start.
struct rpj_program {
    const char* file;          // looked up in PATH when it holds no '/'
    char* const* argv;         // NULL-terminated
    const char* const* edits;  // NULL-terminated; see rpj_launch
    struct sigaction on_child; // what the program does on SIGCHLD, which the command needs for itself
};

// Runs it and waits until it ends. Returns 0 with `result` filled, ENOMEM without memory. One at a time.
int rpj_run(const struct rpj_program* program, struct rpj_result* result);

// Becomes the program. Returns only if it cannot be executed; errno says why.
void rpj_become(const struct rpj_program* program);

// Ends this process by a signal, as rpj_die_by says. Does not return.
void rpj_die(int signal_number);

// A pipe that nobody inherits, and whose numbers are none of the three that a program expects to be its own: it may
// have been started without them. Returns 0, or -1 with errno set and nothing opened.
int rpj_private_pipe(int ends[2]);

// A descriptor like `fd` that nobody inherits, above 2; `fd` is closed. Returns -1 with errno set when there is none.
int rpj_private(int fd);

#endif
