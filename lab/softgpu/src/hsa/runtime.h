// The inside of the software HSA runtime.
//
// Threads: one worker per user queue (queue.c), two per GPU for copies (copy.c), one for signal handlers (handler.c),
// each started at its first work. Locks, outermost first: life, state, proxy queue, hardware queue, backlog of a proxy, copy
// engine, handler, vmem, ranges, loader, kernels, descriptors, slab, clock, faults.
// No lock is held while a kernel, a handler or any other function of the program runs, with two exceptions: the lock of a
// proxy queue while its interceptors run, on the thread that rings, and the life lock while tools are loaded and unloaded.
#ifndef SOFTGPU_HSA_RUNTIME_H
#define SOFTGPU_HSA_RUNTIME_H

#include "base.h"
#include "hsa_tables.h"
#include "kernel.h"
#include "ranges.h"
#include "registration.h"
#include "slab.h"
#include "softgpu/softgpu.h"

#define SOFTGPU_HSA_UNSUPPORTED HSA_STATUS_ERROR

// Any thread. The table that exported functions call through: registered or not, wrapped by a tool or not.
const HsaApiTable *softgpu_hsa_table(void);

// With the life lock. Registers the table with rocprofiler-register, the first time, unless HSA_TOOLS_DISABLE_REGISTER=1.
// Whether that found a tool. The second one: the next time is a first one, with a table that nobody has changed.
bool sg_hsa_register(void);
void sg_hsa_unregister(void);

// The table for tools that are not rocprofiler-register's. What they change ends with sg_hsa_table_take_back.
HsaApiTable *sg_hsa_table_for_tools(void);
void sg_hsa_table_take_back(void);

// --- agents (agent.c) ---------------------------------------------------------------------------------------

enum { SG_MAX_GPUS = 16, SG_COMPUTE_UNITS = 8, SG_ALL_COMPUTE_UNITS = (1 << SG_COMPUTE_UNITS) - 1 };

typedef struct sg_agent sg_agent;

typedef struct sg_pool {
    sg_agent *agent;
    hsa_amd_segment_t segment;
    uint32_t flags; // hsa_amd_memory_pool_global_flag_t
    size_t size;
} sg_pool;

typedef struct sg_copy_engine sg_copy_engine;

typedef struct sg_clock_pair {
    uint64_t ticks, host_ns;
} sg_clock_pair;

typedef struct sg_clock {
    uint64_t epoch;            // ticks when the system clock was 0
    uint64_t rate;             // ticks per nanosecond, as a fixed-point number
    sg_clock_pair first, last; // what the runtime has read, guarded by the clock lock
} sg_clock;

struct sg_agent {
    hsa_device_type_t type;
    uint32_t node;    // 0: the CPU
    uint32_t ordinal; // among the GPUs
    char name[64];
    char product[64];
    sg_pool pools[3];
    uint32_t pool_count;
    _Atomic(size_t) allocated;
    sg_clock clock; // of a GPU
    _Atomic(size_t) scratch_limit; // a queue keeps no more
};

// Agent 0 is the CPU. Set up by sg_agents_setup, constant afterwards.
extern sg_agent sg_agents[1 + SG_MAX_GPUS];
extern uint32_t sg_agent_count;

void sg_agents_setup(void);

// Any thread. NULL: not an agent of this runtime (or the runtime was never initialised).
sg_agent *sg_agent_of(hsa_agent_t agent);
sg_pool *sg_pool_of(uint64_t handle);

// --- memory (memory.c) ----------------------------------------------------------------------------------------

// Ranges: owner = sg_pool*, kind = hsa_amd_pointer_type_t, flags = whether the HSA user may free it.
extern sg_ranges sg_allocations;

hsa_status_t sg_pool_allocate(sg_pool *pool, size_t size, void **ptr);

// --- signals (signal.c) ----------------------------------------------------------------------------------------

typedef struct sg_queue sg_queue;
typedef struct sg_handler sg_handler;

// The first 64 bytes have the layout of AMD's amd_signal_t, which tools are known to read.
typedef struct sg_signal {
    int64_t kind; // 1: user, -1: doorbell
    _Atomic(int64_t) value;
    uint64_t event_mailbox_ptr;
    uint32_t event_id;
    uint32_t reserved1;
    _Atomic(uint64_t) start_ts; // agent ticks
    _Atomic(uint64_t) end_ts;
    void *queue_ptr;
    uint32_t reserved3[2];

    _Atomic(uint32_t) magic;
    sg_sleepers waiters;
    _Atomic(uint32_t) handlers; // length of `chain`
    sg_handler *chain;          // guarded by the handler lock
    _Atomic(uint32_t) polled;   // its value may change without a call: waiters look often
    uint32_t link;              // of the slab
    _Atomic(sg_queue *) doorbell_of; // the queue whose doorbell it is
    struct sg_signal *next_doorbell; // while idle
    _Atomic(sg_agent *) copy_agent;  // whose ticks the times of a copy are; NULL: no profiled copy
    uint8_t pad[8];
} sg_signal;

