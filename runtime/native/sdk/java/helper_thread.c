// Calls into the engine where Java cannot be entered: on a small stack in a program with its own JVM, or while the
// stack for Java is in use. Another thread makes the call while the caller waits. That is rare, so each call gets a
// new thread.
#include "java/helper_thread.h"

#include <pthread.h>

#include "java/java_side.h"
#include "signals/signal_handlers.h"
#include "stacks/borrowed_block.h"
#include "system/own_threads.h"
#include "system/quiet.h"

enum { STACK_BYTES = 1 << 20 };

typedef struct {
    native_thread_t* thread;
    rpj_upcall function;
    uint64_t a, b, result;
} errand;

static void* run(void* argument) {
    errand* e = argument;
    native_thread_t* thread = e->thread;
    native_thread_t before = rpj_borrow_block(thread, rpj_own_stack());
    if (rpj_has_room_for_contact()) e->result = e->function(e->a, e->b);
    rpj_side_forget(thread);
    rpj_return_block(thread, &before);
    return NULL;
}

static bool start(pthread_t* runner, errand* e) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    bool started = rpj_create_thread(runner, &attributes, run, e) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

// A thread in the JVM, or whose handler has interrupted the allocator, may hold a lock that the helper needs.
uint64_t rpj_on_helper_thread(native_thread_t* thread, rpj_upcall function, uint64_t a, uint64_t b, uint64_t fallback) {
    errand e = {thread, function, a, b, fallback};
    pthread_t runner;
    if (rpj_is_quiet() || rpj_side_is_in_jvm() || rpj_in_allocators_handler() || rpj_cancel_interrupted())
        return fallback;
    rpj_cancellation cancel = rpj_cancel_off(); // the helper writes to this stack
    if (start(&runner, &e)) pthread_join(runner, NULL);
    rpj_cancel_again(cancel);
    return e.result;
}
