// Reading the environment, the same way in all our libraries.
#ifndef RPJ_ENVIRONMENT_H
#define RPJ_ENVIRONMENT_H

#include <stdlib.h>

// A variable's value, or NULL if it is not set. All variables count as not set in a program with more privileges
// than its parent (set-user-ID, set-group-ID, file capabilities): each of ours names code, files or options, which
// the parent must not choose. Any thread.
static inline const char* rpj_environment(const char* name) { return secure_getenv(name); }

#endif
