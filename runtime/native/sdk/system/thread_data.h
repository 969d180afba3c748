// A thread's thread-local data of libjvm.
#ifndef RPJ_THREAD_DATA_H
#define RPJ_THREAD_DATA_H

#include <stdbool.h>

// Learns its size. Once, when there is a JVM.
void rpj_know_thread_data(void* libjvm);

// Whether the calling thread can have thread-local data in libjvm, which glibc allocates at first use: without
// memory, it ends the process. The same thread's next contact with libjvm uses the memory found.
bool rpj_has_room_for_thread_data(void);

#endif
