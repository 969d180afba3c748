// Plans: the steps of an executable graph's launch, computed in advance for one device.
//
// The nodes are put in an order that respects their dependencies, and the queue keeps that order. So adjacent
// kernels, fills and host functions form a run of packets, ready to be written into the queue as they are; copies
// and events lie between such runs. Child graphs are part of the same order.
#define _GNU_SOURCE
#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "binary.h"
#include "fill_kernel.h"
#include "graph.h"
#include "graph_log.h"
#include "graph_order.h"
#include "kernel.h"
#include "queue.h"
#include "work.h"

typedef struct size {
    size_t nodes, kernarg_bytes;
} size;

static size_t aligned(size_t bytes) { return (bytes + 15) / 16 * 16; }

static void measure(hipGraph_t graph, size* s) {
    s->nodes += graph->nodes.count;
    for (uint32_t i = 0; i < graph->nodes.count; i++) {
        const sg_task* task = &graph->nodes.at[i]->task;
        if (task->type == hipGraphNodeTypeKernel) s->kernarg_bytes += aligned(task->launch.kernel->kernarg_bytes);
        if (task->type == hipGraphNodeTypeMemset) s->kernarg_bytes += aligned(SG_FILL_KERNARG);
        if (task->type == hipGraphNodeTypeGraph) measure(task->child, s);
    }
}

static sg_plan* make_plan(hipGraph_t graph, int device) {
    size s = {0, 0};
    measure(graph, &s);
    sg_plan* plan = calloc(1, sizeof *plan);
    if (plan == NULL) return NULL;
    atomic_store(&plan->refs, 1);
    plan->device = device;
    plan->steps = calloc(s.nodes + 1, sizeof *plan->steps);
    plan->packets = aligned_alloc(64, (s.nodes + 1) * sizeof *plan->packets);
    plan->kernargs = aligned_alloc(64, (s.kernarg_bytes + 64) / 64 * 64);
    plan->logged = calloc(s.nodes + 1, sizeof *plan->logged);
    if (plan->steps != NULL && plan->packets != NULL && plan->kernargs != NULL && plan->logged != NULL) return plan;
    sg_plan_drop(plan);
    return NULL;
}

void* sg_plan_hold(void* held) {
    atomic_fetch_add(&((sg_plan*)held)->refs, 1);
    return held;
}

void sg_plan_drop(void* dropped) {
    sg_plan* plan = dropped;
    if (plan == NULL || atomic_fetch_sub(&plan->refs, 1) != 1) return;
    free(plan->steps);
    free(plan->packets);
    free(plan->kernargs);
    for (uint32_t i = 0; i < plan->logged_count; i++) free(plan->logged[i].path);
    free(plan->logged);
    free(plan);
}

// --- from nodes to steps -------------------------------------------------------------------------------------------

typedef struct builder {
    sg_plan* plan;
    uint32_t packets;
    size_t kernarg_bytes;
    const char* path; // of the node
} builder;

static hipError_t add_graph(builder* b, hipGraph_t graph, const char* path);

static hipError_t note(builder* b, const char* kind, const char* name) {
    char* path = strdup(b->path);
    if (path == NULL) return hipErrorOutOfMemory;
    b->plan->logged[b->plan->logged_count++] = (sg_graph_step){kind, name, path};
    return hipSuccess;
}

static hipError_t add_step(builder* b, sg_work work) {
    b->plan->steps[b->plan->step_count++] = work;
    return hipSuccess;
}

static hipError_t add_packet(builder* b, sg_packet packet) {
    sg_plan* plan = b->plan;
    plan->packets[b->packets++] = packet;
    sg_work* last = plan->step_count == 0 ? NULL : &plan->steps[plan->step_count - 1];
    if (last != NULL && last->kind == SG_WORK_PACKETS) {
        last->packet_count++;
        return hipSuccess;
    }
    return add_step(b, (sg_work){.kind = SG_WORK_PACKETS,
                                 .packets = &plan->packets[b->packets - 1],
                                 .packet_count = 1,
                                 .kept = plan,
                                 .keep = sg_plan_hold,
                                 .release = sg_plan_drop});
}

