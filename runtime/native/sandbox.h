// What the signal library, which is in front of the C library, tells librocprofiler-sdk of sandboxes (seccomp).
#ifndef RPJ_SANDBOX_H
#define RPJ_SANDBOX_H

#include <linux/filter.h>
#include <stdbool.h>

// A sandbox for the calling thread, and the threads that it creates, that is about to be installed.
typedef struct {
    const struct sock_fprog* program; // as the program has passed it: it may be invalid
    bool strict;                      // without a program: read, write, exit and rt_sigreturn remain
    bool all_threads;                 // the process's others, too
} rpj_sandbox;

typedef void (*rpj_sandbox_listener)(const rpj_sandbox* sandbox);

// The name of the signal library's function that takes the listener.
#define RPJ_SANDBOX_LISTEN_NAME "rpj_listen_to_sandboxes"
void rpj_listen_to_sandboxes(rpj_sandbox_listener listener);

#endif
