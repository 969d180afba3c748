// See uncounted_thread.h.
#include "system/uncounted_thread.h"

#include <dlfcn.h>
#include <pthread.h>

#include "../../pause.h"
#include "system/own_threads.h"

enum { STACK_BYTES = 64 << 10 };

uint32_t* rpj_threads_of_libc(void) { return dlsym(RTLD_DEFAULT, "__nptl_nthreads"); }

static void count(int32_t more) {
    uint32_t* threads = rpj_threads_of_libc();
    if (threads != NULL) __atomic_fetch_add(threads, (uint32_t)more, __ATOMIC_SEQ_CST);
}

// It is taken off by the thread that starts it, and is back on the count when it ends.
static void* run(void* argument) {
    rpj_uncounted* own = argument;
    rpj_off_count = true;
    own->function(own->argument);
    while (!__atomic_load_n(&own->taken_off, __ATOMIC_ACQUIRE)) rpj_pause(0);
    count(1);
    return NULL;
}

bool rpj_start_uncounted(rpj_uncounted* thread, void (*function)(void*), void* argument) {
    pthread_attr_t attributes;
    pthread_t started;
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    thread->function = function;
    thread->argument = argument;
    bool begun = rpj_create_thread(&started, &attributes, run, thread) == 0;
    pthread_attr_destroy(&attributes);
    if (begun) count(-1);
    __atomic_store_n(&thread->taken_off, true, __ATOMIC_RELEASE);
    return begun;
}
