// Starts a program as a shell would, and ends as it ended.
//
// While the program runs, the command's JVM must not be noticeable: signals sent to the command reach the program,
// job control works, and the command ends as the program does. So the JVM is a child of the command's front
// (front.c), beside the program, which is unaware of it.
#ifndef RPJ_LAUNCH_H
#define RPJ_LAUNCH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RPJ_API __attribute__((visibility("default")))

// How a program ended.
enum rpj_end {
    RPJ_END_EXITED = 0,     // `value` is its exit code
    RPJ_END_SIGNALED = 1,   // `value` is the signal that ended it
    RPJ_END_NOT_STARTED = 2 // `value` is the errno of the failed start
};

struct rpj_result {
    int32_t end;    // enum rpj_end
    int32_t value;  // see enum rpj_end
    int32_t pid;    // the program's process id, 0 if it did not start
    int32_t dumped; // 1 if it left a core file
};

// Runs `file` (looked up in PATH when it holds no '/') and waits until it ends.
//
// @param argv       NULL-terminated, handed over byte by byte
// @param edits      NULL-terminated; "NAME=VALUE" sets a variable for the program, "NAME" removes it;
//                   everything else of the command's environment is passed on unchanged
// @return 0 with `result` filled; ENOMEM without memory, ECONNRESET if the front is gone (nothing was started)
//
// If there is a front, the front starts the program, with the front's environment instead of this process's. Thread
// rule: one call at a time in a process (signal dispositions are per process); any thread.
RPJ_API int rpj_launch(const char* file, char* const* argv, const char* const* edits, struct rpj_result* result);

// Gets the current path of the directory that ROCPROFILER_COLLECTOR_DIR named in the edits of the last
// launch; empty if it was removed. Returns 1, or 0 if unknown. `path` has room for PATH_MAX bytes. Thread
// rule: as rpj_launch.
RPJ_API int rpj_place(char* path);

// Returns 1 if the dynamic linker finds and loads this library, else 0. Closes it again. Thread rule: any thread.
RPJ_API int rpj_loads(const char* library);

// Attaches this process to the command's front, and gives it the command's output.
//
// @param ends the socket to the front; the new descriptor 1 and the new descriptor 2: both are closed
// @return 0
//
// Before this call, descriptors 1 and 2 belong to the front, which reads why a JVM does not start. Cannot fail.
// Thread rule: once, before the other functions.
RPJ_API int rpj_join_front(const int32_t ends[3]);

// Makes the exit code of this process the command's. Otherwise the front treats the end of the JVM as a failure.
// Has no effect without a front. Ignores its argument. Returns 0. Thread rule: any thread.
RPJ_API int rpj_verdict(const void* unused);

// Ends this process by `*signal_number`, without a core file, so that the parent of the command sees how the
// program ended. Does not return: a signal that cannot end a process turns into exit code 128 + signal_number. If
// there is a front, this process only exits. Thread rule: any thread.
RPJ_API int rpj_die_by(const int32_t* signal_number);

#ifdef __cplusplus
}
#endif
#endif
