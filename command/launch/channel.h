// What the front of the command and its JVM say to each other, over one socket.
//
// The front is the process that a user starts: it starts the program and waits for it. The JVM beside it knows what to
// start, and makes files of what was recorded. A message is a kind, a size and so many bytes.
#ifndef RPJ_CHANNEL_H
#define RPJ_CHANNEL_H

#include <stddef.h>
#include <stdint.h>

enum rpj_message {
    RPJ_MESSAGE_RUN = 1,    // to the front: a program. Two numbers and as many strings: its arguments and edits
    RPJ_MESSAGE_RESULT = 2, // to the JVM: how it ended, a struct rpj_result; where the run's directory is now, a string
    RPJ_MESSAGE_VERDICT = 3, // to the front: the JVM's exit code is the command's
    RPJ_MESSAGE_DIE = 4      // to the front: the command ends by a signal, an int32_t
};

// How many strings follow in a RPJ_MESSAGE_RUN.
struct rpj_run_counts {
    uint32_t arguments;
    uint32_t edits;
};

// Sends a message made of two parts, either of which may be empty. Returns 0, or -1 when nobody listens any more.
int rpj_send(int fd, uint32_t kind, const void* first, size_t first_size, const void* second, size_t second_size);

// Receives a message; its bytes are the caller's to free, and end with a NUL that does not count. Returns its kind, or
// 0 when the other side has closed, or there is no memory.
uint32_t rpj_receive(int fd, char** bytes, size_t* size);

#endif
