// The queue of a stream: its creation, and writing packets to it. All functions require the stream's lock, which
// makes the stream the queue's only producer.
#include "queue.h"

#include <sched.h>
#include <string.h>

#include "device.h"
#include "hip.h"
#include "stream.h"
#include "work.h"

enum {
    QUEUE_PACKETS = 16384,        // 1 MB, AMD's default: a graph of some thousand kernels fits
    AGENT_DISPATCH_CALL = 0x8001, // see hsa/worker.c
};

static void queue_failed(hsa_status_t status, hsa_queue_t* queue, void* arg) {
    (void)queue;
    hipStream_t stream = arg;
    int error = status == HSA_STATUS_ERROR_OUT_OF_RESOURCES ? hipErrorOutOfMemory : hipErrorLaunchFailure;
    atomic_store(&stream->error, error);
}

hipError_t sg_queue_require(hipStream_t stream) {
    if (stream->queue != NULL) return hipSuccess;
    hsa_queue_t* queue;
    hsa_status_t status = hsa_queue_create(sg_devices[stream->device].agent, QUEUE_PACKETS, HSA_QUEUE_TYPE_MULTI,
                                           queue_failed, stream, UINT32_MAX, UINT32_MAX, &queue);
    if (status != HSA_STATUS_SUCCESS) return hipErrorOutOfMemory;
    if (stream->priority != 0) {
        hsa_amd_queue_set_priority(queue,
                                   stream->priority < 0 ? HSA_AMD_QUEUE_PRIORITY_HIGH : HSA_AMD_QUEUE_PRIORITY_LOW);
    }
    hsa_amd_profiling_set_profiler_enabled(queue, 1); // for the times of events
    stream->queue = queue;
    return hipSuccess;
}

// --- packets -------------------------------------------------------------------------------------------------------

static uint16_t header_of(uint16_t type) {
    return (uint16_t)(type << HSA_PACKET_HEADER_TYPE | 1 << HSA_PACKET_HEADER_BARRIER
                      | HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE
                      | HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE);
}

sg_packet sg_packet_barrier(const hsa_signal_t* deps, uint32_t count) {
    sg_packet p = {.barrier = {.header = header_of(HSA_PACKET_TYPE_BARRIER_AND)}};
    for (uint32_t i = 0; i < count; i++) p.barrier.dep_signal[i] = deps[i];
    return p;
}

sg_packet sg_packet_kernel(const sg_work* work, void* kernarg) {
    return (sg_packet){.kernel = {
                           .header = header_of(HSA_PACKET_TYPE_KERNEL_DISPATCH),
                           .setup = 3 << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS,
                           .workgroup_size_x = (uint16_t)work->block.x,
                           .workgroup_size_y = (uint16_t)work->block.y,
                           .workgroup_size_z = (uint16_t)work->block.z,
                           .grid_size_x = work->grid.x * work->block.x,
                           .grid_size_y = work->grid.y * work->block.y,
                           .grid_size_z = work->grid.z * work->block.z,
                           .private_segment_size = work->kernel->private_bytes,
                           .group_segment_size = work->shared,
                           .kernel_object = work->kernel_object,
                           .kernarg_address = kernarg,
                       }};
}

// AMD's HIP calls a function of the program when a signal has told it that the work before is over, so a call of HSA
// comes first, too: of no signal, as this thread knows without.
static void run_call(void* call, void* arg) {
    hsa_signal_load_relaxed((hsa_signal_t){0});
    ((void (*)(void*))call)(arg);
}

sg_packet sg_packet_call(void (*call)(void*), void* arg) {
    return (sg_packet){.call = {
                           .header = header_of(HSA_PACKET_TYPE_AGENT_DISPATCH),
                           .type = AGENT_DISPATCH_CALL,
                           .arg = {(uintptr_t)run_call, (uintptr_t)call, (uintptr_t)arg},
                       }};
}

// --- writing to the queue ------------------------------------------------------------------------------------------

// Waits for room: for all of `wanted`, or for half the queue if that is less. The packets of a failed queue are
// lost, but no thread waits for them.
static uint32_t reserve(hipStream_t stream, uint32_t wanted, uint64_t* index) {
    hsa_queue_t* queue = stream->queue;
    uint32_t enough = wanted < queue->size / 2 ? wanted : queue->size / 2;
    uint64_t end = hsa_queue_load_write_index_relaxed(queue);
    uint64_t room;
    while ((room = queue->size - (end - hsa_queue_load_read_index_scacquire(queue))) < enough) {
        if (atomic_load(&stream->error) != 0) {
            room = queue->size;
            break;
        }
        sched_yield();
    }
    uint32_t count = wanted < room ? wanted : (uint32_t)room;
    *index = hsa_queue_add_write_index_relaxed(queue, count);
    return count;
}

// The queue's worker may take the packet as soon as its header is written, even before the doorbell rings.
static void write(hsa_queue_t* queue, uint64_t index, const sg_packet* p, hsa_signal_t completion) {
    sg_packet* slot = (sg_packet*)queue->base_address + (index & (queue->size - 1));
    const size_t header = sizeof p->header;
    memcpy((char*)slot + header, (const char*)p + header, sizeof *p - header);
    if (completion.handle != 0) slot->kernel.completion_signal = completion;
    __atomic_store_n(&slot->header, p->header, __ATOMIC_RELEASE);
}

void sg_queue_push(hipStream_t stream, const sg_packet* packets, uint32_t count, hsa_signal_t completion) {
    const hsa_signal_t none = {0};
    hsa_queue_t* queue = stream->queue;
    while (count > 0) {
        uint64_t index;
        uint32_t now = reserve(stream, count, &index);
        for (uint32_t i = 0; i < now; i++) write(queue, index + i, &packets[i], count - i == 1 ? completion : none);
        hsa_signal_store_screlease(queue->doorbell_signal, (hsa_signal_value_t)(index + now - 1));
        packets += now;
        count -= now;
    }
}
