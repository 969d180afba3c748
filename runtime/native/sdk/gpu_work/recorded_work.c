// See recorded_work.h.
#include "gpu_work/recorded_work.h"

#include <stdlib.h>
#include <string.h>

#include "../../environment.h"
#include "base/clock.h"
#include "calls/external_ids.h"
#include "dispatches/follower.h"
#include "dispatches/gpu_queues.h"
#include "dispatches/gpu_times.h"
#include "gpu/gpu.h"
#include "gpu/observers.h"
#include "gpu_work/allocations.h"
#include "gpu_work/code_objects.h"
#include "gpu_work/copies.h"
#include "gpu_work/graph_launches.h"
#include "gpu_work/host_functions.h"
#include "gpu_work/looking.h"
#include "gpu_work/losses.h"
#include "gpu_work/scratch.h"
#include "gpu_work/work.h"
#include "hsa/agents.h"
#include "system/complain.h"

enum { NANOS_PER_SECOND = 1000000000, QUEUE_END_NANOS = NANOS_PER_SECOND, PAUSE_NANOS = 200000, DRAIN_SECONDS = 30 };

static uint32_t wanted; // flags of the image
static bool hsa_came, hip_came, queues_came, said_unseen, closed;

static bool wants(uint32_t work) { return wanted & work; }

// Launches of graphs count kernels.
static bool wants_queues(void) { return wants(RPJ_IMAGE_KERNELS | RPJ_IMAGE_SCRATCH | RPJ_IMAGE_GRAPHS); }

// --- queues --------------------------------------------------------------------------------------------------------

static uint64_t clock_hertz(void) {
    hsa_system_get_info_fn* own = RPJ_OWN_CORE(hsa_system_get_info);
    uint64_t hertz = 0;
    if (own != NULL) own((hsa_system_info_t)HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY, &hertz);
    return hertz;
}

static void queue_made(native_queue_t* queue) {
    static uint64_t last;
    queue->id = ((const hsa_queue_t*)queue->queue)->id;
    queue->agent_id = rpj_agent_id(queue->agent);
    rpj_dispatches.clock_hertz = clock_hertz();
    __atomic_store_n(&queues_came, true, __ATOMIC_RELAXED);
    if (__atomic_load_n(&closed, __ATOMIC_ACQUIRE)) rpj_close_queue(queue);
    __atomic_store_n(&queue->number, __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED), __ATOMIC_RELEASE);
}

static void queue_unseen(void) {
    if (wants(RPJ_IMAGE_KERNELS) && !__atomic_exchange_n(&said_unseen, true, __ATOMIC_RELAXED))
        rpj_complain("kernels on cooperative queues are not traced: the runtime cannot intercept those");
}

// Waits until what has been submitted by now is reported, and helps with that. What an error of the queue, or of its
// GPU, has stopped is not waited for.
static bool await(native_queue_t* queue, uint64_t deadline_ns) {
    const uint64_t target = __atomic_load_n(&queue->submitted, __ATOMIC_ACQUIRE);
    for (;;) {
        const bool broken = __atomic_load_n(&queue->broken, __ATOMIC_ACQUIRE);
        rpj_reap_dispatches(queue, 0);
        if (__atomic_load_n(&queue->reported, __ATOMIC_ACQUIRE) >= target) return true;
        if (broken || rpj_clock_now(CLOCK_MONOTONIC) >= deadline_ns) return false;
        rpj_sleep(PAUSE_NANOS);
    }
}

static void abandon(native_queue_t* queue) {
    rpj_reap_dispatches(queue, 1);
    for (uint64_t next; (next = rpj_abandon_dispatch(queue)) != 0;) rpj_losses_never_completed(next - 1);
}

static void queue_ends(native_queue_t* queue) {
    if (await(queue, rpj_clock_now(CLOCK_MONOTONIC) + QUEUE_END_NANOS)) {
        rpj_forget_signals(queue);
        __atomic_store_n(&queue->number, 0, __ATOMIC_RELEASE);
        return;
    }
    rpj_close_queue(queue);
    abandon(queue);
}

// --- the ends of the runtime and of the process ----------------------------------------------------------------------

// Calls a function for each queue that is there.
static void each_queue(void (*visit)(native_queue_t* queue, void* argument), void* argument) {
    uint64_t count = 0;
    rpj_queue** all = rpj_queues_all(&count);
    for (uint64_t i = 0; i < count; i++) visit(&all[i]->shared, argument);
    free(all);
}

static void await_each(native_queue_t* queue, void* deadline_ns) { await(queue, *(uint64_t*)deadline_ns); }

static void close_each(native_queue_t* queue, void* unused) {
    (void)unused;
    rpj_close_queue(queue);
}

