// starved: for a while the allocator fails for threads that have not allocated before, as at a memory limit: glibc
// ends a process in which a thread's data of a library cannot be allocated. Meanwhile the program's threads make
// calls, and a tool may start its own threads.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

enum { THREADS = 20, CALLS = 10, MAIN_CALLS = 100 };

static atomic_bool starving;
static atomic_int wrong;
static __thread bool known __attribute__((tls_model("initial-exec")));

extern void* __libc_malloc(size_t);

// Replaces the allocator of the C library and of the loader.
void* malloc(size_t size) {
    if (starving && !known) return NULL;
    known = true;
    return __libc_malloc(size);
}

static void* call(void* calls) {
    for (size_t i = 0; i < (size_t)calls; i++) {
        int device = -1;
        if (hipGetDevice(&device) || device) wrong++;
        roctxMarkA("a mark");
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    call((void*)MAIN_CALLS);
    starving = true;
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, call, (void*)CALLS)) return 50;
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    call((void*)MAIN_CALLS);
    starving = false;
    call((void*)MAIN_CALLS);
    printf("%d wrong\n", wrong);
    return 0;
}
