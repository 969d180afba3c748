// GPU work is seen where it is queued: these functions stand in HSA's tables in the place of the runtime's own where a
// context wants to hear of kernels or copies. They call the runtime's own functions and the engine, and decide nothing.
#include <pthread.h>
#include <stdlib.h>

#include "java_side.h"
#include "alone.h"
#include "rpj.h"
#include "segment.h"

// hsa_status_t, and handles of HSA, which are structs of one word.
typedef uint32_t status;
typedef uint64_t handle;

enum { SUCCESS = 0, PACKET_BYTES = 64, PACKETS_AT_ONCE = 64 };

static uint64_t nobody;

static pthread_mutex_t queues_lock = PTHREAD_MUTEX_INITIALIZER;
static native_queue_t* queues;

// --- into the engine -----------------------------------------------------------------------------------------------

// Calls the engine with the address of a struct, whose first word becomes the thread's block if `names_thread`. 0, and
// counted, where the thread may not enter. Any thread.
static uint64_t enter(uint32_t function, void* argument, bool names_thread) {
    if (!rpj_engine_ready()) return 0;
    native_thread_t* thread = rpj_admit_event();
    if (!thread) return 0;
    int* error = thread->errno_address;
    int saved = *error;
    rpj_visit visit;
    if (names_thread) *(native_thread_t**)argument = thread;
    if (!rpj_visit_begin(thread, &visit, rpj_handler_here(thread))) return 0;
    uint64_t result = rpj_java(thread, rpj_link.call, function, (uint64_t)argument);
    *error = saved;
    rpj_visit_end(thread, &visit);
    return result;
}

// Work that begins when the engine is not there any more, or in a child made by fork, has no record, and is counted.
static void missed(uint64_t counter, uint64_t pieces) {
    native_thread_t* thread = rpj_whole() ? NULL : rpj_admit_alone();
    if (!thread || !pieces) return;
    rpj_set_inside(thread, 1);
    rpj_segment_work(counter, pieces);
    rpj_set_inside(thread, 0);
}

// --- queues --------------------------------------------------------------------------------------------------------

typedef void (*packet_writer)(const void* packets, uint64_t count);

// A packet becomes two at most.
static void write_some(native_queue_t* queue, const char* packets, uint64_t count, packet_writer writer) {
    char room[2 * PACKETS_AT_ONCE * PACKET_BYTES] __attribute__((aligned(PACKET_BYTES)));
    native_queue_write_t write = {.queue = queue, .packets = (void*)packets, .count = count, .room = room};
    if (enter(RPJ_CALL_QUEUE_WRITE, &write, true)) writer(room, write.out_count);
    else writer(packets, count);
}

static uint64_t dispatches_in(const char* packets, uint64_t count) {
    enum { KERNEL_DISPATCH = 2 };  // hsa_packet_type_t, the lowest byte of a packet
    uint64_t found = 0;
    for (uint64_t i = 0; i < count; i++) found += packets[i * PACKET_BYTES] == KERNEL_DISPATCH;
    return found;
}

// Called by the runtime on the thread that rings the doorbell, one thread per queue at a time. Many packets are written in
// pieces: the GPU works on the first while the next are rewritten.
static void on_write(const void* packets, uint64_t count, uint64_t user_index, void* data, packet_writer writer) {
    (void)user_index;
    const char* next = packets;
    uint64_t active = __atomic_load_n((uint64_t*)rpj_gpu.dispatch_active, __ATOMIC_ACQUIRE);
    if (!active || !count) {
        writer(packets, count);
        return;
    }
    if (!rpj_whole()) {
        missed(RPJ_SEGMENT_WORK_DISPATCHES, dispatches_in(packets, count));
        writer(packets, count);
        return;
    }
    for (uint64_t left = count; left; left -= left < PACKETS_AT_ONCE ? left : PACKETS_AT_ONCE) {
        uint64_t some = left < PACKETS_AT_ONCE ? left : PACKETS_AT_ONCE;
        write_some(data, next, some, writer);
        next += some * PACKET_BYTES;
    }
}

// hsa_amd_signal_handler: work of this queue has completed. Runs on a thread of the runtime; false: once.
static bool on_work_done(int64_t value, void* queue) {
    (void)value;
    enter(RPJ_CALL_WORK_DONE, queue, false);
    return false;
}

static bool adopt(handle agent, void* queue) {
    typedef status (*registrar)(void*, void (*)(const void*, uint64_t, uint64_t, void*, packet_writer), void*);
    typedef status (*profiler)(void*, int);
    native_queue_t* known = calloc(1, sizeof *known);
    if (!known) return false;
    known->queue = queue;
    known->agent = agent;
    ((profiler)rpj_gpu.profile_queue)(queue, 1);
    if (((registrar)rpj_gpu.intercept_register)(queue, on_write, known) != SUCCESS) {
        free(known);
        return false;
    }
    pthread_mutex_lock(&queues_lock);
    known->next = queues;
    queues = known;
    pthread_mutex_unlock(&queues_lock);
    uint64_t arguments[1] = {(uint64_t)known};
    rpj_call(RPJ_CALL_QUEUE_MADE, arguments, 0);
    return true;
}

