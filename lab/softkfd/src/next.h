// The functions that would be called without this library.
#ifndef SOFTKFD_NEXT_H
#define SOFTKFD_NEXT_H

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

#define SK_NEXT_FUNCTIONS(each) \
    each(open) each(open64) each(openat) each(openat64) each(__open_2) each(__open64_2) each(fopen) each(fopen64) \
        each(opendir) each(access) each(faccessat) each(readlink) each(stat) each(lstat) each(stat64) each(lstat64) \
            each(fstatat) each(fstatat64) each(statx) each(ioctl) each(close) each(close_range) each(closefrom) \
                each(dup) each(dup2) each(dup3) each(fcntl) each(fcntl64) each(drmOpenRender) each(drmPrimeFDToHandle) \
                    each(drmCommandWriteRead) each(amdgpu_device_initialize)

#define SK_NEXT_DECLARE(function) extern _Atomic(void*) sk_next_##function;
SK_NEXT_FUNCTIONS(SK_NEXT_DECLARE)

// Any thread. All are looked up before main, as a signal handler must not do that; earlier callers do it themselves.
// NULL if there is none, for functions that are not libc's.
#define NEXT(function) ((__typeof__(&function))sk_next_found(&sk_next_##function, #function))

static inline void* sk_next_found(_Atomic(void*)* known, const char* name) {
    void* next = atomic_load_explicit(known, memory_order_acquire);
    if (next != NULL) return next;
    next = dlsym(RTLD_NEXT, name);
    atomic_store_explicit(known, next, memory_order_release);
    return next;
}

#endif
