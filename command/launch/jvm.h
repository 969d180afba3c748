// Starts the command's JVM as a process. Used by the front.
#ifndef RPJ_JVM_H
#define RPJ_JVM_H

struct rpj_jvm {
    const char* root;       // of the installation
    const char* command;    // rocprofv3 or rocprof
    char* const* arguments; // the command's, NULL-terminated
};

// The descriptors that a JVM with a front inherits.
struct rpj_jvm_ends {
    int control; // the socket
    int out;     // the command's output
    int error;   // its error output
};

// Turns this process into the JVM; with `ends`, into a JVM whose parent is the front. The JVM gets limits and an
// environment suitable for it instead of the program's. Returns only on failure; errno tells why.
void rpj_become_jvm(const struct rpj_jvm* jvm, const struct rpj_jvm_ends* ends);

#endif
