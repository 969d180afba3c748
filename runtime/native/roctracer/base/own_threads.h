// Threads of this library, which the program does not count.
#ifndef RT_OWN_THREADS_H
#define RT_OWN_THREADS_H

#include <pthread.h>

// pthread_create, by the C library's own function. Any thread; returns an error number, like pthread_create.
int rt_create_thread(pthread_t* thread, void* (*function)(void*), void* argument);

#endif
