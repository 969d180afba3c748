// Threads of ours, which the program does not count.
#ifndef RPJ_THREAD_CREATION_H
#define RPJ_THREAD_CREATION_H

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef int rpj_thread_creation(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

// A sanitizer must know each thread: what runs there calls functions that it has replaced.
static inline bool rpj_has_sanitizer(void) {
    static const char* const init[] = {"__asan_init", "__tsan_init", "__msan_init", "__hwasan_init", "__lsan_init"};
    for (size_t i = 0; i < sizeof init / sizeof *init; i++)
        if (dlsym(RTLD_DEFAULT, init[i]) != NULL) return true;
    return false;
}

// Finds the C library's own pthread_create. A program may have one before it, which counts, names or limits its
// threads, or keeps data for each of them. For a thread that may wait for the loader; never fails.
static inline rpj_thread_creation* rpj_creation_of_threads(void) {
    rpj_thread_creation* found = NULL;
    static const char* const libraries[] = {"libc.so.6", "libpthread.so.0"}; // the second before glibc 2.34
    for (size_t i = 0; found == NULL && i < sizeof libraries / sizeof *libraries && !rpj_has_sanitizer(); i++) {
        void* library = dlopen(libraries[i], RTLD_NOLOAD | RTLD_LAZY);
        if (library == NULL) continue;
        found = (rpj_thread_creation*)dlsym(library, "pthread_create");
        dlclose(library);
    }
    return found != NULL ? found : pthread_create;
}

#endif
