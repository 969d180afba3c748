// The threads in this process that are not the program's: those of our own JVM, and ours.
#ifndef RPJ_OWN_THREADS_H
#define RPJ_OWN_THREADS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// Whether the calling thread was made by rpj_create_thread.
extern __thread bool rpj_own_thread __attribute__((tls_model("initial-exec"), visibility("hidden")));

// pthread_create for a thread of ours: it is born with every signal blocked, cannot be cancelled, and is
// counted. It has memory for what libjvm keeps of a thread: else it is not made (EAGAIN). Any thread; an error
// number as pthread_create's.
int rpj_create_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument);

// How many of them there are: in the lower half of the word; the upper half changes whenever one comes or goes. One
// that has just been made, or is about to end, may not be counted. Any thread.
uint64_t rpj_own_threads(void);

// Whether the thread with this number is one of them, until the kernel has it no more and as far as there was room to
// note it. Async-signal-safe.
bool rpj_is_own_thread(pid_t thread);

#endif