_Static_assert(offsetof(sg_signal, start_ts) == 32 && offsetof(sg_signal, magic) == 64, "amd_signal_t");
_Static_assert(sizeof(sg_signal) == 128, "cache lines");

// Any thread. NULL: out of memory.
sg_signal *sg_signal_make(int64_t value);
void sg_signal_unmake(sg_signal *signal);
sg_signal *sg_doorbell_make(sg_queue *queue);
void sg_doorbell_unmake(sg_signal *doorbell);

// Any thread. NULL: not a live signal.
sg_signal *sg_signal_of(hsa_signal_t handle);
hsa_signal_t sg_signal_handle(sg_signal *signal);

bool sg_signal_satisfies(int64_t value, hsa_signal_condition_t condition, int64_t compare);

// Any thread. Returns the last value seen, whether it satisfies the condition or time ran out.
int64_t sg_signal_wait(sg_signal *signal, hsa_signal_condition_t condition, int64_t compare, uint64_t timeout_ns);

// Any thread, after the value of `signal` changed: wakes waiters, the queue behind a doorbell, and handlers.
void sg_signal_notify(sg_signal *signal);

// Any thread, before sg_signal_complete: ticks of the agent that did the work. NULL is allowed.
void sg_signal_set_times(sg_signal *signal, uint64_t start, uint64_t end);

// Any thread. What a packet or a copy does at its end: value - 1. NULL is allowed.
void sg_signal_complete(sg_signal *signal);

// --- handlers (handler.c) -----------------------------------------------------------------------------------------

// Any thread. Calls `run(arg)` once the condition holds: on the thread that made it hold, or on this one if it
// holds already. For the runtime itself: `run` must not block. False: out of memory.
bool sg_signal_then(sg_signal *signal, hsa_signal_condition_t condition, int64_t compare, void (*run)(void *), void *arg);

void sg_handlers_fire(sg_signal *signal);
void sg_handlers_drop(sg_signal *signal);

// --- queues (queue.c, worker.c) --------------------------------------------------------------------------------------

typedef struct sg_intercept sg_intercept;

struct sg_queue {
    hsa_queue_t hsa; // first: the handle is its address
    sg_agent *agent;
    sg_signal *doorbell;
    void (*on_error)(hsa_status_t, hsa_queue_t *, void *);
    void *on_error_data;
    _Atomic(uint32_t) worker_generation; // the fork generation whose worker serves it, 0: none yet
    _Atomic(bool) stop;
    _Atomic(bool) inactive;
    _Atomic(bool) profiling;
    _Atomic(int32_t) priority;
    _Atomic(uint32_t) cu_mask;
    sg_intercept *intercept; // a proxy: what stands behind it. Constant
    sg_queue *proxy;         // a hardware queue: the proxy in front of it, or NULL. Constant
    pthread_mutex_t lock;    // start and end of the worker; of a proxy: one thread rewrites at a time
    pthread_t worker;
    _Atomic(uint32_t) scratch; // who has the scratch, see scratch.c
    size_t scratch_size;
    bool scratch_once;
    bool fork_held; // the lock, by the fork that is under way
    sg_queue *next; // guarded by the state lock
    // What submitters write, what the worker writes, and what both only read: each on cache lines of its own.
    _Alignas(64) _Atomic(uint64_t) write_index;
    _Alignas(64) _Atomic(uint64_t) read_index;
    _Atomic(uint64_t) running; // completion signal of the packet that the worker is executing
};

extern sg_queue *sg_queues;
extern pthread_mutex_t sg_state_lock;

// Any thread. NULL: no queue.
sg_queue *sg_queue_of(const hsa_queue_t *queue);

// Any thread. The queue whose worker executes what is put into `queue`: itself, or the one behind a proxy.
sg_queue *sg_queue_hardware(const hsa_queue_t *queue);

// Any thread. The parts of hsa_queue_create and hsa_queue_destroy. sg_queue_make: NULL when out of memory.
hsa_status_t sg_queue_check(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type, hsa_queue_t **queue);
uint64_t sg_queue_next_id(void);
sg_queue *sg_queue_make(sg_agent *agent, uint32_t size, hsa_queue_type32_t type, uint64_t id);
void sg_queue_publish(sg_queue *queue);
void sg_queue_unlink(sg_queue *queue);
void sg_queue_stop(sg_queue *queue);
void sg_queue_free(sg_queue *queue);

