// A thread of ours that uses the block of another one, which waits meanwhile: the block then describes the stack of the
// thread that uses it.
#ifndef RPJ_BORROWED_BLOCK_H
#define RPJ_BORROWED_BLOCK_H

#include <pthread.h>
#include <stddef.h>

#include "base/thread_blocks.h"

typedef struct {
    uint64_t low, high;
} rpj_stack_bounds;

// The calling thread's stack; none where the C library cannot tell.
static inline rpj_stack_bounds rpj_own_stack(void) {
    pthread_attr_t attributes;
    void* low = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &low, &size);
        pthread_attr_destroy(&attributes);
    }
    return (rpj_stack_bounds){(uint64_t)low, (uint64_t)low + size};
}

// Returns the block as it was, for rpj_return_block() by the same thread.
static inline native_thread_t rpj_borrow_block(native_thread_t* thread, rpj_stack_bounds stack) {
    native_thread_t before = *thread;
    thread->java_low = thread->stack_low = stack.low;
    thread->java_high = thread->stack_high = stack.high;
    thread->java_sp = thread->program_sp = 0;
    rpj_current = thread;
    return before;
}

static inline void rpj_return_block(native_thread_t* thread, const native_thread_t* before) {
    rpj_current = NULL;
    thread->stack_low = before->stack_low;
    thread->stack_high = before->stack_high;
    thread->java_low = before->java_low;
    thread->java_high = before->java_high;
    thread->java_sp = before->java_sp;
    thread->program_sp = before->program_sp;
}

#endif
