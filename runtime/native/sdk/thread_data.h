// A thread's own data of libjvm.
#ifndef RPJ_THREAD_DATA_H
#define RPJ_THREAD_DATA_H

#include <stdbool.h>

// Learns how large they are. Once, when there is a JVM.
void rpj_know_thread_data(void* libjvm);

// Whether the calling thread can have data of its own in libjvm, which glibc allocates at their first use: where it
// cannot, it ends the process. The same thread's next contact with libjvm takes what was found.
bool rpj_has_room_for_thread_data(void);

#endif
