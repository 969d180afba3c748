// The inside of the software HIP runtime, a layer over the public HSA functions: a stream is an HSA queue, a launch
// an AQL packet, a copy an HSA asynchronous copy. It calls HSA through the exported functions and so through the HSA
// table, wrapped or not, as AMD's does.
//
// Locks, outermost first: graphs, registry, stream (one at a time), event, ranges, binaries, slab, tracer; below them HSA's
// own. No lock is held while a function of the program runs, nor while a thread waits for work to complete.
#ifndef SOFTGPU_HIP_RUNTIME_H
#define SOFTGPU_HIP_RUNTIME_H

#include "base.h"
#include "hip_tables.h"
#include "kernel.h"
#include "ranges.h"
#include "registration.h"
#include "slab.h"

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

// --- entry (entry.c, error.c) ---------------------------------------------------------------------------------

enum { SG_HIP_VERSION = 10000 * 7 + 100 * 1 + 0, SG_HIP_VERSION_NUMBER = 70100000 };

const HipDispatchTable *softgpu_hip_table(void);
const HipCompilerDispatchTable *softgpu_hip_compiler_table(void);

extern sg_registration sg_hip_registration;
extern sg_registration sg_hip_compiler_registration;

// Any thread. Remembers `error` for hipGetLastError (not success, not "not ready") and gives it back.
hipError_t sg_result(hipError_t error);
#define SOFTGPU_HIP_UNSUPPORTED sg_result(hipErrorNotSupported)

// Any thread. Initialises HSA and the devices at the first call.
hipError_t sg_hip_ready(void);

// First line of every function that touches a device.
#define SG_REQUIRE_DEVICES() \
    do { \
        hipError_t ready_ = sg_hip_ready(); \
        if (ready_ != hipSuccess) return sg_result(ready_); \
    } while (0)

// --- devices (device.c) ------------------------------------------------------------------------------------------

enum { SG_MAX_DEVICES = 16 };

// A hipCtx_t is the address of one.
typedef struct ihipCtx_t {
    hsa_agent_t agent;
    hsa_amd_memory_pool_t pool;
    char name[64];
    size_t memory;
    uint32_t compute_units;
    int ordinal;
    _Atomic(hipStream_t) null_stream; // made at its first use, under the registry lock; never destroyed
    _Atomic(unsigned) flags;
} sg_device;

extern sg_device sg_devices[SG_MAX_DEVICES];
extern int sg_device_count;
extern hsa_agent_t sg_cpu_agent;
extern hsa_amd_memory_pool_t sg_host_pool;

// Any thread. The calling thread's current device.
int sg_current_device(void);

// --- memory (memory.c) ----------------------------------------------------------------------------------------------

// Ranges: owner = sg_device* (the device it belongs to or was current), kind = hipMemoryType, flags = allocation flags.
extern sg_ranges sg_memory;
enum { SG_MEMORY_REGISTERED = 1u << 31 }; // in flags: the program's own memory, do not free

// Any thread. Frees without waiting for work.
hipError_t sg_memory_release(void *ptr);

// --- graph nodes (graph.c) -----------------------------------------------------------------------------------------------

typedef struct sg_nodes {
    hipGraphNode_t *at;
    uint32_t count, capacity;
} sg_nodes;

// --- operations (op.c) --------------------------------------------------------------------------------------------------

enum { SG_OP_KERNARG = 256, SG_OP_DEPS = 4 };

// One piece of work of a stream. `done` goes from 1 to 0. Held by: the stream while in flight, the stream as its last,
// events, later operations that wait for it.
typedef struct sg_op {
    _Atomic(uint32_t) refs;
    uint32_t link; // of the slab
    uint32_t generation;
    uint32_t dep_count;
    hsa_signal_t done; // created once, reused with the object
    struct sg_op *next;
    hipStream_t stream; // that it was submitted to
    struct sg_op *deps[SG_OP_DEPS]; // released with it
    void *kept;                     // what its packets point at, beside the object; NULL: nothing
    void (*release)(void *);        // gives it back with the operation
    _Alignas(16) unsigned char kernarg[SG_OP_KERNARG];
} __attribute__((aligned(64))) sg_op;

typedef union sg_packet {
    uint16_t header;
    hsa_kernel_dispatch_packet_t kernel;
    hsa_barrier_and_packet_t barrier;
    hsa_agent_dispatch_packet_t call;
} sg_packet;

typedef enum {
    SG_WORK_BARRIER, SG_WORK_KERNEL, SG_WORK_CALL, SG_WORK_COPY, SG_WORK_COPY_RECT, SG_WORK_PACKETS
} sg_work_kind;

