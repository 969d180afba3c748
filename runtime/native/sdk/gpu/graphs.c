// Executable graphs have ids, and the work that a launch submits is told apart by them: these functions replace HIP's
// own in its table where a context traces graphs, or kernels or copies are recorded
// (docs/adr/0034-graphs-and-their-nodes.md). They call HIP's own functions, and decide nothing.
#include "gpu/graphs.h"

#include <stdlib.h>

#include <rocprofiler-sdk/fwd.h>

#include "../../pause.h"
#include "base/clock.h"
#include "dispatches/follower.h"
#include "engine/admission.h"
#include "engine/engine_call.h"
#include "threads/graph_launch.h"
#include "threads/inside.h"

enum { BUCKET_BITS = 10 };

// HIP's functions; a hipError_t of 0 is success.
typedef int instantiate_fn(void** made, void* graph, void** error_node, char* log, size_t bytes);
typedef int instantiate_flags_fn(void** made, void* graph, unsigned long long flags);
typedef int instantiate_params_fn(void** made, void* graph, void* params);
typedef int destroy_fn(void* exec);
typedef int launch_fn(void* exec, void* stream);

#define OWN(field, type) ((type*)rpj_graphs.field)

static uint64_t nobody;

// --- ids -----------------------------------------------------------------------------------------------------------

// HIP may use the address of a destroyed one again: an id is of what was made, not of its address.
typedef struct known {
    struct known* next;
    uint64_t exec, id;
} known;

static known* buckets[1 << BUCKET_BITS]; // with the lock, as `last`
static uint64_t last;

