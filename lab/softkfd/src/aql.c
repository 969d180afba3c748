#include "aql.h"

#include "blits.h"
#include "completion.h"
#include "engine_lock.h"
#include "faults.h"
#include "log.h"
#include "memory.h"
#include "names.h"
#include "occupancy.h"
#include "scratch.h"
#include "settings.h"
#include "smi.h"
#include "times.h"
#include "truth.h"

#include <stdlib.h>
#include <string.h>

enum { PACKETS_A_STEP = 64, BYTES_A_STEP = 256 * 1024, MIGRATION_NS = 50000 };

static bool timed(const sk_queue* queue) {
    return (sk_queue_word(queue, AMD_QUEUE_PROPERTIES) & AMD_QUEUE_PROFILING) != 0;
}

// --- ends ---------------------------------------------------------------------------------------------------------

static void log_end(const sk_queue* queue, const sk_run* run) {
    const hsa_dispatch* p = &run->packet;
    unsigned long long start = run->start, end = run->end, index = run->index, bytes = sk_work_bytes(&run->work);
    if (run->by_runtime) {
        sk_truth(run->work.kind == SK_WORK_COPY ? "copy" : "fill",
                 "gpu=%u queue=%u index=%llu start=%llu end=%llu bytes=%llu by=kernel signal=0x%llx", queue->gpu,
                 queue->id, index, start, end, bytes, (unsigned long long)p->completion);
        return;
    }
    sk_truth("kernel",
             "gpu=%u queue=%u index=%llu start=%llu end=%llu grid=%u,%u,%u workgroup=%u,%u,%u object=0x%llx "
             "signal=0x%llx name=%s",
             queue->gpu, queue->id, index, start, end, p->grid[0], p->grid[1], p->grid[2], p->workgroup[0],
             p->workgroup[1], p->workgroup[2], (unsigned long long)p->kernel_object, (unsigned long long)p->completion,
             run->name);
}

static void complete(sk_queue* queue, uint64_t signal, uint64_t start, uint64_t end) {
    if (!sk_signal_complete(signal, timed(queue), start, end)) sk_fault_memory(queue, signal);
}

static void end_migration(const sk_queue* queue, const sk_run* run) {
    uint32_t gpu_id = SK_FIRST_GPU_ID + queue->gpu;
    unsigned long long page = run->packet.arguments / SK_PAGE;
    sk_smi(queue->gpu, SK_SMI_MIGRATE_END, run->migrated, "@%llx(1) 0->%x %d 0", page, gpu_id, SK_MIGRATE_GPU_FAULT);
    sk_smi(queue->gpu, SK_SMI_PAGE_FAULT_END, run->migrated, "@%llx(%x) M", page, gpu_id);
}

static void end_run(sk_queue* queue, sk_run* run) {
    if (run->migrated != 0) end_migration(queue, run);
    sk_occupancy_leave(queue->gpu, run->units);
    queue->running--;
    if (run->by_runtime) {
        if (run->work.kind == SK_WORK_COPY) sk_count.copies++;
        else sk_count.fills++;
    } else {
        sk_count.dispatches++;
    }
    log_end(queue, run); // before the program can know of it
    if (!run->loses_signal) complete(queue, run->packet.completion, run->start, run->end);
    free(run);
    sk_engine_ended();
}

static void abandon(sk_queue* queue, sk_run* run) {
    sk_fault_memory(queue, run->work.bad);
    sk_occupancy_leave(queue->gpu, run->units);
    queue->running--;
    free(run);
    sk_engine_ended();
}

// Ends what has ended, in any order, and goes on with the work of the others.
static bool end_runs(sk_queue* queue, uint64_t* next_ns) {
    bool any = false;
    for (sk_run** link = &queue->runs; *link != NULL;) {
        sk_run* run = *link;
        sk_work_state state = run->worked ? SK_WORK_DONE : sk_work_step(&run->work, BYTES_A_STEP);
        uint64_t now = sk_now_ns();
        if (state == SK_WORK_DONE && !run->worked) {
            run->worked = true;
            if (run->work.kind != SK_WORK_NONE && run->end < now) run->end = now;
        }
        if (state == SK_WORK_MORE) *next_ns = 0;
        if (state != SK_WORK_FAULT && (!run->worked || now < run->end)) {
            if (run->worked && run->end < *next_ns) *next_ns = run->end;
            link = &run->next;
            continue;
        }
        *link = run->next;
        if (state == SK_WORK_FAULT) abandon(queue, run);
        else end_run(queue, run);
        any = true;
    }
    return any;
}

// --- beginnings ---------------------------------------------------------------------------------------------------

// Frees the packet's slot for the next one.
static void consume(sk_queue* queue, hsa_packet* packet, uint64_t index) {
    __atomic_store_n(&packet->header, (uint16_t)HSA_PACKET_INVALID, __ATOMIC_RELEASE);
    atomic_store_explicit(queue->read, index + 1, memory_order_release);
    queue->head = 0;
}

