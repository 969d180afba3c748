// Per-thread data: open calls, external ids, the last error.
//
// A thread's block is created at first use and freed when the thread ends. Later calls, from destructors of other
// libraries, find none and do nothing.
#include "base/threads.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../ids.h"

struct list {
    uint32_t count, capacity;
};

struct thread {
    native_ids_t ids;
    struct thread *before, *after; // in the list of all
    uint32_t tid;
    const char *stack_low, *stack_high;
    struct list calls, externals;
    struct rt_open_call* call;
    uint64_t* external;
    char* error;
};

_Thread_local uint32_t rt_own_calls;

// Placeholder for the block of a thread that has ended.
static struct thread ended;

static _Thread_local struct thread* current __attribute__((tls_model("initial-exec")));

static pthread_key_t key;
static pthread_once_t key_made = PTHREAD_ONCE_INIT;
static bool has_key;
static _Atomic uint32_t process_id;

static pthread_mutex_t listing = PTHREAD_MUTEX_INITIALIZER;
static struct thread* all;

static void collect(uint64_t idle);

// Nothing else is in its cache lines.
static native_id_source_t source __attribute__((aligned(128))) = {.collect = (void*)collect};

// A thread that finds another one at this leaves it.
static void collect(uint64_t idle) {
    if (pthread_mutex_trylock(&listing) != 0) return;
    for (struct thread* thread = all; thread != NULL; thread = thread->after) {
        if (idle) rpj_ids_give_back_idle(&thread->ids, &source);
        else rpj_ids_give_back(&thread->ids, &source);
    }
    pthread_mutex_unlock(&listing);
}

static void list(struct thread* thread) {
    pthread_mutex_lock(&listing);
    thread->after = all;
    if (all != NULL) all->before = thread;
    all = thread;
    pthread_mutex_unlock(&listing);
}

static void unlist(struct thread* thread) {
    pthread_mutex_lock(&listing);
    if (thread->after != NULL) thread->after->before = thread->before;
    *(thread->before != NULL ? &thread->before->after : &all) = thread->after;
    pthread_mutex_unlock(&listing);
}

static void drop(void* block) {
    struct thread* thread = block;
    current = &ended;
    unlist(thread);
    rpj_ids_give_back(&thread->ids, &source);
    free(thread->call);
    free(thread->external);
    free(thread->error);
    free(thread);
}

static void make_key(void) { has_key = pthread_key_create(&key, drop) == 0; }

static void find_stack(struct thread* thread) {
    pthread_attr_t attributes;
    void* low = NULL;
    size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    pthread_attr_getstack(&attributes, &low, &bytes);
    pthread_attr_destroy(&attributes);
    thread->stack_low = low;
    thread->stack_high = (const char*)low + bytes;
}

static struct thread* make(void) {
    pthread_once(&key_made, make_key);
    struct thread* thread = calloc(1, sizeof *thread);
    if (thread == NULL) return &ended;
    thread->tid = (uint32_t)syscall(SYS_gettid);
    find_stack(thread);
    list(thread);
    if (has_key) pthread_setspecific(key, thread);
    return current = thread;
}

static inline struct thread* mine(void) {
    struct thread* thread = current;
    return RT_UNLIKELY(thread == NULL) ? make() : thread;
}

static bool grow(struct list* list, void** items, size_t size) {
    if (list->count < list->capacity) return true;
    const uint32_t capacity = list->capacity == 0 ? 16 : list->capacity * 2;
    void* grown = realloc(*items, capacity * size);
    if (grown == NULL) return false;
    *items = grown;
    list->capacity = capacity;
    return true;
}

// --- open calls ----------------------------------------------------------------------------------------------------

// Deeper than any call nests: at this depth, the calls were left by exceptions.
enum { CALL_LIMIT = 4096 };

// Drops the open call at this address, and those inside it.
static void close_at(struct thread* thread, const void* where) {
    for (uint32_t i = thread->calls.count; i-- > 0;) {
        if (thread->call[i].where != where) continue;
        thread->calls.count = i;
        return;
    }
}

