// hipRegisterTracerCallback: calls are reported by the thread that makes them, operations after their completion,
// by a thread of HSA or by a thread that waits for them.
#include "tracer.h"

#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "device.h"
#include "generation.h"
#include "hip.h"
#include "kernel.h"
#include "op.h"
#include "stream.h"
#include "work.h"

_Atomic(sg_tracer) sg_registered_tracer;

static _Thread_local uint64_t correlation_id; // of the call that the thread is in

// --- the hook ------------------------------------------------------------------------------------------------------

typedef void hook(sg_tracer);

static bool hook_hidden; // simulates a runtime without it
static bool commits;     // generation C: the tool is asked once more when an operation is created

// Generations A and B are the same for the runtime: they differ in when the tool takes records.
__attribute__((constructor)) static void choose_generation(void) {
    const char* generation = sg_env("SOFTGPU_HIP_TRACER");
    if (generation == NULL) return;
    hook_hidden = strcmp(generation, "none") == 0;
    commits = strcmp(generation, "C") == 0;
}

static void register_tracer(sg_tracer function) { atomic_store(&sg_registered_tracer, function); }

// Resolves the function for the loader, at each look-up. Libraries linked to it resolve it before the generation is
// chosen, and get the function.
__attribute__((no_sanitize("address", "undefined", "thread"), used)) static hook* find_hook(void) {
    return hook_hidden ? NULL : register_tracer;
}

SOFTGPU_EXPORT hook hipRegisterTracerCallback __attribute__((ifunc("find_hook")));

// --- calls ---------------------------------------------------------------------------------------------------------

bool sg_trace_begin(sg_trace* trace, uint32_t operation) {
    sg_tracer tracer = atomic_load(&sg_registered_tracer);
    trace->operation = operation;
    trace->wanted = tracer != NULL && tracer(SG_TRACE_API, operation, trace) == 0;
    if (!trace->wanted) return false;
    correlation_id = trace->correlation_id;
    return trace->phase_enter != NULL;
}

void sg_trace_enter(sg_trace* trace) { trace->phase_enter(trace->operation, trace); }

// A nested call consumes the id, as the protocol prescribes.
void sg_trace_end(sg_trace* trace) {
    if (!trace->wanted) return;
    if (trace->phase_exit != NULL) trace->phase_exit(trace->operation, trace);
    correlation_id = 0;
}

// --- names ---------------------------------------------------------------------------------------------------------

const char* sg_hipApiName(uint32_t id) {
    switch (id) {
#define SOFTGPU_X(name, id) \
    case id: \
        return #name;
#include "hip_api_names.inc"
#undef SOFTGPU_X
        default: return "unknown";
    }
}

// The types of operations, which are OpenCL's commands.
enum {
    INTERNAL_MARKER = 0,
    KERNEL_EXECUTION = 0x11F0,
    COPY_TO_HOST = 0x11F3,
    COPY_TO_DEVICE = 0x11F4,
    COPY_ON_DEVICE = 0x11F5,
    MARKER = 0x11FE,
    RECT_TO_HOST = 0x1201,
    RECT_TO_DEVICE = 0x1202,
    RECT_ON_DEVICE = 0x1203,
    FILL_BUFFER = 0x1207,
};

SOFTGPU_EXPORT const char* hipGetCmdName(uint32_t kind) {
    switch (kind) {
        case INTERNAL_MARKER: return "InternalMarker";
        case KERNEL_EXECUTION: return "KernelExecution";
        case COPY_TO_HOST: return "CopyDeviceToHost";
        case COPY_TO_DEVICE: return "CopyHostToDevice";
        case COPY_ON_DEVICE: return "CopyDeviceToDevice";
        case MARKER: return "Marker";
        case RECT_TO_HOST: return "CopyDeviceToHost2D";
        case RECT_TO_DEVICE: return "CopyHostToDevice2D";
        case RECT_ON_DEVICE: return "CopyDeviceToDevice2D";
        case FILL_BUFFER: return "FillBuffer";
        default: return "Unknown command kind";
    }
}

// --- operations ----------------------------------------------------------------------------------------------------

