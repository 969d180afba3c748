// A queue's worker: executes packets one after the other, in the order of the queue.
#include "worker.h"

#include <stdlib.h>

#include "base.h"
#include "clock.h"
#include "fault.h"
#include "generation.h"
#include "hsa.h"
#include "kernel.h"
#include "queue.h"
#include "scratch.h"
#include "signal.h"
#include "signal_change.h"

// Agent dispatch packets of this type call a host function: void arg0(void *arg1).
enum { SG_AGENT_DISPATCH_CALL = 0x8001 };

// A few microseconds, so that a launcher in a loop never has to wake the worker.
enum { SPINS = 100 };

typedef union packet {
    uint16_t header;
    hsa_kernel_dispatch_packet_t kernel;
    hsa_barrier_and_packet_t barrier;
    hsa_agent_dispatch_packet_t call;
    hsa_amd_barrier_value_packet_t barrier_value;
} packet;

// The data that a dispatch needs to run.
typedef struct launch {
    const sg_kernel* kernel;
    softgpu_workgroup wg;
    void* args[SG_KERNEL_MAX_ARGS];
    uint32_t private_bytes; // per work-item
    uint64_t begin;         // in ticks; 0: not known yet
} launch;

static hsa_status_t prepare(sg_queue* queue, const hsa_kernel_dispatch_packet_t* p, uint64_t index, launch* l);
static void run_groups(launch* l);
static hsa_status_t run_call(const hsa_agent_dispatch_packet_t* p);
static bool wait_barrier(sg_queue* queue, const hsa_barrier_and_packet_t* p, bool all);
static void run_vendor_packet(sg_queue* queue, const hsa_amd_barrier_value_packet_t* p);

static packet* slot(sg_queue* queue, uint64_t index) {
    return (packet*)queue->hsa.base_address + (index & (queue->hsa.size - 1));
}

static uint16_t header_of(packet* p) { return __atomic_load_n(&p->header, __ATOMIC_SEQ_CST); }

static uint8_t type_of(uint16_t header) { return (uint8_t)(header >> HSA_PACKET_HEADER_TYPE); }

static void fail(sg_queue* queue, hsa_status_t status) {
    atomic_store(&queue->inactive, true);
    if (queue->on_error != NULL) queue->on_error(status, &queue->hsa, queue->on_error_data);
}

// A packet that is there before the clock is read begins a tick later if it waits for nothing else: one reading of the
// clock for each.
static void set_times(sg_queue* queue, sg_signal* done, const sg_kernel* kernel, uint64_t start) {
    bool follows = type_of(header_of(slot(queue, atomic_load(&queue->read_index)))) != HSA_PACKET_TYPE_INVALID;
    uint64_t end = sg_agent_ticks_after(queue->agent, start);
    queue->next_begins = follows ? end + 1 : 0;
    if (kernel != NULL && sg_fault(SG_FAULT_ZERO_TIMES, kernel)) sg_signal_set_times(done, 0, 0);
    else if (kernel != NULL && sg_fault(SG_FAULT_REVERSE_TIMES, kernel)) sg_signal_set_times(done, end, start);
    else sg_signal_set_times(done, start, end);
}

static void hang(sg_queue* queue) {
    while (!atomic_load(&queue->stop)) {
        uint32_t epoch = sg_sleep_announce(&queue->doorbell->waiters);
        if (!atomic_load(&queue->stop)) sg_sleep(&queue->doorbell->waiters, epoch, UINT64_C(1000000000));
    }
}

// Called with its scratch held. Whether the dispatch has completed, which never happens on a queue that hangs.
static bool run_dispatch(sg_queue* queue, launch* l, sg_signal* done) {
    bool timed = done != NULL && atomic_load_explicit(&queue->profiling, memory_order_relaxed);
    uint64_t start = !timed ? 0 : l->begin != 0 ? l->begin : sg_agent_ticks(queue->agent);
    run_groups(l);
    free(l->wg.shared);
    if (sg_fault(SG_FAULT_HANG_DISPATCH, l->kernel)) {
        hang(queue);
        return false;
    }
    if (timed) set_times(queue, done, l->kernel, start);
    return true;
}