// What to do; lives on the submitter's stack, or in a graph.
typedef struct sg_work {
    sg_work_kind kind;
    union {
        struct {
            hipEvent_t record, wait; // either may be NULL
        };
        struct {
            sg_kernel *kernel;
            const hipMemsetParams *fill; // NULL unless the kernel is the runtime's that does this
            uint64_t kernel_object;
            dim3 grid, block; // in blocks, in threads
            uint32_t shared;
            const void *kernarg; // kernel->kernarg_bytes, copied
        };
        struct {
            void (*call)(void *);
            void *call_arg;
            bool once; // cannot be done again, by a graph
        };
        struct {
            void *dst;
            const void *src;
            hsa_agent_t dst_agent, src_agent;
            size_t bytes;
        };
        struct {
            hsa_pitched_ptr_t to, from;
            hsa_dim3_t extent; // bytes, rows, slices
            hsa_agent_t rect_agent;
            hsa_amd_copy_direction_t direction;
        };
        struct {
            const sg_packet *packets;
            uint32_t packet_count;
            void *kept; // what they point at: the operation holds it by keep(kept)
            void *(*keep)(void *);
            void (*release)(void *);
        };
    };
} sg_work;

// Any thread. Appends the work to the stream, after everything that HIP's rules for the null stream put before it
// and after `after` (may be NULL). *op, if wanted, gets a reference that is the caller's. When the stream is captured the
// work becomes a node of the graph instead, and *op is NULL.
hipError_t sg_submit(hipStream_t stream, const sg_work *work, sg_op *after, sg_op **op);

// Any thread. The same for several pieces, with nothing of another thread between them, and *op of the last. Not captured.
hipError_t sg_submit_all(hipStream_t stream, const sg_work *works, uint32_t count, sg_op *after, sg_op **op);

sg_op *sg_op_hold(sg_op *op); // NULL stays NULL
void sg_op_drop(sg_op *op);   // NULL is allowed
bool sg_op_is_done(const sg_op *op);

// Any thread, holding no lock but a stream's. Waits for the operation; `stream` (or NULL) says where an error shows.
hipError_t sg_op_wait(const sg_op *op, hipStream_t stream);

// Any thread, no lock held. The same for a call of the program, which returns when all that follows is done, too.
hipError_t sg_op_finish(const sg_op *op, hipStream_t stream);

// --- queues (queue.c), with the stream's lock ---------------------------------------------------------------------------

// Gives the stream its queue, if it has none yet.
hipError_t sg_queue_require(hipStream_t stream);

sg_packet sg_packet_barrier(const hsa_signal_t *deps, uint32_t count); // at most 5
sg_packet sg_packet_kernel(const sg_work *work, void *kernarg);
sg_packet sg_packet_call(void (*call)(void *), void *arg);

// Appends packets and rings once, or once for each part when the queue has no room for all. `completion` (or a null
// handle) becomes the completion signal of the last one.
void sg_queue_push(hipStream_t stream, const sg_packet *packets, uint32_t count, hsa_signal_t completion);

// --- streams (stream.c) ---------------------------------------------------------------------------------------------------

struct ihipStream_t {
    _Atomic(uint32_t) magic;
    uint32_t link; // of the slab
    uint32_t generation;
    int device;
    unsigned flags;
    int priority;
    uint64_t id;
    bool is_null;
    bool fork_held;
    _Atomic(int) error; // sticky hipError_t of its queue
    _Atomic(bool) busy;     // false: there is surely nothing under way
    struct sg_capture *capture; // NULL: not captured. This and the next are guarded by the graphs lock
    sg_nodes capture_deps;      // what the next captured work comes after
    pthread_mutex_t lock; // guards all below
    hsa_queue_t *queue;   // created by the first work
    sg_op *last;          // NULL: idle as far as anybody looked
    bool last_is_copy;    // `last` is not in the queue but on a copy engine
    sg_op *head, **tail;  // in flight, in order
    uint32_t in_flight;
    hipStream_t next; // registry
} __attribute__((aligned(64)));

extern pthread_mutex_t sg_registry_lock;
extern hipStream_t sg_streams; // every stream, guarded by the registry lock

// Any thread. Turns a handle (or 0, legacy, per-thread) into a stream. Error: not a stream.
hipError_t sg_stream_of(hipStream_t handle, hipStream_t *stream);

// Any thread, holding at most the registry lock. The last operation if it is still under way, with a reference; else NULL.
sg_op *sg_stream_pending(hipStream_t stream);

// Any thread. Waits until what was submitted so far is done.
hipError_t sg_stream_finish(hipStream_t stream);
hipError_t sg_device_finish(int device, bool blocking_only);

// Lock and unlock for submission; entering forgets what a forked child inherited.
void sg_stream_enter(hipStream_t stream);
void sg_stream_leave(hipStream_t stream);

// With the stream's lock. Drops the operations that are done; with `all`, every one.
void sg_stream_reap(hipStream_t stream, bool all);

// --- capture (capture.c) -------------------------------------------------------------------------------------------------

extern pthread_mutex_t sg_graphs_lock;
extern _Atomic(uint32_t) sg_captures; // under way; 0: nothing here needs to be asked

// Any thread, no lock held. Makes a node of `work` if the stream is being captured. Error: it cannot become one.
hipError_t sg_capture_work(hipStream_t stream, const sg_work *work, bool *captured);
hipError_t sg_capture_graph(hipStream_t stream, hipGraph_t graph, bool *captured); // of a copy of the graph

