#include "stacks/spare_stack.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

char* rpj_map_stack(uint64_t bytes) {
    char* low =
        mmap(NULL, RPJ_GUARD_BYTES + bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (low == MAP_FAILED) return NULL;
    if (mprotect(low + RPJ_GUARD_BYTES, bytes, PROT_READ | PROT_WRITE) == 0) return low;
    munmap(low, RPJ_GUARD_BYTES + bytes);
    return NULL;
}

uint64_t rpj_on_spare_stack(rpj_upcall function, uint64_t a, uint64_t b) {
    uint64_t left;
    char* low = rpj_map_stack(RPJ_SMALL_STACK_BYTES);
    if (low == NULL) return function(a, b);
    uint64_t result = rpj_switch_to(a, b, function, (uint64_t)low + RPJ_GUARD_BYTES + RPJ_SMALL_STACK_BYTES, &left);
    munmap(low, RPJ_GUARD_BYTES + RPJ_SMALL_STACK_BYTES);
    return result;
}

// --- the program's stack -------------------------------------------------------------------------------------------

// A main stack without a limit extends down to the last mapping, and memory is mapped upwards from there.
#define MOST_STACK_BYTES (1ull << 36)

// Both 0 when unknown.
static uint64_t read_bounds(uint64_t block, uint64_t unused) {
    native_thread_t* thread = (native_thread_t*)block;
    pthread_attr_t attributes;
    void* low = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &low, &size);
        pthread_attr_destroy(&attributes);
    }
    thread->stack_high = (uint64_t)low + size;
    thread->stack_low = thread->stack_high - (size < MOST_STACK_BYTES ? size : MOST_STACK_BYTES);
    return unused;
}

// The C library allocates memory for this, and uses some pages of stack to read the main thread's bounds.
void rpj_measure_stack(native_thread_t* thread) {
    if (thread->tid == (uint64_t)getpid()) rpj_on_spare_stack(read_bounds, (uint64_t)thread, 0);
    else read_bounds((uint64_t)thread, 0);
}
