// The end of a process whose main thread has ended by itself.
#ifndef RPJ_LAST_THREAD_H
#define RPJ_LAST_THREAD_H

// Ends the process by exit when the program's threads have ended, as the C library does for the last thread of a
// process, which here is one of ours. Once, when there is our own JVM.
void rpj_end_with_program(void);

// The same by our threads that wait for work, where there is no JVM: none is added for it. Once.
void rpj_end_by_own_threads(void);

#endif