// Any thread, no lock held. The status of a call that waits for or asks about a stream: an error while it is captured,
// which spoils the capture.
hipError_t sg_capture_forbids(hipStream_t stream);

hipError_t sg_capture_forbids_device(int device); // the same for a call that waits for all its streams

// Any thread, no lock held. The stream is going away.
void sg_capture_forget(hipStream_t stream);

// Any thread, no lock held. Notes in `mark` where a captured stream is; or puts the stream there, which is then captured
// too. *captured: whether this had to do with a capture.
typedef struct sg_mark {
    uint64_t capture; // 0: none
    sg_nodes nodes;
} sg_mark;
hipError_t sg_capture_mark(hipStream_t stream, sg_mark *mark, bool *captured);
hipError_t sg_capture_join(hipStream_t stream, const sg_mark *mark, bool *captured);
bool sg_capture_has(const sg_mark *mark); // the capture that it belongs to is under way
void sg_capture_unmark(sg_mark *mark);

// --- symbols (module.c) ----------------------------------------------------------------------------------------------------

// Any thread. Where `bytes` at `offset` of a device variable are.
hipError_t sg_symbol_place(const void *symbol, size_t bytes, size_t offset, void **place);

// --- copies and fills (copy.c, fill.c) ---------------------------------------------------------------------------------------

// Any thread. stream is a handle. When `wait` or when a side is memory that HIP does not know (pageable), returns when done.
hipError_t sg_copy(void *dst, const void *src, size_t bytes, hipMemcpyKind kind, hipStream_t stream, bool wait);
hipError_t sg_copy_rect(
    const hsa_pitched_ptr_t *to, const hsa_pitched_ptr_t *from, hsa_dim3_t extent, hipMemcpyKind kind,
    hipStream_t stream, bool wait);

// Any thread. The same copies as work. *pageable (may be NULL): whether a side is memory that HIP does not know.
hipError_t sg_copy_work(void *dst, const void *src, size_t bytes, hipMemcpyKind kind, sg_work *work, bool *pageable);
hipError_t sg_copy_rect_work(
    const hsa_pitched_ptr_t *to, const hsa_pitched_ptr_t *from, hsa_dim3_t extent, hipMemcpyKind kind, sg_work *work,
    bool *pageable);
hipError_t sg_copy_3d_work(const hipMemcpy3DParms *params, sg_work *work);

// Any thread. Writes rows x count elements of `unit` (1, 2, 4) bytes, rows `pitch` bytes apart.
enum { SG_FILL_KERNARG = 40 };
sg_kernel *sg_fill_kernel(const hipMemsetParams *params, unsigned char *kernarg); // NULL: out of memory
bool sg_fill_is_valid(const hipMemsetParams *params);
hipError_t sg_fill(
    void *dst, uint32_t value, uint32_t unit, size_t count, size_t rows, size_t pitch, hipStream_t stream, bool wait);

// --- launches (launch.c, args.c) -----------------------------------------------------------------------------------------------

// Any thread. Copies the arguments of a launch to `kernarg` (kernel->kernarg_bytes).
void sg_args_copy(const sg_kernel *kernel, void *const *args, unsigned char *kernarg);

// Any thread. The same from kernelParams or, if those are NULL, from extra; whether the launch may be at all.
hipError_t sg_args_take(const sg_kernel *kernel, void **args, void **extra, unsigned char *kernarg);
hipError_t sg_launch_check(sg_kernel *kernel, dim3 grid, dim3 block, size_t shared);

hipError_t sg_launch(
    sg_kernel *kernel, dim3 grid, dim3 block, size_t shared, hipStream_t stream, void **args, void **extra);

// --- code objects (binary.c) -----------------------------------------------------------------------------------------------------

// Any thread, no lock held. What to launch `kernel` with on a device: of the code object that has the kernel, which is
// loaded there at the first launch. 0: out of memory.
uint64_t sg_kernel_object(sg_kernel *kernel, int device);

// --- events (event.c) ------------------------------------------------------------------------------------------------------------

hipError_t sg_event_record(hipEvent_t event, hipStream_t stream);
bool sg_is_event(hipEvent_t event);
sg_op *sg_event_pending(hipEvent_t event);      // with a reference; NULL: nothing to wait for
void sg_event_set(hipEvent_t event, sg_op *op); // takes over the reference
extern pthread_mutex_t sg_events_lock;

// --- the rest ----------------------------------------------------------------------------------------------------------------------

// Any thread. Puts a function into the stream that is to be called once: never into a graph.
hipError_t sg_call(hipStream_t stream, void (*call)(void *), void *arg);

extern _Atomic(uint32_t) sg_hip_generation; // see hsa/fork.c
enum { SG_MAX_STREAMS = 1 << 16 };
extern sg_slab sg_ops, sg_stream_slab, sg_event_slab, sg_graph_slab, sg_node_slab, sg_exec_slab, sg_pool_slab;
extern sg_ranges sg_symbols;
extern pthread_mutex_t sg_ready_lock, sg_tracer_lock;

#endif
