// Calls into the engine where Java cannot be entered.
#ifndef RPJ_HELPER_THREAD_H
#define RPJ_HELPER_THREAD_H

#include "stacks/switch.h"

// Calls function(a, b) on behalf of a thread that cannot enter Java where it is: on a new thread, which uses its
// block and has room for Java. `fallback` if no thread can be created.
uint64_t rpj_on_helper_thread(native_thread_t* thread, rpj_upcall function, uint64_t a, uint64_t b, uint64_t fallback);

#endif
