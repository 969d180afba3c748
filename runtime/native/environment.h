// The one way in which our libraries read the environment.
#ifndef RPJ_ENVIRONMENT_H
#define RPJ_ENVIRONMENT_H

#include <stdlib.h>

// A variable's value, or NULL if it is not set. In a program that runs with more privileges than whoever started it
// (set-user-ID, set-group-ID, file capabilities), no variable is set: each of ours names code, files or options, and
// whoever started it must not choose them. Any thread.
static inline const char* rpj_environment(const char* name) { return secure_getenv(name); }

#endif
