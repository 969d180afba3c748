// Our threads before a sandbox that would end the process for what they call.
#ifndef RPJ_STANDSTILL_H
#define RPJ_STANDSTILL_H

// Lets threads of the program leave Java, and ends all of ours but the calling one: none makes a system call
// afterwards, and the process ends when the program's threads have. Within bounds: one that holds a lock of the C
// library's, or of ours, goes on until it does not. Any thread that is not quiet; the engine has ended.
void rpj_stand_still(void);

#endif