typedef status (*queue_maker)(handle, uint32_t, uint32_t, void*, void*, uint32_t, uint32_t, void**);

static status my_queue_create(handle agent, uint32_t size, uint32_t type, void* callback, void* data,
                              uint32_t private_bytes, uint32_t group_bytes, void** queue) {
    queue_maker own = (queue_maker)rpj_gpu.queue_create, intercepted = (queue_maker)rpj_gpu.intercept_create;
    bool usable = rpj_engine_ready();
    if (usable && intercepted(agent, size, type, callback, data, private_bytes, group_bytes, queue) == SUCCESS) {
        if (!adopt(agent, *queue)) rpj_complain("a queue cannot be intercepted; its kernels are not traced");
        return SUCCESS;
    }
    status made = own(agent, size, type, callback, data, private_bytes, group_bytes, queue);
    if (usable && made == SUCCESS) rpj_complain("the runtime refuses to intercept a queue; its kernels are not traced");
    return made;
}

static native_queue_t* forget(void* queue) {
    native_queue_t* found = NULL;
    pthread_mutex_lock(&queues_lock);
    for (native_queue_t** link = &queues; *link; link = (native_queue_t**)&(*link)->next) {
        if ((*link)->queue != queue) continue;
        found = *link;
        *link = found->next;
        break;
    }
    pthread_mutex_unlock(&queues_lock);
    return found;
}

// What is known of the queue stays: a handler may still be told of it.
static status my_queue_destroy(void* queue) {
    typedef status (*destroyer)(void*);
    native_queue_t* known = forget(queue);
    uint64_t arguments[1] = {(uint64_t)known};
    if (known && rpj_engine_ready()) rpj_call(RPJ_CALL_QUEUE_ENDS, arguments, 0);
    return ((destroyer)rpj_gpu.queue_destroy)(queue);
}

// --- copies --------------------------------------------------------------------------------------------------------

// The start of amd_signal_t, which a signal's handle is the address of (AMD's amd_hsa_signal.h).
typedef struct {
    int64_t kind;
    int64_t value;
    uint64_t event_mailbox;
    uint32_t event_id;
    uint32_t reserved;
    uint64_t start_ts;
    uint64_t end_ts;
} amd_signal;

// The engine's signal has the copy's times; the program may ask for them with its own. A runtime answers only for signals
// that it was given with a copy itself: for the others we do, from what it said of ours.
typedef struct {
    uint64_t start, end;  // hsa_amd_profiling_async_copy_time_t
} copy_times;

typedef status (*time_teller)(handle, copy_times*);

enum { KNOWN_TIMES = 4096 };  // of signals, by their handles: a later copy takes the place of an earlier one

static pthread_mutex_t times_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    handle signal;
    copy_times times;
} known_times[KNOWN_TIMES];

static size_t place_of(handle signal) { return (signal * 0x9e3779b97f4a7c15ull) >> 52; }

static void remember_times(handle signal, handle replacement) {
    copy_times times;
    if (!rpj_gpu.copy_time || ((time_teller)rpj_gpu.copy_time)(replacement, &times) != SUCCESS) return;
    pthread_mutex_lock(&times_lock);
    known_times[place_of(signal)].signal = signal;
    known_times[place_of(signal)].times = times;
    pthread_mutex_unlock(&times_lock);
}

static status my_copy_time(handle signal, copy_times* times) {
    status result = ((time_teller)rpj_gpu.copy_time)(signal, times);
    if (result == SUCCESS || !signal || !times || rpj_forked) return result;
    pthread_mutex_lock(&times_lock);
    bool known = known_times[place_of(signal)].signal == signal;
    if (known) *times = known_times[place_of(signal)].times;
    pthread_mutex_unlock(&times_lock);
    return known ? SUCCESS : result;
}

// A program that does not want times of its copies does not take them from us.
static status my_copy_profiling(bool wanted) {
    return ((status(*)(bool))rpj_gpu.copy_profiling)(wanted || rpj_engine_ready());
}

static void hand_over_times(const native_copy_t* copy) {
    const amd_signal* from = (const amd_signal*)copy->replacement;
    amd_signal* to = (amd_signal*)copy->signal;
    to->start_ts = from->start_ts;
    to->end_ts = from->end_ts;
    remember_times(copy->signal, copy->replacement);
}

// hsa_amd_signal_handler: the program's signal is told, whatever becomes of the engine. False: once.
static bool on_copy_done(int64_t value, void* argument) {
    typedef void (*subtracter)(handle, int64_t);
    (void)value;
    native_copy_t* copy = argument;
    if (!copy->failed) hand_over_times(copy);
    enter(RPJ_CALL_COPY_DONE, copy, true);
    if (!copy->failed) ((subtracter)rpj_gpu.signal_subtract)(copy->signal, 1);
    free(copy);
    return false;
}

