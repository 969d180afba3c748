// Sent fault signals, in the handler that received them (stray_signals.c).
#ifndef RPJ_STRAY_SIGNALS_H
#define RPJ_STRAY_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

// Forwards a signal that reached a thread of ours to one of the program's. False on any other thread.
bool rpj_pass_on_stray(int signo, const siginfo_t* info);

// The first: the calling thread blocks these (the kernel's mask; only faults count), and unblocks them now for the
// JVM. Until the third call, the second keeps one signal of each number; false for any other. The third: they are
// blocked again.
void rpj_hold_sent(uint64_t blocked);
bool rpj_keep_sent(int signo, const siginfo_t* info);
void rpj_give_sent(uint64_t blocked);

#endif
