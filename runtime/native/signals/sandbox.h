// Sandboxes (seccomp) of this process.
#ifndef RPJ_SIGNALS_SANDBOX_H
#define RPJ_SIGNALS_SANDBOX_H

#include <stdbool.h>

// Whether the program has installed one since it began. Any thread.
bool rpj_is_sandboxed(void) __attribute__((visibility("hidden")));

#endif