// Returns the copy if its signal has been replaced, and changes it; else NULL.
static native_copy_t* begin(const native_copy_t* proto, handle* signal) {
    if (!__atomic_load_n((uint64_t*)rpj_gpu.copies_active, __ATOMIC_ACQUIRE) || !proto->signal) return NULL;
    if (!rpj_whole()) {
        missed(RPJ_SEGMENT_WORK_COPIES, 1);
        return NULL;
    }
    native_copy_t* copy = malloc(sizeof *copy);
    if (!copy) return NULL;
    *copy = *proto;
    if (!enter(RPJ_CALL_COPY_BEGINS, copy, true)) {
        free(copy);
        return NULL;
    }
    *signal = copy->replacement;
    return copy;
}

// A copy that the runtime refused has its handler armed already: it ends there.
static status settle(native_copy_t* copy, status result) {
    typedef void (*storer)(handle, int64_t);
    if (!copy || result == SUCCESS) return result;
    copy->failed = 1;
    ((storer)rpj_gpu.signal_store)(copy->replacement, 0);
    return result;
}

static status my_copy(void* dst, handle dst_agent, const void* src, handle src_agent, size_t bytes, uint32_t deps,
                      const handle* dep_signals, handle signal) {
    typedef status (*function)(void*, handle, const void*, handle, size_t, uint32_t, const handle*, handle);
    native_copy_t proto = {.dst = dst, .dst_agent = dst_agent, .src = (void*)src, .src_agent = src_agent,
                           .bytes = bytes, .signal = signal};
    native_copy_t* copy = begin(&proto, &signal);
    return settle(copy, ((function)rpj_gpu.copy)(dst, dst_agent, src, src_agent, bytes, deps, dep_signals, signal));
}

static status my_copy_on_engine(void* dst, handle dst_agent, const void* src, handle src_agent, size_t bytes,
                                uint32_t deps, const handle* dep_signals, handle signal, int engine, bool force) {
    typedef status (*function)(void*, handle, const void*, handle, size_t, uint32_t, const handle*, handle, int, bool);
    native_copy_t proto = {.dst = dst, .dst_agent = dst_agent, .src = (void*)src, .src_agent = src_agent,
                           .bytes = bytes, .signal = signal};
    native_copy_t* copy = begin(&proto, &signal);
    return settle(copy, ((function)rpj_gpu.copy_on_engine)(dst, dst_agent, src, src_agent, bytes, deps, dep_signals,
                                                           signal, engine, force));
}

// hsa_pitched_ptr_t, hsa_dim3_t
typedef struct {
    void* base;
    size_t pitch, slice;
} pitched;

typedef struct {
    uint32_t x, y, z;
} extent;

enum { TO_DEVICE = 1, FROM_DEVICE = 2 };  // bits of hsa_amd_copy_direction_t

static void* at(const pitched* area, const extent* offset) {
    return (char*)area->base + offset->z * area->slice + offset->y * area->pitch + offset->x;
}

static status my_copy_rect(const pitched* dst, const extent* dst_offset, const pitched* src, const extent* src_offset,
                           const extent* range, handle agent, int direction, uint32_t deps, const handle* dep_signals,
                           handle signal) {
    typedef status (*function)(const pitched*, const extent*, const pitched*, const extent*, const extent*, handle, int,
                               uint32_t, const handle*, handle);
    native_copy_t* copy = NULL;
    if (dst && dst_offset && src && src_offset && range) {
        // Agent 0 stands for the host.
        native_copy_t proto = {.dst = at(dst, dst_offset), .dst_agent = direction & TO_DEVICE ? agent : 0,
                               .src = at(src, src_offset), .src_agent = direction & FROM_DEVICE ? agent : 0,
                               .bytes = (uint64_t)range->x * range->y * range->z, .signal = signal};
        copy = begin(&proto, &signal);
    }
    return settle(copy, ((function)rpj_gpu.copy_rect)(dst, dst_offset, src, src_offset, range, agent, direction, deps,
                                                      dep_signals, signal));
}

// --- practice ------------------------------------------------------------------------------------------------------

// What stands for a runtime's functions where the engine practises: all work is done at once.
static uint64_t practice_nothing(void) { return 0; }

static status practice_create(int64_t value, uint32_t consumers, const void* list, handle* signal) {
    (void)value, (void)consumers, (void)list;
    *signal = 1;
    return SUCCESS;
}

static status practice_times(handle agent, handle signal, uint64_t* times) {
    (void)agent, (void)signal;
    times[0] = 1;
    times[1] = 2;
    return SUCCESS;
}

native_gpu_t rpj_gpu = {
    .my_queue_create = (void*)my_queue_create,
    .my_queue_destroy = (void*)my_queue_destroy,
    .my_copy = (void*)my_copy,
    .my_copy_on_engine = (void*)my_copy_on_engine,
    .my_copy_rect = (void*)my_copy_rect,
    .my_copy_time = (void*)my_copy_time,
    .my_copy_profiling = (void*)my_copy_profiling,
    .work_done = (void*)on_work_done,
    .copy_done = (void*)on_copy_done,
    .practice_nothing = (void*)practice_nothing,
    .practice_create = (void*)practice_create,
    .practice_times = (void*)practice_times,
    .dispatch_active = &nobody,
    .copies_active = &nobody,
};
