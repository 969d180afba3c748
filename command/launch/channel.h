// Messages between the front of the command and its JVM, over one socket.
//
// The front is the process that a user starts: it starts the program and waits for it. The JVM beside it decides
// what to start, and converts the records to files. A message is a kind, a size and that many bytes.
#ifndef RPJ_CHANNEL_H
#define RPJ_CHANNEL_H

#include <stddef.h>
#include <stdint.h>

enum rpj_message {
    RPJ_MESSAGE_RUN = 1,    // to the front: a program. Two counts and that many strings: its arguments and edits
    RPJ_MESSAGE_RESULT = 2, // to the JVM: the program's end, a struct rpj_result; the run's current directory, a string
    RPJ_MESSAGE_VERDICT = 3, // to the front: the JVM's exit code is the command's
    RPJ_MESSAGE_DIE = 4      // to the front: the signal by which the command ends, an int32_t
};

// The numbers of strings that follow in a RPJ_MESSAGE_RUN.
struct rpj_run_counts {
    uint32_t arguments;
    uint32_t edits;
};

// Sends a message of two parts, either of which may be empty. Returns 0, or -1 if the other side has closed
// the socket.
int rpj_send(int fd, uint32_t kind, const void* first, size_t first_size, const void* second, size_t second_size);

// Receives a message; the caller frees its bytes, which end with an uncounted NUL. Returns its kind, or 0 if the
// other side has closed the socket or memory is exhausted.
uint32_t rpj_receive(int fd, char** bytes, size_t* size);

#endif
