// The function that would be called without this library.
#ifndef SOFTKFD_NEXT_H
#define SOFTKFD_NEXT_H

#include <dlfcn.h>
#include <stdatomic.h>

// Any thread; the first call of each looks the function up. NULL if there is none, for functions that are not libc's.
#define NEXT(function) \
    ({ \
        static _Atomic(void*) known_; \
        void* next_ = atomic_load_explicit(&known_, memory_order_acquire); \
        if (next_ == NULL) { \
            next_ = dlsym(RTLD_NEXT, #function); \
            atomic_store_explicit(&known_, next_, memory_order_release); \
        } \
        (__typeof__(&function))next_; \
    })

#endif
