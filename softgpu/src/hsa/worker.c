// What a queue's worker does with packets: one after the other, in the order of the queue.
#include "runtime.h"

#include <stdlib.h>
#include <string.h>

// Agent dispatch packets of this type call a host function: void arg0(void *arg1).
enum { SG_AGENT_DISPATCH_CALL = 0x8001 };

// A few microseconds: a launcher in a loop then never has to wake the worker.
enum { SPINS = 100 };

typedef union packet {
    uint16_t header;
    hsa_kernel_dispatch_packet_t kernel;
    hsa_barrier_and_packet_t barrier;
    hsa_agent_dispatch_packet_t call;
} packet;

static hsa_status_t run_kernel(sg_queue *queue, const hsa_kernel_dispatch_packet_t *p, uint64_t index);
static hsa_status_t run_call(const hsa_agent_dispatch_packet_t *p);
static bool wait_barrier(sg_queue *queue, const hsa_barrier_and_packet_t *p, bool all);

static packet *slot(sg_queue *queue, uint64_t index) {
    return (packet *)queue->hsa.base_address + (index & (queue->hsa.size - 1));
}

static uint16_t header_of(packet *p) {
    return __atomic_load_n(&p->header, __ATOMIC_SEQ_CST);
}

static uint8_t type_of(uint16_t header) {
    return (uint8_t)(header >> HSA_PACKET_HEADER_TYPE);
}

static void fail(sg_queue *queue, hsa_status_t status) {
    atomic_store(&queue->inactive, true);
    if (queue->on_error != NULL) queue->on_error(status, &queue->hsa, queue->on_error_data);
}

static void execute(sg_queue *queue, const packet *p, uint64_t index) {
    hsa_status_t status = HSA_STATUS_SUCCESS;
    sg_signal *done = sg_signal_of(p->kernel.completion_signal);
    bool timed = done != NULL && atomic_load_explicit(&queue->profiling, memory_order_relaxed);
    if (type_of(p->header) == HSA_PACKET_TYPE_BARRIER_AND) wait_barrier(queue, &p->barrier, true);
    if (type_of(p->header) == HSA_PACKET_TYPE_BARRIER_OR) wait_barrier(queue, &p->barrier, false);
    uint64_t start = timed ? sg_agent_ticks(queue->agent) : 0; // of a barrier: when it was open
    switch (type_of(p->header)) {
        case HSA_PACKET_TYPE_KERNEL_DISPATCH: status = run_kernel(queue, &p->kernel, index); break;
        case HSA_PACKET_TYPE_AGENT_DISPATCH: status = run_call(&p->call); break;
        case HSA_PACKET_TYPE_BARRIER_AND:
        case HSA_PACKET_TYPE_BARRIER_OR: break;
        case HSA_PACKET_TYPE_VENDOR_SPECIFIC: break; // consumed: there is no hardware to configure
        default: status = HSA_STATUS_ERROR_INVALID_PACKET_FORMAT; break;
    }
    if (status == HSA_STATUS_SUCCESS) {
        if (timed) sg_signal_set_times(done, start, sg_agent_ticks_after(queue->agent, start));
        sg_signal_complete(done);
    } else {
        fail(queue, status); // its signal never completes, as on a faulted queue
    }
    atomic_store(&queue->running, 0);
}

// Sleeps until the next packet is there or the queue stops; see sg_signal_wait for the order of looks.
static bool wait_packet(sg_queue *queue, packet *next) {
    sg_signal *doorbell = queue->doorbell;
    for (int spin = 0; spin < SPINS && type_of(header_of(next)) == HSA_PACKET_TYPE_INVALID; spin++) __builtin_ia32_pause();
    while (type_of(header_of(next)) == HSA_PACKET_TYPE_INVALID || atomic_load(&queue->inactive)) {
        uint32_t epoch = atomic_load(&doorbell->epoch);
        atomic_fetch_add(&doorbell->waiters, 1);
        bool there = type_of(header_of(next)) != HSA_PACKET_TYPE_INVALID && !atomic_load(&queue->inactive);
        if (!there && !atomic_load(&queue->stop)) sg_futex_wait(&doorbell->epoch, epoch, UINT64_C(1000000000));
        atomic_fetch_sub(&doorbell->waiters, 1);
        if (atomic_load(&queue->stop)) return false;
    }
    return !atomic_load(&queue->stop);
}

