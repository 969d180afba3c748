// A piece of work for a stream.
#ifndef SOFTGPU_HIP_WORK_H
#define SOFTGPU_HIP_WORK_H

#include "hip.h"
#include "kernel.h"

typedef union sg_packet {
    uint16_t header;
    hsa_kernel_dispatch_packet_t kernel;
    hsa_barrier_and_packet_t barrier;
    hsa_agent_dispatch_packet_t call;
} sg_packet;

typedef enum {
    SG_WORK_BARRIER,
    SG_WORK_KERNEL,
    SG_WORK_CALL,
    SG_WORK_COPY,
    SG_WORK_COPY_RECT,
    SG_WORK_PACKETS
} sg_work_kind;

// A piece of work; lives on the submitter's stack, or in a graph.
typedef struct sg_work {
    sg_work_kind kind;
    union {
        struct {
            hipEvent_t record, wait; // either may be NULL
        };
        struct {
            sg_kernel* kernel;
            const hipMemsetParams* fill; // NULL unless the kernel is the runtime's fill kernel
            uint64_t kernel_object;
            dim3 grid, block; // in blocks, in threads
            uint32_t shared;
            const void* kernarg; // kernel->kernarg_bytes, copied
        };
        struct {
            void (*call)(void*);
            void* call_arg;
            bool once; // cannot be repeated by a graph
        };
        struct {
            void* dst;
            const void* src;
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
            const sg_packet* packets;
            uint32_t packet_count;
            void* kept; // the packets' target; the operation holds it by keep(kept)
            void* (*keep)(void*);
            void (*release)(void*);
        };
    };
} sg_work;

#endif