static void abandon_each(native_queue_t* queue, void* unused) {
    (void)unused;
    abandon(queue);
}

static void forget_each(native_queue_t* queue, void* unused) {
    (void)unused;
    rpj_reap_dispatches(queue, 0);
    rpj_forget_signals(queue);
}

static void runtime_ends(void) {
    each_queue(forget_each, NULL);
    rpj_copies_destroy_signals();
}

static uint64_t drain_seconds(void) {
    const char* said = rpj_environment("ROCPROFILER_DRAIN_TIMEOUT");
    char* end = NULL;
    unsigned long seconds = said != NULL ? strtoul(said, &end, 10) : 0;
    return end != NULL && end != said && !*end ? seconds : DRAIN_SECONDS;
}

static void explain_absence(void) {
    if (!wants(RPJ_IMAGE_KERNELS) || queues_came) return;
    if (!hsa_came && hip_came) rpj_complain("no kernels were recorded: HSA has not come up");
    if (hsa_came && !rpj_has_gpu()) rpj_complain("no kernels were recorded: HSA has found no GPU");
}

static void finish(void) {
    explain_absence();
    if (!hsa_came) return;
    uint64_t deadline_ns = rpj_clock_now(CLOCK_MONOTONIC) + drain_seconds() * NANOS_PER_SECOND;
    bool over = rpj_copies_await(deadline_ns);
    each_queue(await_each, &deadline_ns);
    __atomic_store_n(&closed, true, __ATOMIC_RELEASE);
    each_queue(close_each, NULL);
    rpj_copies_close();
    if (over) rpj_copies_await(deadline_ns);
    each_queue(abandon_each, NULL);
    rpj_losses_report(rpj_copies_in_flight());
    runtime_ends();
}

static void lost(uint64_t why, uint64_t what) { rpj_losses_dispatches(why, what); }

static const rpj_follower follower = {queue_made, queue_ends,      queue_unseen,  runtime_ends,       rpj_looking_wakes,
                                      lost,       rpj_copy_begins, rpj_copy_done, rpj_graph_launched, finish};

// --- the runtime's functions ---------------------------------------------------------------------------------------

static bool can_intercept(void) {
    return RPJ_OWN_AMD_EXT(hsa_amd_queue_intercept_create) != NULL
        && RPJ_OWN_AMD_EXT(hsa_amd_queue_intercept_register) != NULL
        && RPJ_OWN_AMD_EXT(hsa_amd_profiling_set_profiler_enabled) != NULL
        && RPJ_OWN_AMD_EXT(hsa_amd_profiling_get_dispatch_time) != NULL
        && RPJ_OWN_AMD_EXT(hsa_amd_signal_async_handler) != NULL;
}

static void* of_list(void* const* list, unsigned operation) {
    return operation < (uint64_t)list[0] ? list[1 + operation] : NULL;
}

static void* of_core(unsigned operation) {
    switch (operation) {
        case ROCPROFILER_HSA_CORE_API_ID_hsa_shut_down: return rpj_gpu.my_shut_down;
        case ROCPROFILER_HSA_CORE_API_ID_hsa_queue_create:
            return wants_queues() && can_intercept() ? rpj_gpu.my_queue_create : NULL;
        case ROCPROFILER_HSA_CORE_API_ID_hsa_queue_destroy:
            return wants_queues() && can_intercept() ? rpj_gpu.my_queue_destroy : NULL;
        case ROCPROFILER_HSA_CORE_API_ID_hsa_executable_freeze: return (void*)rpj_my_freeze;
        case ROCPROFILER_HSA_CORE_API_ID_hsa_executable_destroy: return (void*)rpj_my_destroy;
        default: break;
    }
    void* allocation = wants(RPJ_IMAGE_ALLOCATIONS) ? rpj_allocation_of_core(operation) : NULL;
    if (allocation != NULL) return allocation;
    return wants(RPJ_IMAGE_KERNELS) && can_intercept() ? of_list(rpj_core_observers, operation) : NULL;
}

static void* of_copies(unsigned operation) {
    switch (operation) {
        case ROCPROFILER_HSA_AMD_EXT_API_ID_hsa_amd_memory_async_copy: return rpj_gpu.my_copy;
        case ROCPROFILER_HSA_AMD_EXT_API_ID_hsa_amd_memory_async_copy_on_engine: return rpj_gpu.my_copy_on_engine;
        case ROCPROFILER_HSA_AMD_EXT_API_ID_hsa_amd_memory_async_copy_rect: return rpj_gpu.my_copy_rect;
        case ROCPROFILER_HSA_AMD_EXT_API_ID_hsa_amd_profiling_get_async_copy_time: return rpj_gpu.my_copy_time;
        case ROCPROFILER_HSA_AMD_EXT_API_ID_hsa_amd_profiling_async_copy_enable: return rpj_gpu.my_copy_profiling;
        default: return NULL;
    }
}

