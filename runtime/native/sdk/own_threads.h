// The threads in this process that are not the program's: those of our own JVM, and ours. Not installed.
#ifndef RPJ_OWN_THREADS_H
#define RPJ_OWN_THREADS_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

// Whether the calling thread was made by rpj_create_thread.
extern __thread bool rpj_own_thread __attribute__((tls_model("initial-exec"), visibility("hidden")));

// pthread_create for a thread of ours: it is born with every signal blocked, cannot be cancelled, and is counted. It
// has memory for what libjvm keeps of a thread: else it is not made (EAGAIN). Any thread; an error number as pthread_create's.
int rpj_create_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument);

// How many of them there are: in the lower half of the word; the upper half changes whenever one comes or goes. One that has just been
// made, or is about to end, may not be counted. Any thread.
uint64_t rpj_own_threads(void);

// The calling thread is one of them from now on, or no longer. Async-signal-safe.
void rpj_note_own_thread(bool comes);

// Hands a signal that was sent, and reached a thread of ours, to one of the program's. False on any other. In its handler.
bool rpj_pass_on_stray(int signo, const siginfo_t* info);

// The calling thread blocks these (of the kernel's kind; only faults count), and unblocks them now for the JVM's sake: until they are given,
// of each number that comes one is kept by the second, in its handler; false for any other. The third: they are blocked again.
void rpj_hold_sent(uint64_t blocked);
bool rpj_keep_sent(int signo, const siginfo_t* info);
void rpj_give_sent(uint64_t blocked);

// Has libjvm make its threads by rpj_create_thread, and leave the masks and the signals of the program alone. Before the
// JVM is created; where that cannot be, the JVM is as it was. `suspend_signal`: the one by which it would interrupt threads.
void rpj_tame_jvm(void* libjvm, int suspend_signal);

// Ends the process, by exit, when the program's threads have ended: the C library does so for the last thread of a process,
// which is one of ours. Once, when there is a JVM of our own.
void rpj_end_with_program(void);

#endif
