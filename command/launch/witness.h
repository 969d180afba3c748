// Tells whether a signal that this process got was sent to its whole process group. Internal.
//
// Nothing in a signal says so: the kernel signals the foreground job (Ctrl-C) and the leader of a session alone (its
// terminal is lost), `kill` a process and a group, all in the same words. So a second process of the group, which
// blocks every signal and does nothing else, is asked whether it got the signal, too.
#ifndef RPJ_WITNESS_H
#define RPJ_WITNESS_H

// Starts the witness, in the caller's group, with all signals blocked. Without one (no process can be created), each
// signal counts as sent to this process alone. Thread rule: as for rpj_run; all signals are blocked.
void witness_begin(void);

// Returns 1 if the group got the signal as well, once for each time that it did, else 0. Thread rule: any thread, in a
// handler during which all signals are blocked.
int witness_saw(int number);

// Ends the witness. Thread rule: as for rpj_run, when no handler asks any more.
void witness_end(void);

#endif
