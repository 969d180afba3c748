// See errands.h. Both sides wait by futex alone.
#include "stacks/errands.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "stacks/borrowed_block.h"
#include "system/cancel_word.h"

enum { STACK_BYTES = 1 << 20 };

typedef struct {
    native_thread_t* thread;
    rpj_upcall function;
    uint64_t a, b, result;
    uint32_t done;
} errand;

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static errand* sent;
static uint32_t count; // of errands sent
static bool prepared;
static __thread bool waits __attribute__((tls_model("initial-exec")));
static rpj_stack_bounds own_stack; // of the thread that does them

static void wait_at(uint32_t* word, uint32_t value) {
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void wake(uint32_t* word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); }

static uint64_t run(native_thread_t* thread, rpj_upcall function, uint64_t a, uint64_t b) {
    native_thread_t before = rpj_borrow_block(thread, own_stack);
    uint64_t result = function(a, b);
    rpj_return_block(thread, &before);
    return result;
}

static void* serve(void* unused) {
    (void)unused;
    own_stack = rpj_own_stack();
    for (uint32_t seen = 0;; seen++) {
        while (__atomic_load_n(&count, __ATOMIC_ACQUIRE) == seen) rpj_wait_as_own(&count, seen);
        errand* e = sent;
        e->result = run(e->thread, e->function, e->a, e->b);
        __atomic_store_n(&e->done, 1, __ATOMIC_RELEASE);
        wake(&e->done); // by its address alone: the sender may have gone on
    }
    return NULL;
}

bool rpj_prepare_errands(void) {
    static pthread_mutex_t preparing = PTHREAD_MUTEX_INITIALIZER;
    pthread_t server;
    pthread_attr_t attributes;
    pthread_mutex_lock(&preparing);
    if (!prepared && pthread_attr_init(&attributes) == 0) {
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
        pthread_attr_setstacksize(&attributes, STACK_BYTES);
        prepared = rpj_create_thread(&server, &attributes, serve, NULL) == 0;
        pthread_attr_destroy(&attributes);
    }
    pthread_mutex_unlock(&preparing);
    return prepared;
}

bool rpj_may_send_errands(void) { return prepared && !waits && !rpj_strict && !(rpj_quiet_now() & RPJ_ALONE); }

uint64_t rpj_send_errand(native_thread_t* thread, rpj_upcall function, uint64_t a, uint64_t b, uint64_t fallback) {
    if (thread == NULL || !rpj_may_send_errands()) return fallback;
    errand e = {.thread = thread, .function = function, .a = a, .b = b};
    rpj_cancellation cancel = rpj_cancel_off_quickly(); // the other thread writes to this stack
    waits = true;
    pthread_mutex_lock(&one_at_a_time);
    sent = &e;
    __atomic_fetch_add(&count, 1, __ATOMIC_RELEASE);
    wake(&count);
    while (!__atomic_load_n(&e.done, __ATOMIC_ACQUIRE)) wait_at(&e.done, 0);
    pthread_mutex_unlock(&one_at_a_time);
    waits = false;
    rpj_cancel_again_quickly(cancel);
    return e.result;
}
