/// Starts a program the way a shell would, and ends the way it ended.
///
/// The command's JVM must be as good as absent while the program runs: signals sent to the
/// command reach the program, job control works, and the command's own end is the program's.
#ifndef RPJ_LAUNCH_H
#define RPJ_LAUNCH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RPJ_API __attribute__((visibility("default")))

/// How a program ended.
enum rpj_end
{
    RPJ_END_EXITED = 0,     ///< `value` is its exit code
    RPJ_END_SIGNALED = 1,   ///< `value` is the signal that ended it
    RPJ_END_NOT_STARTED = 2 ///< `value` is the errno of the failed start
};

struct rpj_result
{
    int32_t end;    ///< enum rpj_end
    int32_t value;  ///< see enum rpj_end
    int32_t pid;    ///< the program's process, 0 when it did not start
    int32_t dumped; ///< 1 when it left a core file
};

/// Runs `file` (looked up in PATH when it holds no '/') and waits until it ends.
///
/// @param argv       NULL-terminated, handed over byte by byte
/// @param edits      NULL-terminated; "NAME=VALUE" sets a variable for the program, "NAME" removes it;
///                   everything else of the command's environment is passed on unchanged
/// @param private_fd path prefix: open files below it are not inherited by the program (NULL: none)
/// @return 0 with `result` filled; ENOMEM if there is no memory (nothing was started)
///
/// Thread rule: one call at a time in a process (signal dispositions are per process); any thread.
RPJ_API int
rpj_launch(const char* file,
           char* const* argv,
           const char* const* edits,
           const char* private_fd,
           struct rpj_result* result);

/// Ends this process by `signal_number`, without a core file of its own, so that whoever waits for
/// the command sees what happened to the program. Does not return: a signal that cannot end a
/// process turns into exit code 128 + signal_number. Thread rule: any thread.
RPJ_API void
rpj_die_by(int32_t signal_number);

#ifdef __cplusplus
}
#endif
#endif
