// Functions that run when a signal reaches a value. The runtime's own run at once; the program's are queued for one
// handler thread, in the order in which their conditions became true.
#include "handler.h"

#include <stdlib.h>

#include "base.h"
#include "generation.h"
#include "hsa.h"
#include "signal.h"
#include "state.h"

struct sg_handler {
    sg_handler* next; // in the signal's chain, or in the ready list
    hsa_signal_condition_t condition;
    int64_t compare;
    int64_t value;     // the value that made it ready
    sg_signal* signal; // NULL: hsa_amd_async_function
    hsa_amd_signal_handler user;
    void (*run)(void*); // the runtime's own
    void* arg;
};

pthread_mutex_t sg_handlers_lock = PTHREAD_MUTEX_INITIALIZER;
static sg_handler *ready_head, **ready_tail = &ready_head; // guarded by sg_handlers_lock
static sg_sleepers thread_sleep;
static _Atomic(uint32_t) thread_generation;

static void watch(sg_signal* signal, sg_handler* handler);

static sg_handler* pop_ready(void) {
    pthread_mutex_lock(&sg_handlers_lock);
    sg_handler* handler = ready_head;
    if (handler != NULL) {
        ready_head = handler->next;
        if (ready_head == NULL) ready_tail = &ready_head;
    }
    pthread_mutex_unlock(&sg_handlers_lock);
    return handler;
}

static void* serve(void* unused) {
    (void)unused;
    for (;;) {
        sg_handler* handler = pop_ready();
        if (handler == NULL) {
            uint32_t epoch = sg_sleep_announce(&thread_sleep);
            handler = pop_ready();
            if (handler == NULL) sg_sleep(&thread_sleep, epoch, UINT64_C(3600000000000));
            if (handler == NULL) continue;
        }
        bool again = false;
        if (handler->user != NULL) again = handler->user(handler->value, handler->arg);
        else handler->run(handler->arg);
        if (again && handler->signal != NULL) watch(handler->signal, handler);
        else free(handler);
    }
    return NULL;
}

// Called with the lock held; sg_wake follows after its release, or the thread would wake up and wait for the lock.
// Starts the thread when first needed, in this process.
static void require_thread(void) {
    if (sg_alive(&thread_generation)) return;
    pthread_t thread;
    if (sg_thread_start(&thread, "softgpu-signal", serve, NULL) != 0) return; // the next ready handler tries again
    pthread_detach(thread);
    atomic_store(&thread_generation, atomic_load(&sg_generation));
}

// Called with the lock held.
static void make_ready(sg_handler* handler) {
    handler->next = NULL;
    *ready_tail = handler;
    ready_tail = &handler->next;
}

void sg_handlers_fire(sg_signal* signal) {
    sg_handler* own = NULL;
    bool wake = false;
    pthread_mutex_lock(&sg_handlers_lock);
    for (sg_handler** link = &signal->chain; *link != NULL;) {
        sg_handler* handler = *link;
        handler->value = atomic_load(&signal->value);
        if (!sg_signal_satisfies(handler->value, handler->condition, handler->compare)) {
            link = &handler->next;
            continue;
        }
        *link = handler->next;
        atomic_fetch_sub(&signal->handlers, 1);
        if (handler->user == NULL) {
            handler->next = own;
            own = handler;
        } else {
            make_ready(handler);
            wake = true;
        }
    }
    if (wake) require_thread();
    pthread_mutex_unlock(&sg_handlers_lock);
    if (wake) sg_wake(&thread_sleep);
    while (own != NULL) {
        sg_handler* next = own->next;
        own->run(own->arg);
        free(own);
        own = next;
    }
}

static void watch(sg_signal* signal, sg_handler* handler) {
    pthread_mutex_lock(&sg_handlers_lock);
    handler->next = signal->chain;
    signal->chain = handler;
    atomic_fetch_add(&signal->handlers, 1);
    pthread_mutex_unlock(&sg_handlers_lock);
    sg_handlers_fire(signal); // the condition may already hold
}

static sg_handler* make(sg_signal* signal, hsa_signal_condition_t condition, int64_t compare, void* arg) {
    sg_handler* handler = calloc(1, sizeof *handler);
    if (handler == NULL) return NULL;
    handler->signal = signal;
    handler->condition = condition;
    handler->compare = compare;
    handler->arg = arg;
    return handler;
}

bool sg_signal_then(sg_signal* signal, hsa_signal_condition_t condition, int64_t compare, void (*run)(void*),
                    void* arg) {
    sg_handler* handler = make(signal, condition, compare, arg);
    if (handler == NULL) return false;
    handler->run = run;
    watch(signal, handler);
    return true;
}

hsa_status_t sg_hsa_amd_signal_async_handler(hsa_signal_t signal, hsa_signal_condition_t cond, hsa_signal_value_t value,
                                             hsa_amd_signal_handler handler, void* arg) {
    SG_REQUIRE_INIT();
    sg_signal* found = sg_signal_of(signal);
    if (found == NULL) return sg_signal_invalid(signal);
    if (handler == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    sg_handler* made = make(found, cond, value, arg);
    if (made == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    made->user = handler;
    watch(found, made);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_async_function(void (*callback)(void*), void* arg) {
    SG_REQUIRE_INIT();
    if (callback == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    sg_handler* made = make(NULL, HSA_SIGNAL_CONDITION_EQ, 0, arg);
    if (made == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    made->run = callback;
    pthread_mutex_lock(&sg_handlers_lock);
    make_ready(made);
    require_thread();
    pthread_mutex_unlock(&sg_handlers_lock);
    sg_wake(&thread_sleep);
    return HSA_STATUS_SUCCESS;
}

void sg_handlers_drop(sg_signal* signal) {
    if (atomic_load(&signal->handlers) == 0) return;
    pthread_mutex_lock(&sg_handlers_lock);
    while (signal->chain != NULL) {
        sg_handler* handler = signal->chain;
        signal->chain = handler->next;
        atomic_fetch_sub(&signal->handlers, 1);
        free(handler);
    }
    pthread_mutex_unlock(&sg_handlers_lock);
}

// A handler of the runtime continues a copy, which is the parent's; one of the program belongs to the parent if its
// condition already holds. Left in its chain, it would run when the child uses the signal again.
static bool is_parents(const sg_handler* handler, int64_t value) {
    return handler->user == NULL || sg_signal_satisfies(value, handler->condition, handler->compare);
}

// Leaks the handlers that it drops: the parent runs them.
void sg_handlers_abandon(void) {
    ready_head = NULL;
    ready_tail = &ready_head;
    sg_signal* signals = (sg_signal*)sg_signals.base;
    for (uint32_t i = 0; i < sg_signals.used; i++) {
        for (sg_handler** link = &signals[i].chain; *link != NULL;) {
            if (is_parents(*link, atomic_load(&signals[i].value))) {
                *link = (*link)->next;
                atomic_fetch_sub(&signals[i].handlers, 1);
            } else {
                link = &(*link)->next;
            }
        }
    }
}
