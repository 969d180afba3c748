// Runs a program and forwards signals to it. Used by the command's front, and by librocprofiler-launch if there is
// no front.
#ifndef RPJ_RUN_H
#define RPJ_RUN_H

#include "rpj_launch.h"

#include <signal.h>

// A program to start.
struct rpj_program {
    const char* file;          // looked up in PATH when it holds no '/'
    char* const* argv;         // NULL-terminated
    const char* const* edits;  // NULL-terminated; see rpj_launch
    struct sigaction on_child; // the program's disposition of SIGCHLD, which the command replaces for itself
};

// Runs the program and waits until it ends. Returns 0 with `result` filled, ENOMEM without memory. One run at
// a time.
int rpj_run(const struct rpj_program* program, struct rpj_result* result);

// Becomes the program. Returns only if it cannot be executed; errno tells why.
void rpj_become(const struct rpj_program* program);

// Ends this process by a signal, like rpj_die_by. Does not return.
void rpj_die(int signal_number);

// Opens a close-on-exec pipe with descriptors above 2: the command may have been started without standard
// descriptors. Returns 0, or -1 with errno set and nothing opened.
int rpj_private_pipe(int ends[2]);

// Returns a close-on-exec duplicate of `fd` above 2 and closes `fd`. Returns -1 with errno set on failure.
int rpj_private(int fd);

#endif
