// Passes the command's signals on to the program. Internal.
#ifndef RPJ_FORWARD_H
#define RPJ_FORWARD_H

#include <signal.h>
#include <sys/types.h>

// Installs the handlers. From then on, forwarded signals wait until forward_to() sets the receiver. Signals that
// the command ignores from its start (nohup) stay ignored. Thread rule: one user at a time.
void forward_begin(void);

// Sets the process that gets the signals, including those received before. Cannot fail.
void forward_to(pid_t pid);

// Stops forwarding: after this returns, no signal is sent to the program, so its process id may be released. Spins
// only while a handler is between two system calls.
void forward_stop(void);

// Restores the former dispositions, in a child that is about to become the program. Cannot fail.
void forward_restore(void);

// Restores the former dispositions after discarding signals meant for the program. Cannot fail.
void forward_end(void);

// Returns 1 once for every request to stop the command (Ctrl-Z or `kill -TSTP`), else 0.
int forward_take_stop(void);

#endif