static void* of_amd_ext(unsigned operation) {
    void* found = wants(RPJ_IMAGE_COPIES) ? of_copies(operation) : NULL;
    if (found == NULL && wants(RPJ_IMAGE_ALLOCATIONS)) found = rpj_allocation_of_amd_ext(operation);
    if (found != NULL || !can_intercept()) return found;
    if (operation == ROCPROFILER_HSA_AMD_EXT_API_ID_hsa_amd_profiling_get_dispatch_time)
        return wants(RPJ_IMAGE_KERNELS) ? rpj_gpu.my_dispatch_time : NULL;
    if (operation == ROCPROFILER_HSA_AMD_EXT_API_ID_hsa_amd_profiling_set_profiler_enabled)
        return wants_queues() ? rpj_gpu.my_profile_queue : NULL;
    return wants(RPJ_IMAGE_KERNELS) ? of_list(rpj_amd_ext_observers, operation) : NULL;
}

// Only functions of the runtime that is followed: not those of another one, nor what is wrapped already.
static void replace(const rpj_hsa_table* table, void* const* own, void* (*ours)(unsigned operation)) {
    for (unsigned i = 0; i < table->count; i++) {
        void** place = rpj_function_place(table, i);
        if (place == NULL || *place == NULL || *place != rpj_own_function(own, i)) continue;
        void* replacement = ours(i);
        if (replacement != NULL) __atomic_store_n(place, replacement, __ATOMIC_RELEASE);
    }
}

static void share(void) {
    rpj_gpu.queue_create = RPJ_OWN_CORE(hsa_queue_create);
    rpj_gpu.queue_destroy = RPJ_OWN_CORE(hsa_queue_destroy);
    rpj_gpu.write_index = RPJ_OWN_CORE(hsa_queue_load_write_index_relaxed);
    rpj_gpu.read_index = RPJ_OWN_CORE(hsa_queue_load_read_index_relaxed);
    rpj_gpu.add_write_index = RPJ_OWN_CORE(hsa_queue_add_write_index_relaxed);
    rpj_gpu.system_info = RPJ_OWN_CORE(hsa_system_get_info);
    rpj_gpu.shut_down = RPJ_OWN_CORE(hsa_shut_down);
    rpj_gpu.signal_subtract = RPJ_OWN_CORE(hsa_signal_subtract_screlease);
    rpj_gpu.signal_store = RPJ_OWN_CORE(hsa_signal_store_screlease);
    rpj_gpu.intercept_create = RPJ_OWN_AMD_EXT(hsa_amd_queue_intercept_create);
    rpj_gpu.intercept_register = RPJ_OWN_AMD_EXT(hsa_amd_queue_intercept_register);
    rpj_gpu.profile_queue = RPJ_OWN_AMD_EXT(hsa_amd_profiling_set_profiler_enabled);
    rpj_gpu.copy = RPJ_OWN_AMD_EXT(hsa_amd_memory_async_copy);
    rpj_gpu.copy_on_engine = RPJ_OWN_AMD_EXT(hsa_amd_memory_async_copy_on_engine);
    rpj_gpu.copy_rect = RPJ_OWN_AMD_EXT(hsa_amd_memory_async_copy_rect);
    rpj_gpu.copy_time = RPJ_OWN_AMD_EXT(hsa_amd_profiling_get_async_copy_time);
    rpj_gpu.dispatch_time = RPJ_OWN_AMD_EXT(hsa_amd_profiling_get_dispatch_time);
    rpj_gpu.copy_profiling = RPJ_OWN_AMD_EXT(hsa_amd_profiling_async_copy_enable);
    void* silent = RPJ_OWN_CORE(hsa_signal_silent_store_relaxed);
    rpj_dispatches.signal_create = RPJ_OWN_CORE(hsa_signal_create);
    rpj_dispatches.signal_destroy = RPJ_OWN_CORE(hsa_signal_destroy);
    rpj_dispatches.signal_load = RPJ_OWN_CORE(hsa_signal_load_scacquire);
    rpj_dispatches.signal_reset = silent != NULL ? silent : RPJ_OWN_CORE(hsa_signal_store_relaxed);
    rpj_dispatches.dispatch_time = rpj_gpu.dispatch_time;
    rpj_dispatches.watch = RPJ_OWN_AMD_EXT(hsa_amd_signal_async_handler);
}

// A runtime that samples program counters knows amd_aql_intercept_marker_t, on which that depends.
void rpj_work_keeps(uint32_t of, const rpj_hsa_table* table) {
    if (of == RPJ_IMAGE_HSA_PC_SAMPLING) rpj_gpu.has_markers = 1;
    if (of == RPJ_IMAGE_HSA_CORE) rpj_keep_core(table);
    if (of == RPJ_IMAGE_HSA_AMD_EXT) rpj_keep_amd_ext(table);
    share();
}

