// The trace data of open calls. Clients get the same address at a call's begin and at its end.
//
// Each thread reuses its trace data. A call left by an exception or longjmp never ends: it is recognised by its
// position on the stack when the next call begins at or above it. That may be wrong where a thread has several
// stacks, so such a call is set aside for a while, and may still end.
#include "trace/call_data.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/threads.h"
#include "trace/trace.h"

enum {
    SET_ASIDE = 64,    // number of a thread's apparently left calls that may still end
    OPEN_LIMIT = 4096, // deeper than any call nests
};

struct call {
    struct call* next; // in the list of open ones, or of unused ones
    struct thread_calls* owner;
    _Atomic(const void*) frame; // NULL: not open
    enum rt_call_kind kind;
    bool aside;
    bool loose; // belongs to an ended thread, for one call
    _Alignas(16) char td[];
};

struct thread_calls {
    volatile bool busy; // keeps a signal handler on the same thread out
    uint32_t open_count;
    struct call* open;
    struct call* spare[RT_CALL_KINDS];
    struct call* aside[SET_ASIDE];
    uint32_t next_aside;
};

static const size_t td_bytes[RT_CALL_KINDS] = {[RT_HSA_CALL] = RT_HSA_TD_BYTES, [RT_HIP_CALL] = RT_HIP_TD_BYTES};

// Placeholder for the calls of a thread that is ending.
static struct thread_calls ended;
static _Thread_local struct thread_calls* current __attribute__((tls_model("initial-exec")));

static pthread_key_t key;
static pthread_once_t key_made = PTHREAD_ONCE_INIT;
static bool has_key;

// Trace data left by ended threads. Never freed: a call may end on another thread than it began on.
static pthread_mutex_t inheritance = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct call*) inherited[RT_CALL_KINDS];

static void inherit(struct call* call) {
    atomic_store_explicit(&call->frame, NULL, memory_order_relaxed);
    call->owner = &ended;
    call->next = atomic_load(&inherited[call->kind]);
    atomic_store(&inherited[call->kind], call);
}

static void inherit_all(struct call* call) {
    while (call != NULL) {
        struct call* next = call->next;
        inherit(call);
        call = next;
    }
}

static void thread_ends(void* data) {
    struct thread_calls* mine = data;
    current = &ended;
    pthread_mutex_lock(&inheritance);
    inherit_all(mine->open);
    for (int kind = 0; kind < RT_CALL_KINDS; kind++) inherit_all(mine->spare[kind]);
    for (int i = 0; i < SET_ASIDE; i++)
        if (mine->aside[i] != NULL) inherit(mine->aside[i]);
    pthread_mutex_unlock(&inheritance);
    free(mine);
}

static void make_key(void) { has_key = pthread_key_create(&key, thread_ends) == 0; }

static struct thread_calls* of_thread(void) {
    if (current != NULL) return current;
    pthread_once(&key_made, make_key);
    struct thread_calls* mine = calloc(1, sizeof *mine);
    if (mine == NULL) return &ended;
    if (has_key) pthread_setspecific(key, mine);
    return current = mine;
}

static struct call* take_inherited(enum rt_call_kind kind) {
    if (atomic_load(&inherited[kind]) == NULL || pthread_mutex_trylock(&inheritance) != 0) return NULL;
    struct call* call = atomic_load(&inherited[kind]);
    if (call != NULL) atomic_store(&inherited[kind], call->next);
    pthread_mutex_unlock(&inheritance);
    return call;
}

static struct call* new_call(struct thread_calls* mine, enum rt_call_kind kind) {
    struct call* call = mine->spare[kind];
    if (call != NULL) {
        mine->spare[kind] = call->next;
        return call;
    }
    call = take_inherited(kind);
    if (call == NULL) call = malloc(sizeof *call + td_bytes[kind]);
    if (call != NULL) *call = (struct call){.kind = kind};
    return call;
}

static void spare(struct thread_calls* mine, struct call* call) {
    atomic_store_explicit(&call->frame, NULL, memory_order_relaxed);
    call->next = mine->spare[call->kind];
    mine->spare[call->kind] = call;
}

static void set_aside(struct thread_calls* mine, struct call* call) {
    struct call** place = &mine->aside[mine->next_aside++ % SET_ASIDE];
    rt_pop(call->td);
    if (*place != NULL) spare(mine, *place);
    *place = call;
    call->aside = true;
}

// The stack grows downwards: calls open at or below the new one have been left.
static void close_left(struct thread_calls* mine, const void* frame) {
    while (mine->open != NULL && atomic_load_explicit(&mine->open->frame, memory_order_relaxed) <= frame) {
        struct call* left = mine->open;
        mine->open = left->next;
        mine->open_count--;
        set_aside(mine, left);
    }
}

// A destructor that runs after ours calls a runtime.
static void* begins_on_ended(enum rt_call_kind kind, const void* frame) {
    struct call* call = malloc(sizeof *call + td_bytes[kind]);
    if (call == NULL) return NULL;
    *call = (struct call){.owner = &ended, .frame = frame, .kind = kind, .loose = true};
    return call->td;
}

void* rt_call_begins(enum rt_call_kind kind, const void* frame) {
    struct thread_calls* mine = of_thread();
    if (mine == &ended) return begins_on_ended(kind, frame);
    if (mine->busy) return NULL;
    mine->busy = true;
    atomic_signal_fence(memory_order_seq_cst);
    close_left(mine, frame);
    struct call* call = mine->open_count < OPEN_LIMIT ? new_call(mine, kind) : NULL;
    if (call != NULL) {
        call->owner = mine;
        call->aside = false;
        call->next = mine->open;
        atomic_store_explicit(&call->frame, frame, memory_order_relaxed);
        mine->open = call;
        mine->open_count++;
    }
    atomic_signal_fence(memory_order_seq_cst);
    mine->busy = false;
    return call != NULL ? call->td : NULL;
}

static struct call* call_of(void* td) { return (struct call*)((char*)td - offsetof(struct call, td)); }

void* rt_call_ends(void* td, const void* frame) {
    const struct call* call = call_of(td);
    return atomic_load_explicit(&call->frame, memory_order_relaxed) == frame ? td : NULL;
}

static void forget(struct thread_calls* mine, const struct call* call) {
    for (struct call** link = &mine->open; *link != NULL; link = &(*link)->next) {
        if (*link != call) continue;
        *link = call->next;
        mine->open_count--;
        return;
    }
}

static void forget_aside(struct thread_calls* mine, const struct call* call) {
    for (int i = 0; i < SET_ASIDE; i++)
        if (mine->aside[i] == call) mine->aside[i] = NULL;
}

void rt_call_is_over(void* td) {
    struct call* call = call_of(td);
    struct thread_calls* mine = of_thread();
    if (call->loose) {
        free(call);
        return;
    }
    if (call->owner != mine || mine == &ended || mine->busy) { // its owner later finds it as a call that was left
        atomic_store_explicit(&call->frame, NULL, memory_order_relaxed);
        return;
    }
    mine->busy = true;
    atomic_signal_fence(memory_order_seq_cst);
    if (call->aside) forget_aside(mine, call);
    else forget(mine, call);
    spare(mine, call);
    atomic_signal_fence(memory_order_seq_cst);
    mine->busy = false;
}
