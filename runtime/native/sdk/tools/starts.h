// Starts of the engine and of tools, which forks in other threads wait for, and which wait for these
// (fork_gate.h beside the libraries).
#ifndef RPJ_STARTS_H
#define RPJ_STARTS_H

// Bracket a start; one may have others in it. Any thread.
void rpj_start_begins(void);
void rpj_start_ends(void);

// From now on forks wait for starts before handlers run that libraries have registered which were opened meanwhile:
// these may hold what the start needs. In a start, by one thread at a time.
void rpj_forks_wait_first(void);

#endif
