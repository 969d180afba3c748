// Threads of ours that the C library does not count: it calls exit when the last thread that it counts ends, which none
// of ours is.
#ifndef RPJ_UNCOUNTED_THREAD_H
#define RPJ_UNCOUNTED_THREAD_H

#include <stdbool.h>
#include <stdint.h>

// The GNU C library's count of threads, by which it finds the last one, and debuggers the others; NULL in another. May
// wait for the loader.
uint32_t* rpj_threads_of_libc(void);

typedef struct {
    void (*function)(void*);
    void* argument;
    bool taken_off;
} rpj_uncounted;

// Starts a detached thread with a small stack, in which all signals are blocked, that calls a function and ends.
// `thread`: zeros, and kept until then. False if it cannot be started. Any thread that may create threads.
bool rpj_start_uncounted(rpj_uncounted* thread, void (*function)(void*), void* argument);

#endif