// Any thread. Makes sure that a worker looks at the queue.
void sg_queue_ring(sg_queue *queue);

// The worker's main function.
void *sg_queue_work(void *queue);

// Fork child: what was queued stays the parent's work. Drops it, completing its signals.
void sg_queue_abandon(sg_queue *queue);

// --- intercept queues (intercept.c) ----------------------------------------------------------------------------------

// The thread that rings. Gives the packets that are in the proxy to its interceptors, and what they write to the
// hardware queue.
void sg_intercept_ring(sg_queue *proxy);

// The worker of `hardware`, after it took a packet: moves what found no room before.
void sg_intercept_refill(sg_queue *hardware);

// Any thread. Destroys the proxy and the queue behind it.
void sg_intercept_destroy(sg_queue *proxy);

// Around a fork; in the child: drops what waits for room, completing its signals. Nothing for a queue that is no proxy.
void sg_intercept_lock(sg_queue *queue, uint64_t deadline_ns);
void sg_intercept_unlock(sg_queue *queue);
void sg_intercept_abandon(sg_queue *queue);

// --- scratch (scratch.c) -------------------------------------------------------------------------------------------------

void sg_scratch_setup(sg_agent *gpu);

// The worker, around a dispatch with a private segment. False: out of memory, do not leave.
bool sg_scratch_enter(sg_queue *queue, uint32_t bytes_per_item, uint64_t dispatch);
void sg_scratch_leave(sg_queue *queue);

// Any thread, once the worker is gone.
void sg_scratch_destroy(sg_queue *queue);
void sg_scratch_abandon(sg_queue *queue);

// --- faults (fault.c) ----------------------------------------------------------------------------------------------------

typedef enum sg_fault_kind {
    SG_FAULT_LOSE_DISPATCH,
    SG_FAULT_HANG_DISPATCH,
    SG_FAULT_FAIL_DISPATCH,
    SG_FAULT_ZERO_TIMES,
    SG_FAULT_REVERSE_TIMES,
    SG_FAULT_LOSE_COPY,
    SG_FAULT_OUT_OF_MEMORY,
    SG_FAULTS,
} sg_fault_kind;

void sg_faults_setup(void);

// Any thread. Whether this one goes wrong; counts it. `kernel` is NULL for what is no dispatch.
bool sg_fault(sg_fault_kind kind, const sg_kernel *kernel);

// --- copies (copy.c) -----------------------------------------------------------------------------------------------------

// Fork child: what was submitted stays the parent's work, waiting for dependencies or not. Completes its signals.
void sg_copy_engines_abandon(void);
// Around a fork.
void sg_copy_engines_lock(uint64_t deadline_ns);
void sg_copy_engines_unlock(void);

// --- extensions (extension.c) --------------------------------------------------------------------------------------------

// Any thread. 128 bytes, a bit per extension.
void sg_extension_bits(uint8_t *bits);

// --- clocks (clock.c), state (system.c) --------------------------------------------------------------------------------

enum { SG_CLOCK_HZ = 100000000 };

// Once, before anybody else sees the agent.
void sg_clock_setup(sg_agent *gpu);

// Any thread. The agent's clock; that of the CPU is the system clock. The second one waits for a later tick than `start`.
uint64_t sg_agent_ticks(const sg_agent *agent);
uint64_t sg_agent_ticks_after(const sg_agent *agent, uint64_t start);

// Any thread. Whether copies are to have times.
bool sg_copies_profiled(void);

// Any thread. Whether hsa_init was called more often than hsa_shut_down.
bool sg_hsa_ready(void);
#define SG_REQUIRE_INIT() \
    if (!sg_hsa_ready()) return HSA_STATUS_ERROR_NOT_INITIALIZED

// --- fork (fork.c) -----------------------------------------------------------------------------------------------------------

// 1 in the first process, one more in each forked child; threads of earlier generations do not exist.
extern _Atomic(uint32_t) sg_generation;
extern pthread_mutex_t sg_handlers_lock;
extern sg_slab sg_signals;
extern sg_slab sg_kernels;
extern pthread_mutex_t sg_life_lock; // recursive
extern pthread_mutex_t sg_kernels_lock, sg_descriptors_lock, sg_clock_lock, sg_faults_lock, sg_vmem_lock;
extern sg_registration sg_hsa_registration;

// Fork child, after the queues and the engines: drops the handlers of what they abandoned.
void sg_handlers_abandon(void);

// The threads that a fork needs to re-create are known by this: equal to sg_generation, or gone.
static inline bool sg_alive(_Atomic(uint32_t) *generation) {
    return atomic_load(generation) == atomic_load(&sg_generation);
}

#endif
