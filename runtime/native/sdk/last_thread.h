// The end of a process whose main thread has ended by itself.
#ifndef RPJ_LAST_THREAD_H
#define RPJ_LAST_THREAD_H

// Ends the process, by exit, when the program's threads have ended: the C library does so for the last thread of a
// process, which is one of ours. Once, when there is a JVM of our own.
void rpj_end_with_program(void);

#endif
