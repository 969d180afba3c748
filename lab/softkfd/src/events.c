#define _GNU_SOURCE
#include "events.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// KFD_SIGNAL_EVENT_LIMIT: slots of the event page. Id 0 is none.
enum { MOST_EVENTS = 4096 };

typedef struct waiter {
    _Atomic(uint32_t) woken;
} waiter;

// A waiter on the list of one event.
typedef struct node {
    struct node *next, **link;
    waiter* waiter;
} node;

typedef struct {
    bool live, signalled, auto_reset;
    uint32_t type;
    uint64_t age; // counts the signals, from 1
    kfd_memory_exception fault;
    node* waiting;
} event;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static event events[MOST_EVENTS];
static uint32_t next_id = 1;

static event* found(uint32_t id) { return id > 0 && id < MOST_EVENTS && events[id].live ? &events[id] : NULL; }

static void wake(const event* e) {
    for (node* n = e->waiting; n != NULL; n = n->next) {
        atomic_store(&n->waiter->woken, 1);
        sk_futex_wake(&n->waiter->woken);
    }
}

static void signal_event(event* e) {
    e->signalled = true;
    e->age++;
    wake(e);
}

// Ids are used in turn, so that a late signal of a destroyed event hits nobody for as long as possible.
static uint32_t unused_id(void) {
    for (uint32_t tried = 1; tried < MOST_EVENTS; tried++) {
        uint32_t id = next_id;
        next_id = next_id + 1 == MOST_EVENTS ? 1 : next_id + 1;
        if (!events[id].live) return id;
    }
    return 0;
}

int sk_event_create(kfd_create_event* request) {
    pthread_mutex_lock(&lock);
    uint32_t id = unused_id();
    // Threads that the end of the slot's former event has woken may still be on its list.
    if (id != 0)
        events[id] = (event){.live = true,
                             .auto_reset = request->auto_reset != 0,
                             .type = request->type,
                             .age = 1,
                             .waiting = events[id].waiting};
    pthread_mutex_unlock(&lock);
    if (id == 0) return ENOSPC;
    request->event_id = request->slot_index = request->trigger_data = id;
    // Newer runtimes use an event's mailbox only if this is not 0.
    if (request->page_offset == 0) request->page_offset = SK_PAGE;
    return 0;
}

int sk_event_destroy(uint32_t id) {
    pthread_mutex_lock(&lock);
    event* e = found(id);
    if (e != NULL) {
        e->live = false;
        wake(e);
    }
    pthread_mutex_unlock(&lock);
    return e == NULL ? EINVAL : 0;
}

int sk_event_set(uint32_t id) {
    pthread_mutex_lock(&lock);
    event* e = found(id);
    if (e != NULL) signal_event(e);
    pthread_mutex_unlock(&lock);
    return e == NULL ? EINVAL : 0;
}

int sk_event_reset(uint32_t id) {
    pthread_mutex_lock(&lock);
    event* e = found(id);
    if (e != NULL) e->signalled = false;
    pthread_mutex_unlock(&lock);
    return e == NULL ? EINVAL : 0;
}

void sk_event_memory_fault(kfd_memory_exception fault) {
    pthread_mutex_lock(&lock);
    for (uint32_t id = 1; id < MOST_EVENTS; id++) {
        if (!events[id].live || events[id].type != KFD_EVENT_MEMORY) continue;
        events[id].fault = fault;
        signal_event(&events[id]);
    }
    pthread_mutex_unlock(&lock);
}

// --- waiting ------------------------------------------------------------------------------------------------------

static bool satisfied(const event* e, const kfd_event_data* data) {
    return e->signalled || (e->type == KFD_EVENT_SIGNAL && data->age != 0 && data->age != e->age);
}

// Whether the wait is over; `*gone` if an event does not exist.
static bool over(const kfd_wait_events* request, const kfd_event_data* data, bool* gone) {
    uint32_t ready = 0;
    for (uint32_t i = 0; i < request->count; i++) {
        const event* e = found(data[i].event_id);
        if (e == NULL) *gone = true;
        else if (satisfied(e, &data[i])) ready++;
    }
    return *gone || (request->all ? ready == request->count : ready > 0);
}

// Tells what happened: ages, faults; and makes events that reset themselves do so.
static void report(const kfd_wait_events* request, kfd_event_data* data) {
    for (uint32_t i = 0; i < request->count; i++) {
        event* e = found(data[i].event_id);
        if (e == NULL) continue;
        bool ready = satisfied(e, &data[i]);
        if (e->type == KFD_EVENT_SIGNAL) {
            if (data[i].age != 0) data[i].age = e->age;
        } else if (e->type == KFD_EVENT_MEMORY && ready) {
            data[i].memory = e->fault;
        } else {
            memset(&data[i].memory, 0, sizeof data[i].memory); // a GPU's id here would be taken for a fault
        }
        if (ready && e->auto_reset) e->signalled = false;
    }
}

static void enlist(const kfd_wait_events* request, const kfd_event_data* data, node* nodes, waiter* w) {
    for (uint32_t i = 0; i < request->count; i++) {
        event* e = found(data[i].event_id);
        nodes[i] = (node){.next = e->waiting, .link = &e->waiting, .waiter = w};
        if (e->waiting != NULL) e->waiting->link = &nodes[i].next;
        e->waiting = &nodes[i];
    }
}

static void leave(const kfd_wait_events* request, node* nodes) {
    for (uint32_t i = 0; i < request->count; i++) {
        *nodes[i].link = nodes[i].next;
        if (nodes[i].next != NULL) nodes[i].next->link = nodes[i].link;
    }
}

static uint64_t deadline(uint32_t timeout_ms) {
    // The two largest values mean for ever.
    return timeout_ms >= UINT32_MAX - 1 ? UINT64_MAX : sk_now_ns() + (uint64_t)timeout_ms * 1000000;
}

// Sleeps until an event of the request wakes the thread, with the lock released meanwhile. False if time is up.
static bool sleep_until(const kfd_wait_events* request, const kfd_event_data* data, node* nodes, uint64_t end) {
    uint64_t now = sk_now_ns();
    if (now >= end) return false;
    waiter w = {0};
    enlist(request, data, nodes, &w);
    pthread_mutex_unlock(&lock);
    uint64_t longest = (uint64_t)3600 * 1000000000;
    sk_futex_wait(&w.woken, 0, end - now < longest ? end - now : longest);
    pthread_mutex_lock(&lock);
    leave(request, nodes);
    return true;
}

int sk_event_wait(kfd_wait_events* request) {
    kfd_event_data* data = (kfd_event_data*)(uintptr_t)request->events;
    if (data == NULL && request->count != 0) return EFAULT;
    if (request->count > MOST_EVENTS) return EINVAL;
    node few[8];
    node* nodes = request->count <= sizeof few / sizeof few[0] ? few : malloc(request->count * sizeof *nodes);
    if (nodes == NULL) return ENOMEM;
    uint64_t end = deadline(request->timeout_ms);
    bool gone = false;
    pthread_mutex_lock(&lock);
    bool done = over(request, data, &gone);
    while (!done && sleep_until(request, data, nodes, end)) done = over(request, data, &gone);
    if (!gone) report(request, data);
    pthread_mutex_unlock(&lock);
    if (nodes != few) free(nodes);
    request->result = gone ? KFD_WAIT_FAIL : done ? KFD_WAIT_COMPLETE : KFD_WAIT_TIMEOUT;
    return 0;
}

void sk_events_after_fork(void) {
    pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    lock = fresh;
    memset(events, 0, sizeof events);
    next_id = 1;
}
