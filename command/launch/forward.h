// Passes the command's signals on to the program. Internal.
#ifndef RPJ_FORWARD_H
#define RPJ_FORWARD_H

#include <signal.h>
#include <sys/types.h>

// Installs the handlers. From now on a forwarded signal waits until forward_to() names the receiver.
// Signals that the command was told to ignore (nohup) stay ignored. Thread rule: one user at a time.
void forward_begin(void);

// Names the program that gets the signals, the ones that already came included. Cannot fail.
void forward_to(pid_t pid);

// No signal is sent to the program after this returns: its process id may be released.
// Spins only for as long as a handler is between two system calls.
void forward_stop(void);

// Puts the former dispositions back, in a child that is about to become the program. Cannot fail.
void forward_restore(void);

// Puts the former dispositions back, after what came for the program is taken. Cannot fail.
void forward_end(void);

// 1 once for every stop (Ctrl-Z or `kill -TSTP`) that the command was asked for, else 0.
int forward_take_stop(void);

#endif
