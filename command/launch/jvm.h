// The command's JVM as a process. Of the front.
#ifndef RPJ_JVM_H
#define RPJ_JVM_H

struct rpj_jvm {
    const char* root;       // of the installation
    const char* command;    // rocprofv3 or rocprof
    char* const* arguments; // the command's, NULL-terminated
};

// What a JVM that works for a front is told of it: descriptors that it inherits.
struct rpj_jvm_ends {
    int control; // the socket
    int out;     // the command's output
    int error;   // its error output
};

// Turns this process into the JVM; with `ends` it is one that works for a front, which is its parent. It has the
// limits and the environment that suit it and not those that the program gets. Returns only if that fails; errno
// says why.
void rpj_become_jvm(const struct rpj_jvm* jvm, const struct rpj_jvm_ends* ends);

#endif