static hsa_status_t dispatch(sg_queue* queue, const hsa_kernel_dispatch_packet_t* p, uint64_t index, sg_signal* done,
                             uint64_t begin) {
    launch l;
    hsa_status_t status = prepare(queue, p, index, &l);
    if (status != HSA_STATUS_SUCCESS) return status;
    l.begin = l.private_bytes > 0 ? 0 : begin;
    if (l.private_bytes > 0 && !sg_scratch_enter(queue, l.private_bytes, index)) {
        free(l.wg.shared);
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    bool over = run_dispatch(queue, &l, done);
    if (l.private_bytes > 0) sg_scratch_leave(queue);
    if (over && !sg_fault(SG_FAULT_LOSE_DISPATCH, l.kernel)) sg_signal_complete(done);
    return HSA_STATUS_SUCCESS;
}

// Executes all other packets: they take no measurable time, and a barrier starts when it opens.
static hsa_status_t other(sg_queue* queue, const packet* p, sg_signal* done) {
    uint64_t start = 0;
    bool timed = done != NULL && atomic_load_explicit(&queue->profiling, memory_order_relaxed);
    hsa_status_t status = HSA_STATUS_SUCCESS;
    switch (type_of(p->header)) {
        case HSA_PACKET_TYPE_BARRIER_AND: wait_barrier(queue, &p->barrier, true); break;
        case HSA_PACKET_TYPE_BARRIER_OR: wait_barrier(queue, &p->barrier, false); break;
        case HSA_PACKET_TYPE_VENDOR_SPECIFIC: run_vendor_packet(queue, &p->barrier_value); break;
        case HSA_PACKET_TYPE_AGENT_DISPATCH:
            if (timed) start = sg_agent_ticks(queue->agent);
            status = run_call(&p->call);
            break;
        default: status = HSA_STATUS_ERROR_INVALID_PACKET_FORMAT; break;
    }
    if (status != HSA_STATUS_SUCCESS) return status;
    if (timed) set_times(queue, done, NULL, start == 0 ? sg_agent_ticks(queue->agent) : start);
    sg_signal_complete(done);
    return status;
}

static void execute(sg_queue* queue, const packet* p, uint64_t index) {
    sg_signal* done = sg_signal_of(p->kernel.completion_signal);
    bool kernel = type_of(p->header) == HSA_PACKET_TYPE_KERNEL_DISPATCH;
    uint64_t begin = queue->next_begins;
    queue->next_begins = 0;
    hsa_status_t status = kernel ? dispatch(queue, &p->kernel, index, done, begin) : other(queue, p, done);
    if (status != HSA_STATUS_SUCCESS) fail(queue, status); // its signal never completes, as on a faulted queue
    atomic_store(&queue->running, 0);
}

// Sleeps until the next packet arrives or the queue stops.
static bool wait_packet(sg_queue* queue, packet* next) {
    sg_signal* doorbell = queue->doorbell;
    for (int spin = 0; spin < SPINS && type_of(header_of(next)) == HSA_PACKET_TYPE_INVALID; spin++)
        __builtin_ia32_pause();
    while (type_of(header_of(next)) == HSA_PACKET_TYPE_INVALID || atomic_load(&queue->inactive)) {
        uint32_t epoch = sg_sleep_announce(&doorbell->waiters);
        bool there = type_of(header_of(next)) != HSA_PACKET_TYPE_INVALID && !atomic_load(&queue->inactive);
        if (!there && !atomic_load(&queue->stop)) sg_sleep(&doorbell->waiters, epoch, UINT64_C(1000000000));
        if (atomic_load(&queue->stop)) return false;
    }
    return !atomic_load(&queue->stop);
}

static void* work(void* arg) {
    sg_queue* queue = arg;
    for (;;) {
        uint64_t index = atomic_load(&queue->read_index);
        packet* next = slot(queue, index);
        if (!wait_packet(queue, next)) return NULL;
        packet taken = *next;
        atomic_store(&queue->running, taken.kernel.completion_signal.handle);
        __atomic_store_n(&next->header, HSA_PACKET_TYPE_INVALID, __ATOMIC_RELEASE);
        atomic_store(&queue->read_index, index + 1);
        if (queue->refill != NULL) queue->refill(queue);
        execute(queue, &taken, index);
    }
}

static uint32_t groups(uint32_t grid, uint32_t block) { return grid / block + (grid % block != 0); }

static void run_groups(launch* l) {
    softgpu_workgroup* wg = &l->wg;
    for (wg->group.z = 0; wg->group.z < wg->grid.z; wg->group.z++) {
        for (wg->group.y = 0; wg->group.y < wg->grid.y; wg->group.y++) {
            for (wg->group.x = 0; wg->group.x < wg->grid.x; wg->group.x++) l->kernel->function(wg, l->args);
        }
    }
}

static hsa_status_t prepare(sg_queue* queue, const hsa_kernel_dispatch_packet_t* p, uint64_t index, launch* l) {
    sg_kernel* kernel = softgpu_kernel_of_object(p->kernel_object);
    if (kernel == NULL || atomic_load(&kernel->foreign)) return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    if (p->workgroup_size_x == 0 || p->workgroup_size_y == 0 || p->workgroup_size_z == 0) {
        return HSA_STATUS_ERROR_INVALID_PACKET_FORMAT;
    }
    if (sg_fault(SG_FAULT_FAIL_DISPATCH, kernel)) return HSA_STATUS_ERROR_EXCEPTION;
    uint32_t declared = atomic_load_explicit(&kernel->private_bytes, memory_order_relaxed);
    l->kernel = kernel;
    l->private_bytes = declared > p->private_segment_size ? declared : p->private_segment_size;
    for (uint32_t i = 0; i < kernel->count; i++) l->args[i] = (char*)p->kernarg_address + kernel->offsets[i];
    l->wg = (softgpu_workgroup){
        .grid = {groups(p->grid_size_x, p->workgroup_size_x), groups(p->grid_size_y, p->workgroup_size_y),
                 groups(p->grid_size_z, p->workgroup_size_z)},
        .block = {p->workgroup_size_x, p->workgroup_size_y, p->workgroup_size_z},
        .device = queue->agent->ordinal,
        .shared_bytes = p->group_segment_size,
        .dispatch = index,
    };
    bool ok = p->group_segment_size == 0 || (l->wg.shared = calloc(1, p->group_segment_size)) != NULL;
    return ok ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

static hsa_status_t run_call(const hsa_agent_dispatch_packet_t* p) {
    if (p->type != SG_AGENT_DISPATCH_CALL || p->arg[0] == 0) return HSA_STATUS_ERROR_INVALID_PACKET_FORMAT;
    ((void (*)(void*, void*))(uintptr_t)p->arg[0])((void*)(uintptr_t)p->arg[1], (void*)(uintptr_t)p->arg[2]);
    return HSA_STATUS_SUCCESS;
}

// A dependency is met at 0. A stopped queue does not wait. Null handles count as met (and) or absent (or).
static bool wait_barrier(sg_queue* queue, const hsa_barrier_and_packet_t* p, bool all) {
    for (;;) {
        uint32_t present = 0, met = 0;
        sg_signal* open = NULL;
        for (int i = 0; i < 5; i++) {
            sg_signal* dep = p->dep_signal[i].handle == 0 ? NULL : sg_signal_of(p->dep_signal[i]);
            if (dep == NULL) continue;
            present++;
            if (atomic_load(&dep->value) == 0) met++;
            else open = dep;
        }
        if (met == present || (!all && met > 0)) return true;
        if (atomic_load(&queue->stop)) return false;
        bool only_one_left = all || present == 1;
        sg_signal_wait(open, HSA_SIGNAL_CONDITION_EQ, 0, only_one_left ? UINT64_C(50000000) : UINT64_C(200000));
    }
}

// Executes AMD's barrier on the value of one signal. Other formats are skipped: there is no hardware to configure.
static void run_vendor_packet(sg_queue* queue, const hsa_amd_barrier_value_packet_t* p) {
    sg_signal* signal = p->AmdFormat == HSA_AMD_PACKET_TYPE_BARRIER_VALUE ? sg_signal_of(p->signal) : NULL;
    while (signal != NULL && !atomic_load(&queue->stop)) {
        int64_t value = atomic_load(&signal->value);
        if (sg_signal_satisfies(value & p->mask, (hsa_signal_condition_t)p->cond, p->value)) return;
        sg_signal_wait(signal, HSA_SIGNAL_CONDITION_NE, value, UINT64_C(50000000));
    }
}

void sg_queue_ring(sg_queue* queue) {
    if (sg_alive(&queue->worker_generation)) return; // the worker sleeps on the doorbell's epoch
    pthread_mutex_lock(&queue->lock);
    if (!sg_alive(&queue->worker_generation) && !atomic_load(&queue->stop)) {
        char name[16] = "softgpu-queue";
        if (sg_thread_start(&queue->worker, name, work, queue) == 0) {
            atomic_store(&queue->worker_generation, atomic_load(&sg_generation));
        }
    }
    pthread_mutex_unlock(&queue->lock);
}

void sg_queue_abandon(sg_queue* queue) {
    uint64_t end = atomic_load(&queue->write_index);
    sg_signal* running = sg_signal_of((hsa_signal_t){atomic_exchange(&queue->running, 0)});
    if (running != NULL) atomic_store(&running->value, 0);
    for (uint64_t i = atomic_load(&queue->read_index); i < end; i++) {
        packet* p = slot(queue, i);
        sg_signal* done =
            type_of(header_of(p)) == HSA_PACKET_TYPE_INVALID ? NULL : sg_signal_of(p->kernel.completion_signal);
        if (done != NULL) atomic_store(&done->value, 0);
        __atomic_store_n(&p->header, HSA_PACKET_TYPE_INVALID, __ATOMIC_SEQ_CST);
    }
    atomic_store(&queue->read_index, end);
}
