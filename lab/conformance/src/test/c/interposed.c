// interposed: a program with its own pthread_create, which lets it have three threads and names them, and its own mmap,
// open, sigaction and malloc, which go on to the C library. Its threads mark and call HIP. Prints "N threads".
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/mman.h>

#include <rocprofiler-sdk-roctx/roctx.h>

#include "gpu_program.h"

enum { MOST = 3, MARKS = 1000 };

static int threads;

extern void* __libc_malloc(size_t);
void* malloc(size_t size) { return __libc_malloc(size); }

#define NEXT(name) \
    static __typeof__(&name) next; \
    if (!next) *(void**)&next = dlsym(RTLD_NEXT, #name)

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
    NEXT(pthread_create);
    if (++threads > MOST) return EAGAIN;
    return next(thread, attributes, function, argument);
}

void* mmap(void* at, size_t length, int protection, int flags, int file, off_t offset) {
    NEXT(mmap);
    return next(at, length, protection, flags, file, offset);
}

int open(const char* path, int flags, ...) {
    NEXT(open);
    va_list rest;
    va_start(rest, flags);
    int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    return next(path, flags, mode);
}

int sigaction(int signo, const struct sigaction* action, struct sigaction* former) {
    NEXT(sigaction);
    return next(signo, action, former);
}

static void* work(void* unused) {
    for (int i = 0; i < MARKS; i++) roctxMarkA("mark");
    void* memory;
    HIP(hipMalloc(&memory, 64));
    HIP(hipFree(memory));
    return unused;
}

int main(void) {
    pthread_t own[MOST];
    work(NULL);
    for (int i = 0; i < MOST; i++) EXPECT(pthread_create(&own[i], NULL, work, NULL) == 0);
    for (int i = 0; i < MOST; i++) pthread_join(own[i], NULL);
    printf("%d threads\n", threads);
    return 0;
}
