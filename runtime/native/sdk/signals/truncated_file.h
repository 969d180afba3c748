// Faults in a truncated mapped file, in their handler (truncated_file.c).
#ifndef RPJ_TRUNCATED_FILE_H
#define RPJ_TRUNCATED_FILE_H

#include <signal.h>
#include <stdbool.h>

// Whether a fault was in a truncated mapped file of ours, and has been mended, so that the thread can continue.
// Any thread.
bool rpj_mend_truncated(int signo, const siginfo_t* info);

#endif