// When the packet at the head of the queue was looked at first.
static uint64_t head_since(sk_queue* queue, uint64_t index) {
    if (queue->head != index + 1) {
        queue->head = index + 1;
        queue->head_since = sk_now_ns();
    }
    return queue->head_since;
}

static uint64_t evicted_until[SK_MOST_GPUS]; // ns; 0 if a GPU's queues are where they belong

// Takes the queues of the GPU away for a while: kernels in flight end later by that time.
static void evict(uint32_t gpu) {
    enum { EVICTION_NS = 1000000 };
    uint64_t now = sk_now_ns();
    uint32_t count;
    sk_queue* const* queues = sk_queues(&count);
    for (uint32_t i = 0; i < count; i++)
        for (sk_run* run = queues[i]->runs; queues[i]->gpu == gpu && run != NULL; run = run->next)
            if (run->end != UINT64_MAX) run->end += EVICTION_NS;
    evicted_until[gpu] = now + EVICTION_NS;
    sk_smi(gpu, SK_SMI_QUEUE_EVICTION, now, "%x %d", SK_FIRST_GPU_ID + gpu, SK_EVICT_TTM);
}

// Whether they are still away; the first that asks in time gives them back.
static bool evicted(uint32_t gpu, uint64_t* next_ns) {
    if (evicted_until[gpu] == 0) return false;
    uint64_t now = sk_now_ns();
    if (now >= evicted_until[gpu]) {
        evicted_until[gpu] = 0;
        sk_smi(gpu, SK_SMI_QUEUE_RESTORE, now, "%x", SK_FIRST_GPU_ID + gpu);
        return false;
    }
    if (evicted_until[gpu] < *next_ns) *next_ns = evicted_until[gpu];
    return true;
}

static void begin_migration(const sk_queue* queue, sk_run* run) {
    uint32_t gpu_id = SK_FIRST_GPU_ID + queue->gpu;
    unsigned long long page = run->packet.arguments / SK_PAGE;
    sk_smi(queue->gpu, SK_SMI_PAGE_FAULT_START, run->start, "@%llx(%x) R", page, gpu_id);
    sk_smi(queue->gpu, SK_SMI_MIGRATE_START, run->start, "@%llx(1) 0->%x 0:%x %d", page, gpu_id, gpu_id,
           SK_MIGRATE_GPU_FAULT);
    run->end += MIGRATION_NS;
    run->migrated = run->start + MIGRATION_NS;
}

static void begin(sk_queue* queue, sk_run* run) {
    run->start = sk_now_ns();
    if (run->work.kind == SK_WORK_NONE) run->end = run->start + sk_kernel_ns(run->name);
    else if (run->work.kind == SK_WORK_WAIT || run->work.kind == SK_WORK_LIST) run->end = run->start;
    else run->end = run->start + sk_copy_ns(sk_work_bytes(&run->work));
    if (!run->by_runtime) {
        if (sk_fault_strikes(SK_FAULT_PAGE, run->name)) begin_migration(queue, run);
        if (sk_fault_strikes(SK_FAULT_HANG, run->name)) run->end = UINT64_MAX;
        run->loses_signal = sk_fault_strikes(SK_FAULT_LOSE, run->name);
    }
    sk_run** last = &queue->runs;
    while (*last != NULL) last = &(*last)->next;
    *last = run;
    queue->running++;
}

// Whether something strikes the dispatch at the head before it begins. Asked once for each.
static bool struck(sk_queue* queue, const hsa_dispatch* packet, const char* name, uint64_t index) {
    if (queue->asked == index + 1) return false;
    queue->asked = index + 1;
    if (sk_fault_strikes(SK_FAULT_MEMORY, name)) {
        sk_fault_memory(queue, packet->arguments & ~(uint64_t)(SK_PAGE - 1));
        return true;
    }
    if (sk_fault_strikes(SK_FAULT_QUEUE, name)) {
        sk_fault_queue(queue, SK_QUEUE_PACKET_UNSUPPORTED);
        return true;
    }
    if (!sk_fault_strikes(SK_FAULT_EVICT, name)) return false;
    evict(queue->gpu);
    return true;
}

static bool begin_kernel(sk_queue* queue, hsa_packet* packet, uint64_t index) {
    const hsa_dispatch* p = &packet->dispatch;
    const sk_kernel* kernel = sk_kernel_of(p->kernel_object);
    bool by_runtime;
    sk_work work = sk_blit_of(p, kernel, &by_runtime);
    if (!by_runtime && struck(queue, p, kernel->name, index)) return false;
    if (!sk_scratch_suffices(queue, p)) return false;
    uint32_t units = sk_occupancy_of(queue, p);
    if (!sk_occupancy_enter(queue->gpu, units)) return false;
    sk_run* run = malloc(sizeof *run);
    if (run == NULL) {
        sk_occupancy_leave(queue->gpu, units);
        return false; // tried again with the next step
    }
    *run = (sk_run){.packet = *p, .name = kernel->name, .index = index, .units = units, .work = work};
    run->by_runtime = by_runtime;
    consume(queue, packet, index);
    begin(queue, run);
    return true;
}