struct sg_traced {
    struct sg_traced* next;
    sg_op* op;
    bool copies;
    hsa_agent_t agent;
    sg_activity activity;
};

pthread_mutex_t sg_tracer_lock = PTHREAD_MUTEX_INITIALIZER; // guards the lists; innermost
static pthread_cond_t delivered = PTHREAD_COND_INITIALIZER;
static _Thread_local bool delivering;

// Indexed by a stream's index in its slab, not stored in the stream: a handler may run late, when another stream
// has that index.
typedef struct list {
    struct sg_traced *first, *last; // in order
    bool busy;                      // a thread is reporting
} list;
static list lists[SG_MAX_STREAMS];

static list* list_of(hipStream_t stream) {
    return &lists[((char*)stream - sg_stream_slab.base) / (ptrdiff_t)sizeof *stream];
}

void sg_trace_abandon(void) {
    for (uint32_t i = 0; i < sg_stream_slab.used; i++) lists[i].busy = false;
}

bool sg_trace_wants_operations(void) {
    sg_tracer tracer = atomic_load(&sg_registered_tracer);
    return tracer != NULL && tracer(SG_TRACE_OPS, SG_TRACE_DISPATCH, NULL) == 0;
}

static void describe_copy(const sg_work* work, sg_activity* a) {
    bool rect = work->kind == SG_WORK_COPY_RECT;
    bool from_host, to_host;
    if (rect) {
        from_host = work->direction == hsaHostToDevice || work->direction == hsaHostToHost;
        to_host = work->direction == hsaDeviceToHost || work->direction == hsaHostToHost;
        a->bytes = (uint64_t)work->extent.x * work->extent.y * work->extent.z;
    } else {
        from_host = work->src_agent.handle == sg_cpu_agent.handle;
        to_host = work->dst_agent.handle == sg_cpu_agent.handle;
        a->bytes = work->bytes;
    }
    a->operation = SG_TRACE_COPY;
    if (to_host && !from_host) a->kind = rect ? RECT_TO_HOST : COPY_TO_HOST;
    else if (from_host && !to_host) a->kind = rect ? RECT_TO_DEVICE : COPY_TO_DEVICE;
    else a->kind = rect ? RECT_ON_DEVICE : COPY_ON_DEVICE;
}

static void describe_kernel(const sg_kernel* kernel, sg_activity* a) {
    a->operation = SG_TRACE_DISPATCH;
    a->kind = KERNEL_EXECUTION;
    a->kernel_name = atomic_load(&kernel->name);
}

static bool describe_packets(const sg_work* work, sg_activity* a) {
    const hsa_kernel_dispatch_packet_t* packet = &work->packets[0].kernel;
    if (work->packet_count != 1 || (uint8_t)packet->header != HSA_PACKET_TYPE_KERNEL_DISPATCH) return false;
    const sg_kernel* kernel = softgpu_kernel_of_object(packet->kernel_object);
    if (kernel == NULL) return false;
    describe_kernel(kernel, a);
    return true;
}

static bool describe(const sg_work* work, sg_activity* a) {
    switch (work->kind) {
        case SG_WORK_PACKETS: return describe_packets(work, a);
        case SG_WORK_COPY:
        case SG_WORK_COPY_RECT: describe_copy(work, a); return true;
        case SG_WORK_KERNEL:
            if (work->fill == NULL) {
                describe_kernel(work->kernel, a);
                return true;
            }
            a->operation = SG_TRACE_COPY;
            a->kind = FILL_BUFFER;
            a->bytes = (uint64_t)work->fill->width * work->fill->height * work->fill->elementSize;
            return true;
        default:
            a->operation = SG_TRACE_BARRIER;
            a->kind = commits ? INTERNAL_MARKER : MARKER;
            return work->kind == SG_WORK_BARRIER && work->record != NULL;
    }
}

static void deliver(list* l);

static bool on_done(hsa_signal_value_t value, void* arg) {
    (void)value;
    list* l = arg;
    pthread_mutex_lock(&sg_tracer_lock);
    if (!l->busy) deliver(l);
    pthread_mutex_unlock(&sg_tracer_lock);
    return false;
}

