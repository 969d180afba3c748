// The program's actions for signals that somebody else handles in this process: a JVM, or the recorder.
#ifndef RPJ_PROGRAM_ACTIONS_H
#define RPJ_PROGRAM_ACTIONS_H

#include <signal.h>
#include <stdbool.h>

#include "signals/kernel_action.h"

// Finds the signal library, ours or libjsig, which knows what the program sets from now on. Once.
void rpj_learn_program_actions(void);

// The program's action from before.
rpj_kernel_action* rpj_program_action(int signo);

// The one that it has now, as that library knows it; NULL without a library.
struct sigaction* rpj_program_wish(int signo);

// Does with a signal what the program wants: calls its handler as the kernel would, or lets the default action come.
// `sent`: it was sent to the process, and is no fault. In a handler.
void rpj_signal_to_program(int signo, siginfo_t* info, void* context, bool sent);

#endif