static hipError_t add_kernel(builder* b, sg_work* work, const void* kernarg) {
    work->kernel_object = sg_kernel_object(work->kernel, b->plan->device);
    if (work->kernel_object == 0) return hipErrorOutOfMemory;
    unsigned char* own = b->plan->kernargs + b->kernarg_bytes;
    memcpy(own, kernarg, work->kernel->kernarg_bytes);
    b->kernarg_bytes += aligned(work->kernel->kernarg_bytes);
    return add_packet(b, sg_packet_kernel(work, own));
}

static hipError_t add_launch(builder* b, const sg_task* task) {
    sg_work work = {.kind = SG_WORK_KERNEL,
                    .kernel = task->launch.kernel,
                    .grid = task->launch.grid,
                    .block = task->launch.block,
                    .shared = task->launch.shared};
    hipError_t status = note(b, "kernel", atomic_load(&task->launch.kernel->name));
    return status == hipSuccess ? add_kernel(b, &work, task->launch.kernarg) : status;
}

static hipError_t add_fill(builder* b, const hipMemsetParams* params) {
    if (params->width == 0 || params->height == 0) return hipSuccess;
    _Alignas(16) unsigned char kernarg[SG_FILL_KERNARG];
    sg_kernel* kernel = sg_fill_kernel(params, kernarg);
    if (kernel == NULL) return hipErrorOutOfMemory;
    sg_work work = {.kind = SG_WORK_KERNEL, .kernel = kernel, .grid = {1, 1, 1}, .block = {1, 1, 1}};
    hipError_t status = note(b, "memset", atomic_load(&kernel->name));
    return status == hipSuccess ? add_kernel(b, &work, kernarg) : status;
}

static hipError_t add_copy(builder* b, const sg_work* work) {
    bool empty = work->kind == SG_WORK_COPY ? work->bytes == 0
                                            : work->extent.x == 0 || work->extent.y == 0 || work->extent.z == 0;
    if (empty) return hipSuccess;
    hipError_t status = note(b, "memcpy", NULL);
    return status == hipSuccess ? add_step(b, *work) : status;
}

static hipError_t add_host(builder* b, const hipHostNodeParams* params) {
    hipError_t status = note(b, "host", NULL);
    return status == hipSuccess ? add_packet(b, sg_packet_call(params->fn, params->userData)) : status;
}

static hipError_t add_node(builder* b, const sg_task* task) {
    switch (task->type) {
        case hipGraphNodeTypeKernel: return add_launch(b, task);
        case hipGraphNodeTypeMemset: return add_fill(b, &task->fill);
        case hipGraphNodeTypeHost: return add_host(b, &task->host);
        case hipGraphNodeTypeMemcpy: return add_copy(b, &task->copy.work);
        case hipGraphNodeTypeGraph: return add_graph(b, task->child, b->path);
        case hipGraphNodeTypeWaitEvent: return add_step(b, (sg_work){.kind = SG_WORK_BARRIER, .wait = task->event});
        case hipGraphNodeTypeEventRecord: return add_step(b, (sg_work){.kind = SG_WORK_BARRIER, .record = task->event});
        case hipGraphNodeTypeEmpty: return hipSuccess;
        default: return hipErrorNotSupported;
    }
}

static hipError_t add_at(builder* b, const sg_task* task, const char* outer, uint32_t index) {
    char* path = NULL;
    if (asprintf(&path, "%s%s%u", outer, *outer == '\0' ? "" : ".", index) < 0) return hipErrorOutOfMemory;
    b->path = path;
    hipError_t status = add_node(b, task);
    free(path);
    return status;
}

// `path`: of the node whose graph it is, "" for the outermost.
static hipError_t add_graph(builder* b, hipGraph_t graph, const char* path) {
    hipGraphNode_t* order = sg_graph_order(graph);
    if (order == NULL) return hipErrorInvalidValue;
    hipError_t status = hipSuccess;
    for (uint32_t i = 0; status == hipSuccess && i < graph->nodes.count; i++) {
        if (!order[i]->disabled) status = add_at(b, &order[i]->task, path, order[i]->index);
    }
    free(order);
    return status;
}

hipError_t sg_plan_make(hipGraph_t graph, int device, sg_plan** plan) {
    builder b = {.plan = make_plan(graph, device)};
    if (b.plan == NULL) return hipErrorOutOfMemory;
    hipError_t status = add_graph(&b, graph, "");
    if (status == hipSuccess) *plan = b.plan;
    else sg_plan_drop(b.plan);
    return status;
}
