// The threads in this process that do not belong to the program: those of our own JVM, and ours.
#ifndef RPJ_OWN_THREADS_H
#define RPJ_OWN_THREADS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// Whether the calling thread was made by rpj_create_thread.
extern __thread bool rpj_own_thread __attribute__((tls_model("initial-exec"), visibility("hidden")));

// Whether the calling thread has been taken off the C library's count of threads (makers.c).
extern __thread bool rpj_off_count __attribute__((tls_model("initial-exec"), visibility("hidden")));

// pthread_create for a thread of ours, which starts with every signal blocked, may use all processors of the program,
// cannot be cancelled, and is counted. It is not created without memory for its data in libjvm (EAGAIN). Any thread;
// returns an error number, like pthread_create.
int rpj_create_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument);

// pthread_create by the C library's own function, for a thread that is not counted. Any thread.
int rpj_create_plain_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                            void* argument);

// Finds that function, without which the program's would be called. Before the first thread, where the loader may be
// waited for.
void rpj_learn_creation(void);

// The number of these threads in the lower half of the word; the upper half changes whenever one starts or ends. A
// thread that has just been created, or is about to end, may not be counted. Any thread.
uint64_t rpj_own_threads(void);

// Writes the ids of these threads, and returns their number. Any thread.
uint32_t rpj_own_thread_ids(pid_t* to, uint32_t capacity);

// Whether there is one of these threads besides the one with this id, until the kernel has removed it. Any thread.
bool rpj_are_own_threads_besides(pid_t thread);

// What those of them that wait for work call about once a second, NULL for nothing: by it the process ends that has
// none but them (last_thread.h). Set once.
extern void (*rpj_while_waiting)(void) __attribute__((visibility("hidden")));

// Waits until a word is no longer this, for a second at most, and calls that.
void rpj_wait_as_own(uint32_t* word, uint32_t value);

// Notes that the calling thread, one of these, is about to end. Async-signal-safe.
void rpj_own_thread_leaves(void);

// Whether the thread with this id is one of them, until the kernel has removed it and as far as the list had
// room. Async-signal-safe.
bool rpj_is_own_thread(pid_t thread);

#endif
