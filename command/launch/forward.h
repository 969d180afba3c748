// Passes the command's signals on to the program. Internal.
#ifndef RPJ_FORWARD_H
#define RPJ_FORWARD_H

#include <signal.h>
#include <sys/types.h>

// Installs the handlers and unblocks their signals. From then on, signals wait until forward_to() sets the receiver;
// after that, those that the receiver has not got with its group are passed on. Those that the command ignores from
// its start (nohup) as well: the program may handle them. Thread rule: one user at a time.
void forward_begin(void);

// Sets the process that gets the signals, including those received before. Cannot fail.
void forward_to(pid_t pid);

// Stops forwarding: after this returns, no signal is sent to the program, so its process id may be released. Spins
// only while a handler is between two system calls.
void forward_stop(void);

// Restores the former dispositions and tells the former mask, for a child that is about to become the program.
void forward_restore(sigset_t* mask);

// Restores the former dispositions and the mask after discarding signals meant for the program. Cannot fail.
void forward_end(void);

// Returns 1 once for every request to stop the command (Ctrl-Z or `kill -TSTP`), else 0.
int forward_take_stop(void);

#endif