void rpj_work_takes(uint32_t of, const rpj_hsa_table* table) {
    switch (of) {
        case RPJ_IMAGE_HSA_CORE: replace(table, rpj_link.hsa_core, of_core); break;
        case RPJ_IMAGE_HSA_AMD_EXT: replace(table, rpj_link.hsa_amd_ext, of_amd_ext); break;
        case RPJ_IMAGE_HSA_TOOLS:
            if (wants(RPJ_IMAGE_SCRATCH)) rpj_scratch_follow(table);
            break;
        case RPJ_IMAGE_HIP_COMPILER: rpj_host_functions_follow(table); break;
        case RPJ_IMAGE_HIP_RUNTIME:
            if (wants(RPJ_IMAGE_GRAPHS | RPJ_IMAGE_KERNELS | RPJ_IMAGE_COPIES)) rpj_graphs_follow(table);
            break;
        default: break;
    }
}

// One that was shut down and is initialised again may use other handles, and its signals are others.
void rpj_work_registered(const char* library) {
    if (!wanted) return;
    if (strcmp(library, "hip") == 0) hip_came = true;
    if (strcmp(library, "hsa") != 0) return;
    if (hsa_came) {
        rpj_copies_forget_signals();
        rpj_dispatches_forget();
        rpj_agents_forget();
    } else if (wants_queues() && !can_intercept()) {
        rpj_complain("this HSA runtime cannot intercept queues: kernels are not traced");
    }
    hsa_came = true;
    __atomic_store_n(&rpj_process.follows, 1, __ATOMIC_RELEASE);
    hsa_amd_profiling_async_copy_enable_fn* enable = RPJ_OWN_AMD_EXT(hsa_amd_profiling_async_copy_enable);
    if (wants(RPJ_IMAGE_COPIES) && enable != NULL) enable(true);
}

// --- beginning -----------------------------------------------------------------------------------------------------

static void* at(native_image_t* image, uint64_t offset) { return offset ? (char*)image + offset : NULL; }

// The requests for ids are answered by this library: of kernels, and of HIP's calls where ranges name work, whose
// streams are added as always.
static void answer_ids(native_plan_t* plan, const native_image_t* image) {
    native_entry_t* entry = plan->entries;
    const bool have_ids = image->stream_shift || image->flags & RPJ_IMAGE_RENAMES;
    entry->request_function = have_ids ? (void*)rpj_kernel_id_request : NULL;
    entry->request_argument = (void*)image->stream_shift;
}

static void name_calls(native_image_t* image) {
    const uint64_t* plans = at(image, image->plans);
    for (uint32_t i = 0; i < image->plan_count; i++) {
        const native_plan_t* plan = at(image, plans[i]);
        for (uint64_t rest = plan->buffers; rest; rest &= rest - 1) {
            native_entry_t* entry = (native_entry_t*)plan->entries + __builtin_ctzll(rest);
            if (entry->request_kind != ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_HIP_RUNTIME_API) continue;
            entry->request_function = (void*)rpj_kernel_id_request;
        }
    }
    rpj_link.external_use = RPJ_EXTERNAL_OF_THREADS;
}

static void follow_dispatches(native_image_t* image) {
    native_plan_t *plan = at(image, image->dispatch_plan), *ids = at(image, image->enqueue_plan);
    if (plan == NULL || ids == NULL) return;
    answer_ids(plan, image);
    answer_ids(ids, image);
    rpj_dispatches.filed = 1;
    rpj_dispatches.plan = plan;
    rpj_dispatches.enqueue_plan = ids;
    rpj_dispatches.poller_sleeps = 1;
    rpj_gpu.dispatch_active = at(image, image->dispatch_active);
}

void rpj_work_begin(native_image_t* image) {
    const uint32_t all =
        RPJ_IMAGE_KERNELS | RPJ_IMAGE_COPIES | RPJ_IMAGE_ALLOCATIONS | RPJ_IMAGE_SCRATCH | RPJ_IMAGE_GRAPHS;
    wanted = image->flags & all;
    if (!wanted) return;
    rpj_work =
        (rpj_recorded_work){at(image, image->copies_active), at(image, image->allocations_active),
                            at(image, image->scratch_active), at(image, image->graphs_active), image->stream_shift};
    rpj_agents_begin(image);
    if (image->flags & RPJ_IMAGE_RENAMES) name_calls(image);
    follow_dispatches(image);
    if (image->copies_active) rpj_gpu.copies_active = at(image, image->copies_active);
    rpj_recorder_follower = &follower;
}
