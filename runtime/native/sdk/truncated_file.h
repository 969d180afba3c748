// Faults in a mapped file that somebody has cut, in their handler (truncated_file.c).
#ifndef RPJ_TRUNCATED_FILE_H
#define RPJ_TRUNCATED_FILE_H

#include <signal.h>
#include <stdbool.h>

// Whether a fault was in a mapped file of ours that somebody has cut, and has been mended: the thread can go on.
// Any thread.
bool rpj_mend_truncated(int signo, const siginfo_t* info);

#endif
