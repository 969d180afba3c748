// Faults that were sent, in the handler that got them (stray_signals.c).
#ifndef RPJ_STRAY_SIGNALS_H
#define RPJ_STRAY_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

// Hands a signal that reached a thread of ours to one of the program's. False on any other.
bool rpj_pass_on_stray(int signo, const siginfo_t* info);

// The calling thread blocks these (of the kernel's kind; only faults count), and unblocks them now for the JVM's sake:
// until they are given, of each number that comes one is kept by the second; false for any other. The third: they are
// blocked again.
void rpj_hold_sent(uint64_t blocked);
bool rpj_keep_sent(int signo, const siginfo_t* info);
void rpj_give_sent(uint64_t blocked);

#endif