// Held by threads that count as inside: no signal handler of theirs waits for it. Free in a forked child.
static void lock(void) {
    uint32_t free = 0;
    for (uint32_t i = 0;
         !__atomic_compare_exchange_n(&rpj_process.graphs, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
         free = 0)
        rpj_pause(i++);
}

static void unlock(void) { __atomic_store_n(&rpj_process.graphs, 0, __ATOMIC_RELEASE); }

static known** place_of(uint64_t exec) {
    known** place = &buckets[(exec * 0x9e3779b97f4a7c15u) >> (64 - BUCKET_BITS)];
    while (*place != NULL && (*place)->exec != exec) place = &(*place)->next;
    return place;
}

// With the lock. Returns a new id, even without memory.
static uint64_t number(known** place, uint64_t exec) {
    if (*place == NULL) *place = calloc(1, sizeof **place);
    if (*place == NULL) return ++last;
    (*place)->exec = exec;
    return (*place)->id = ++last;
}

static uint64_t id_of_made(uint64_t exec) {
    lock();
    const uint64_t id = number(place_of(exec), exec);
    unlock();
    return id;
}

// Returns its id; `is_new`: it has not been seen before.
static uint64_t id_of_launched(uint64_t exec, bool* is_new) {
    lock();
    known** place = place_of(exec);
    *is_new = *place == NULL;
    const uint64_t id = *is_new ? number(place, exec) : (*place)->id;
    unlock();
    return id;
}

// Returns the id of one that is there no more, 0 of one that has none.
static uint64_t forget(uint64_t exec) {
    lock();
    known** place = place_of(exec);
    known* gone = *place;
    const uint64_t id = gone != NULL ? gone->id : 0;
    if (gone != NULL) *place = gone->next;
    unlock();
    free(gone);
    return id;
}

// Puts back what HIP has not destroyed.
static void remember(uint64_t exec, uint64_t id) {
    lock();
    known** place = place_of(exec);
    if (*place == NULL) *place = calloc(1, sizeof **place);
    if (*place != NULL) **place = (known){(*place)->next, exec, id};
    unlock();
}

// --- telling -------------------------------------------------------------------------------------------------------

// Begins an event on this thread, which counts as inside from now on; NULL where it may not.
static native_thread_t* begin(rpj_cancellation* cancel) {
    native_thread_t* thread = rpj_work_is_followed() ? rpj_admit_without_java() : NULL;
    if (thread != NULL) *cancel = rpj_inside_begin(thread);
    return thread;
}

static void tell(native_graph_event_t* event, rocprofiler_hip_graph_operation_t operation,
                 rocprofiler_callback_phase_t phase) {
    if (!__atomic_load_n((uint64_t*)rpj_graphs.active, __ATOMIC_ACQUIRE) && !event->event && !event->record) return;
    uint64_t unused = 0;
    event->operation = operation;
    event->phase = phase;
    rpj_tell_engine(RPJ_CALL_GRAPH_EVENT, event, &event->thread, &unused, (uint64_t)__builtin_frame_address(0));
}

static void tell_point(uint64_t exec, uint64_t id, rocprofiler_hip_graph_operation_t operation) {
    native_graph_event_t event = {.exec = exec, .id = id};
    if (rpj_follows() == NULL) tell(&event, operation, ROCPROFILER_CALLBACK_PHASE_NONE);
}

// --- making and destroying -----------------------------------------------------------------------------------------

static int made(int status, void* const* exec) {
    rpj_cancellation cancel;
    native_thread_t* thread = !status && exec != NULL ? begin(&cancel) : NULL;
    if (thread == NULL) return status;
    const uint64_t id = id_of_made((uint64_t)*exec);
    rpj_inside_end(thread, cancel);
    tell_point((uint64_t)*exec, id, ROCPROFILER_HIP_GRAPH_OPERATION_EXEC_CREATE);
    return status;
}

static int my_instantiate(void** exec, void* graph, void** error_node, char* log, size_t bytes) {
    return made(OWN(instantiate, instantiate_fn)(exec, graph, error_node, log, bytes), exec);
}

static int my_instantiate_flags(void** exec, void* graph, unsigned long long flags) {
    return made(OWN(instantiate_flags, instantiate_flags_fn)(exec, graph, flags), exec);
}

static int my_instantiate_params(void** exec, void* graph, void* params) {
    return made(OWN(instantiate_params, instantiate_params_fn)(exec, graph, params), exec);
}

// Another thread may get the address for another one as soon as it is free.
static int my_destroy(void* exec) {
    rpj_cancellation cancel;
    native_thread_t* thread = begin(&cancel);
    uint64_t id = 0;
    if (thread != NULL) {
        id = forget((uint64_t)exec);
        rpj_inside_end(thread, cancel);
    }
    const int status = OWN(destroy, destroy_fn)(exec);
    if (!id) return status;
    if (!status) {
        tell_point((uint64_t)exec, id, ROCPROFILER_HIP_GRAPH_OPERATION_EXEC_DESTROY);
    } else if ((thread = begin(&cancel)) != NULL) {
        remember((uint64_t)exec, id);
        rpj_inside_end(thread, cancel);
    }
    return status;
}

// --- launching -----------------------------------------------------------------------------------------------------

// Whether this thread is to be told.
static bool launch_begins(native_graph_event_t* launch, bool* is_new) {
    rpj_cancellation cancel;
    native_thread_t* thread = begin(&cancel);
    if (thread == NULL) return false;
    launch->thread = thread;
    launch->id = id_of_launched(launch->exec, is_new);
    rpj_inside_end(thread, cancel);
    if (rpj_follows() != NULL) return true;
    if (*is_new) tell_point(launch->exec, launch->id, ROCPROFILER_HIP_GRAPH_OPERATION_EXEC_CREATE);
    tell(launch, ROCPROFILER_HIP_GRAPH_OPERATION_EXEC_LAUNCH, ROCPROFILER_CALLBACK_PHASE_ENTER);
    return true;
}

// One that HIP does not know gets no id.
static void take_back(const native_graph_event_t* launch) {
    rpj_cancellation cancel;
    native_thread_t* thread = begin(&cancel);
    if (thread == NULL) return;
    forget(launch->exec);
    rpj_inside_end(thread, cancel);
    tell_point(launch->exec, launch->id, ROCPROFILER_HIP_GRAPH_OPERATION_EXEC_DESTROY);
}

static void launch_ends(native_graph_event_t* launch, bool is_new) {
    const rpj_follower* follower = rpj_follows();
    if (follower != NULL) {
        if (!launch->failed) follower->graph_launched(launch);
    } else if (launch->event || launch->record) {
        tell(launch, ROCPROFILER_HIP_GRAPH_OPERATION_EXEC_LAUNCH, ROCPROFILER_CALLBACK_PHASE_EXIT);
    }
    if (launch->failed && is_new) take_back(launch);
}

static int launched(launch_fn* own, void* exec, void* stream) {
    native_graph_event_t launch = {.exec = (uint64_t)exec, .stream = (uint64_t)stream};
    bool is_new = false;
    if (!launch_begins(&launch, &is_new)) return own(exec, stream);
    native_thread_t* thread = launch.thread;
    const rpj_outer_launch outer = rpj_graph_launch_begins(thread, launch.id);
    launch.start_ns = rpj_boottime_now();
    const int status = own(exec, stream);
    launch.end_ns = rpj_boottime_now();
    launch.kernels = thread->graph_kernels;
    launch.agent_id = thread->graph_agent;
    rpj_graph_launch_ends(thread, &outer);
    launch.failed = status != 0;
    launch_ends(&launch, is_new);
    return status;
}

static int my_launch(void* exec, void* stream) { return launched(OWN(launch, launch_fn), exec, stream); }

static int my_launch_spt(void* exec, void* stream) { return launched(OWN(launch_spt, launch_fn), exec, stream); }

native_graphs_t rpj_graphs = {
    .my_instantiate = (void*)my_instantiate,
    .my_instantiate_flags = (void*)my_instantiate_flags,
    .my_instantiate_params = (void*)my_instantiate_params,
    .my_destroy = (void*)my_destroy,
    .my_launch = (void*)my_launch,
    .my_launch_spt = (void*)my_launch_spt,
    .active = &nobody,
};