void *sg_queue_work(void *arg) {
    sg_queue *queue = arg;
    for (;;) {
        uint64_t index = atomic_load(&queue->read_index);
        packet *next = slot(queue, index);
        if (!wait_packet(queue, next)) return NULL;
        packet taken = *next;
        atomic_store(&queue->running, taken.kernel.completion_signal.handle);
        __atomic_store_n(&next->header, HSA_PACKET_TYPE_INVALID, __ATOMIC_RELEASE);
        atomic_store(&queue->read_index, index + 1);
        if (queue->proxy != NULL) sg_intercept_refill(queue);
        execute(queue, &taken, index);
    }
}

static uint32_t groups(uint32_t grid, uint32_t block) {
    return grid / block + (grid % block != 0);
}

static void run_groups(const sg_kernel *kernel, softgpu_workgroup *wg, void **args) {
    for (wg->group.z = 0; wg->group.z < wg->grid.z; wg->group.z++) {
        for (wg->group.y = 0; wg->group.y < wg->grid.y; wg->group.y++) {
            for (wg->group.x = 0; wg->group.x < wg->grid.x; wg->group.x++) kernel->function(wg, args);
        }
    }
}

static hsa_status_t run_kernel(sg_queue *queue, const hsa_kernel_dispatch_packet_t *p, uint64_t index) {
    sg_kernel *kernel = softgpu_kernel_of_object(p->kernel_object);
    if (kernel == NULL || atomic_load(&kernel->foreign)) return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    if (p->workgroup_size_x == 0 || p->workgroup_size_y == 0 || p->workgroup_size_z == 0) {
        return HSA_STATUS_ERROR_INVALID_PACKET_FORMAT;
    }
    void *args[SG_KERNEL_MAX_ARGS];
    for (uint32_t i = 0; i < kernel->count; i++) args[i] = (char *)p->kernarg_address + kernel->offsets[i];
    softgpu_workgroup wg = {
        .grid = {groups(p->grid_size_x, p->workgroup_size_x), groups(p->grid_size_y, p->workgroup_size_y),
                 groups(p->grid_size_z, p->workgroup_size_z)},
        .block = {p->workgroup_size_x, p->workgroup_size_y, p->workgroup_size_z},
        .device = queue->agent->ordinal,
        .shared_bytes = p->group_segment_size,
        .dispatch = index,
    };
    if (p->group_segment_size > 0 && (wg.shared = calloc(1, p->group_segment_size)) == NULL) {
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    run_groups(kernel, &wg, args);
    free(wg.shared);
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t run_call(const hsa_agent_dispatch_packet_t *p) {
    if (p->type != SG_AGENT_DISPATCH_CALL || p->arg[0] == 0) return HSA_STATUS_ERROR_INVALID_PACKET_FORMAT;
    ((void (*)(void *))(uintptr_t)p->arg[0])((void *)(uintptr_t)p->arg[1]);
    return HSA_STATUS_SUCCESS;
}

// A dependency is met at 0. A stopped queue does not wait. Null handles count as met (and) or absent (or).
static bool wait_barrier(sg_queue *queue, const hsa_barrier_and_packet_t *p, bool all) {
    for (;;) {
        uint32_t present = 0, met = 0;
        sg_signal *open = NULL;
        for (int i = 0; i < 5; i++) {
            sg_signal *dep = p->dep_signal[i].handle == 0 ? NULL : sg_signal_of(p->dep_signal[i]);
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

void sg_queue_abandon(sg_queue *queue) {
    uint64_t end = atomic_load(&queue->write_index);
    sg_signal *running = sg_signal_of((hsa_signal_t){atomic_exchange(&queue->running, 0)});
    if (running != NULL) atomic_store(&running->value, 0);
    for (uint64_t i = atomic_load(&queue->read_index); i < end; i++) {
        packet *p = slot(queue, i);
        sg_signal *done = type_of(header_of(p)) == HSA_PACKET_TYPE_INVALID
            ? NULL : sg_signal_of(p->kernel.completion_signal);
        if (done != NULL) atomic_store(&done->value, 0);
        __atomic_store_n(&p->header, HSA_PACKET_TYPE_INVALID, __ATOMIC_SEQ_CST);
    }
    atomic_store(&queue->read_index, end);
}