static bool on_stack(const struct thread* thread, const char* address) {
    return address >= thread->stack_low && address < thread->stack_high;
}

// Whether a call at one address of the thread's stack must have ended, because the stack has been cut back to
// another. Nothing is known about other stacks, such as coroutines', and about the heap.
static bool is_left(const struct thread* thread, const void* where, const void* now) {
    return on_stack(thread, where) && on_stack(thread, now) && (const char*)where < (const char*)now;
}

void rt_push(uint32_t domain, uint32_t op, uint64_t id, const void* where) {
    struct thread* thread = mine();
    close_at(thread, where); // it never ended: an exception or longjmp left it
    while (thread->calls.count != 0 && is_left(thread, thread->call[thread->calls.count - 1].where, where))
        thread->calls.count--;
    if (RT_UNLIKELY(thread->calls.count == CALL_LIMIT)) thread->calls.count = 0;
    if (thread == &ended || !grow(&thread->calls, (void**)&thread->call, sizeof *thread->call)) return;
    thread->call[thread->calls.count++] = (struct rt_open_call){domain, op, id, where};
}

void rt_pop(const void* where) { close_at(mine(), where); }

bool rt_innermost_call(uint32_t api_domain, struct rt_open_call* call) {
    const struct thread* thread = mine();
    const void* here = __builtin_frame_address(0);
    for (uint32_t i = thread->calls.count; i-- > 0;) {
        if (is_left(thread, thread->call[i].where, here)) continue;
        if (api_domain != RT_ANY_API && thread->call[i].domain != api_domain) continue;
        *call = thread->call[i];
        return true;
    }
    return false;
}

uint64_t rt_innermost(uint32_t api_domain) {
    struct rt_open_call call;
    return rt_innermost_call(api_domain, &call) ? call.id : 0;
}

// --- external ids --------------------------------------------------------------------------------------------------

bool rt_external_push(uint64_t id) {
    struct thread* thread = mine();
    if (thread == &ended || !grow(&thread->externals, (void**)&thread->external, sizeof *thread->external))
        return false;
    thread->external[thread->externals.count++] = id;
    return true;
}

bool rt_external_top(uint64_t* id) {
    const struct thread* thread = mine();
    if (thread->externals.count == 0) return false;
    *id = thread->external[thread->externals.count - 1];
    return true;
}

bool rt_external_pop(uint64_t* id) {
    if (!rt_external_top(id)) return false;
    mine()->externals.count--;
    return true;
}

// --- ids -----------------------------------------------------------------------------------------------------------

uint64_t rt_next_id(void) {
    struct thread* thread = mine();
    if (RT_UNLIKELY(thread == &ended)) return __atomic_add_fetch(&source.latest, 1, __ATOMIC_RELAXED);
    return rpj_ids_next(&thread->ids, &source);
}

void rt_collect_ids(void) { collect(false); }

uint32_t rt_thread_id(void) {
    const struct thread* thread = mine();
    return thread == &ended ? (uint32_t)syscall(SYS_gettid) : thread->tid;
}

uint32_t rt_process_id(void) {
    uint32_t id = atomic_load_explicit(&process_id, memory_order_relaxed);
    if (RT_UNLIKELY(id == 0)) atomic_store_explicit(&process_id, id = (uint32_t)getpid(), memory_order_relaxed);
    return id;
}

void rt_threads_forked(void) {
    atomic_store_explicit(&process_id, 0, memory_order_relaxed);
    listing = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    source.lock = 0;
    all = NULL; // the others are the parent's
    if (current == NULL || current == &ended) return;
    current->tid = (uint32_t)syscall(SYS_gettid);
    current->before = current->after = NULL;
    all = current;
}

// --- errors --------------------------------------------------------------------------------------------------------

bool rt_error_set(const char* text) {
    struct thread* thread = mine();
    char* copy = thread == &ended ? NULL : strdup(text);
    if (copy == NULL) return false;
    free(thread->error);
    thread->error = copy;
    return true;
}

const char* rt_error_get(void) {
    const struct thread* thread = mine();
    return thread->error != NULL ? thread->error : "";
}