static bool is_zero(uint64_t signal) {
    const amd_signal* s = sk_signal(signal);
    return s != NULL && atomic_load_explicit(&s->value, memory_order_acquire) == 0;
}

static bool passes(const hsa_barrier* barrier, bool all) {
    bool any = false, none = true;
    for (int i = 0; i < 5; i++) {
        if (barrier->dependencies[i] == 0) continue;
        none = false;
        bool zero = is_zero(barrier->dependencies[i]);
        if (all && !zero) return false;
        any |= zero;
    }
    return all || any || none;
}

static bool value_passes(const amd_barrier_value* barrier) {
    const amd_signal* s = sk_signal(barrier->signal);
    if (barrier->signal == 0) return true;
    if (s == NULL) return false;
    int64_t value = atomic_load_explicit(&s->value, memory_order_acquire) & barrier->mask;
    switch (barrier->condition) {
        case 0: return value == barrier->value;
        case 1: return value != barrier->value;
        case 2: return value < barrier->value;
        default: return value >= barrier->value;
    }
}

static bool unknown(const sk_queue* queue, const hsa_packet* packet, uint64_t index) {
    sk_count.unknown++;
    sk_log(SK_LOG_UNKNOWN, "queue %u: unknown packet %#x, format %u", queue->id, packet->header, packet->format);
    sk_truth("unknown", "gpu=%u queue=%u index=%llu header=0x%x format=%u", queue->gpu, queue->id,
             (unsigned long long)index, packet->header, packet->format);
    return true;
}

static bool vendor_passes(const sk_queue* queue, const hsa_packet* packet, uint64_t index) {
    if (packet->format == AMD_PACKET_BARRIER_VALUE) {
        if (!value_passes(&packet->barrier_value)) return false;
        sk_count.barriers++;
        return true;
    }
    if (packet->format != AMD_PACKET_PM4) return unknown(queue, packet, index);
    sk_names_forget(); // sent when code has been loaded, to drop what is in the instruction caches
    sk_count.vendor++;
    return true;
}

// Whether a packet that is no dispatch is over at once; it is counted then.
static bool passed(const sk_queue* queue, const hsa_packet* packet, uint32_t type, uint64_t index) {
    switch (type) {
        case HSA_PACKET_VENDOR: return vendor_passes(queue, packet, index);
        case HSA_PACKET_BARRIER_AND:
        case HSA_PACKET_BARRIER_OR:
            if (!passes(&packet->barrier, type == HSA_PACKET_BARRIER_AND)) return false;
            sk_count.barriers++;
            return true;
        default: return unknown(queue, packet, index);
    }
}

// Whether the doorbell was rung for the packet. It keeps only the last value, and of two threads that submit to one
// queue the one with the later packet may ring first: so a ring counts for every packet whose slot was taken before
// it, and the packet's header says whether it is filled.
static bool rung(sk_queue* queue, uint64_t index) {
    uint64_t doorbell = atomic_load_explicit(queue->doorbell, memory_order_acquire);
    if (doorbell != queue->rung) {
        queue->rung = doorbell;
        queue->rung_until = atomic_load_explicit(queue->write, memory_order_acquire);
    }
    return index < queue->rung_until;
}

// Begins the packet at the head of the queue, if it may. Packets of other kinds than kernels hold back all behind them.
static bool begin_next(sk_queue* queue) {
    uint64_t index = atomic_load_explicit(queue->read, memory_order_relaxed);
    if (!rung(queue, index)) return false;
    hsa_packet* packet = (hsa_packet*)(void*)(queue->ring + (index * sizeof *packet & (queue->ring_bytes - 1)));
    uint16_t header = __atomic_load_n(&packet->header, __ATOMIC_ACQUIRE);
    uint32_t type = header & 0xff;
    if (type == HSA_PACKET_INVALID) return false;
    uint64_t since = head_since(queue, index);
    if ((header & HSA_PACKET_BARRIER_BIT) != 0 && queue->running > 0) return false;
    if (type == HSA_PACKET_DISPATCH) return begin_kernel(queue, packet, index);
    if (!passed(queue, packet, type, index)) return false;
    uint64_t completion = packet->completion;
    consume(queue, packet, index);
    complete(queue, completion, since, sk_now_ns());
    return true;
}

bool sk_aql_end(sk_queue* queue, uint64_t* next_ns) {
    if (queue->runs == NULL || !end_runs(queue, next_ns)) return false;
    sk_scratch_after(queue);
    return true;
}

bool sk_aql_begin(sk_queue* queue, uint64_t* next_ns) {
    if (queue->closing || queue->parked || queue->failed || evicted(queue->gpu, next_ns)) return false;
    bool any = false;
    for (int i = 0; i < PACKETS_A_STEP && sk_scratch_answered(queue) && begin_next(queue); i++) any = true;
    for (const sk_run* run = queue->runs; any && run != NULL; run = run->next)
        if (run->end < *next_ns) *next_ns = run->end;
    return any;
}

void sk_aql_after_fork(void) { memset(evicted_until, 0, sizeof evicted_until); }