// Whether the tool wants the operation being created.
static bool is_wanted(sg_tracer tracer, uint32_t operation) {
    if (tracer(SG_TRACE_OPS, operation, NULL) != 0) return false;
    return !commits || tracer(SG_TRACE_OPS, operation, SG_TRACE_COMMIT) == 0;
}

void sg_trace_operation(hipStream_t stream, const sg_work* work, sg_op* op) {
    sg_tracer tracer = atomic_load(&sg_registered_tracer);
    sg_activity a = {.domain = SG_TRACE_OPS, .correlation_id = correlation_id, .queue_id = stream->id};
    if (tracer == NULL || !describe(work, &a) || !is_wanted(tracer, a.operation)) return;
    struct sg_traced* traced = calloc(1, sizeof *traced);
    if (traced == NULL) return;
    hsa_agent_t agent = sg_devices[stream->device].agent;
    uint32_t node = 0;
    hsa_agent_get_info(agent, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_DRIVER_NODE_ID, &node);
    a.device_id = (int32_t)node;
    *traced = (struct sg_traced){.op = sg_op_hold(op),
                                 .copies = work->kind == SG_WORK_COPY || work->kind == SG_WORK_COPY_RECT,
                                 .agent = agent,
                                 .activity = a};
    pthread_mutex_lock(&sg_tracer_lock);
    list* l = list_of(stream);
    if (l->last == NULL) l->first = traced;
    else l->last->next = traced;
    l->last = traced;
    pthread_mutex_unlock(&sg_tracer_lock);
    hsa_amd_signal_async_handler(op->done, HSA_SIGNAL_CONDITION_LT, 1, on_done, l);
}

static void report(struct sg_traced* traced) {
    bool inherited =
        traced->op->generation != atomic_load(&sg_hip_generation); // by a forked child; its parent reports it
    sg_tracer tracer = inherited ? NULL : atomic_load(&sg_registered_tracer);
    hsa_amd_profiling_dispatch_time_t dispatch = {0, 0};
    hsa_amd_profiling_async_copy_time_t copy = {0, 0};
    if (traced->copies) hsa_amd_profiling_get_async_copy_time(traced->op->done, &copy);
    else hsa_amd_profiling_get_dispatch_time(traced->agent, traced->op->done, &dispatch);
    traced->activity.begin_ns = traced->copies ? copy.start : dispatch.start;
    traced->activity.end_ns = traced->copies ? copy.end : dispatch.end;
    if (tracer != NULL) tracer(SG_TRACE_OPS, traced->activity.operation, &traced->activity);
    sg_op_drop(traced->op);
    free(traced);
}

// With the lock. The operations of a stream complete in order.
static struct sg_traced* take_done(list* l) {
    struct sg_traced* traced = l->first;
    if (traced == NULL || !sg_op_is_done(traced->op)) return NULL;
    l->first = traced->next;
    if (l->first == NULL) l->last = NULL;
    return traced;
}

// Runs on one thread at a time, which keeps the order. It checks again before it leaves, so it also reports
// operations completed meanwhile.
static void deliver(list* l) {
    l->busy = true;
    struct sg_traced* traced;
    while ((traced = take_done(l)) != NULL) {
        pthread_mutex_unlock(&sg_tracer_lock);
        delivering = true;
        report(traced);
        delivering = false;
        pthread_mutex_lock(&sg_tracer_lock);
    }
    l->busy = false;
    pthread_cond_broadcast(&delivered);
}

static void settle(list* l) {
    if (delivering) return; // called from the tool's own function
    pthread_mutex_lock(&sg_tracer_lock);
    while (l->busy) pthread_cond_wait(&delivered, &sg_tracer_lock);
    deliver(l);
    pthread_mutex_unlock(&sg_tracer_lock);
}

void sg_trace_deliver(hipStream_t stream) { settle(list_of(stream)); }

void sg_trace_deliver_all(void) {
    pthread_mutex_lock(&sg_stream_slab.lock);
    uint32_t used = sg_stream_slab.used;
    pthread_mutex_unlock(&sg_stream_slab.lock);
    for (uint32_t i = 0; i < used; i++) settle(&lists[i]);
}
