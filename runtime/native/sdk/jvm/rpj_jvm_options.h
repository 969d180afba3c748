// The options of our own JVM, in one place: the start-up cache is made with the same class path and flags (dist).
#ifndef RPJ_JVM_OPTIONS_H
#define RPJ_JVM_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum { RPJ_CLASS_PATH_MAX = 3 * 4096, RPJ_MAX_OPTIONS = 48 };

// The signal by which the JVM suspends its own threads: a real-time signal that programs rarely use.
#define RPJ_JVM_SUSPEND_SIGNAL "62"

// More options for our own JVM, separated by blanks: for debugging the profiler itself.
#define RPJ_JAVA_OPTIONS "ROCPROFILER_JAVA_OPTIONS"

// Writes the engine's class path: the jars in <library_dir>/java.
void rpj_class_path(char* out, size_t size, const char* library_dir);

// Writes the options into `texts`, which has RPJ_MAX_OPTIONS entries, and returns their number; further options are
// omitted. `own`: the runtime is the one we ship, with its cache; `tight`: the process has few resources.
int rpj_jvm_options(char texts[][RPJ_CLASS_PATH_MAX + 64], const char* home, const char* class_path, bool own,
                    bool tight);

#endif
