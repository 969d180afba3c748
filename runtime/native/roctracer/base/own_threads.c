// See own_threads.h.
#include "base/own_threads.h"

#include "../../thread_creation.h"

static rpj_thread_creation* creation = pthread_create;

// When the library is loaded: an event must not wait for the loader.
__attribute__((constructor)) static void learn(void) { creation = rpj_creation_of_threads(); }

int rt_create_thread(pthread_t* thread, void* (*function)(void*), void* argument) {
    return creation(thread, NULL, function, argument);
}
