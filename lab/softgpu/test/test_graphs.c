// Graphs: built by hand, their launches, and changes to them. Captured ones are in test_capture.c.
#define _GNU_SOURCE
#include "check.h"

#include <hip/hip_runtime_api.h>
#include <pthread.h>
#include <softgpu/softgpu.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIST = 1024 };

static atomic_int gate; // a kernel waits at it until it opens

static void wait_for_gate(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    atomic_int* open = *(atomic_int**)args[0];
    while (!atomic_load(open)) usleep(100);
}

static void append(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    int* list = *(int**)args[0];
    list[++list[0]] = *(int*)args[1];
}

// Gives a different result for every other order.
static void fold(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    uint64_t* value = *(uint64_t**)args[0];
    *value = *value * 6364136223846793005u + *(uint32_t*)args[1];
}

static void launch_gate(hipStream_t stream) {
    atomic_store(&gate, 0);
    atomic_int* where = &gate;
    void* args[] = {&where};
    HIP(hipLaunchKernel((void*)wait_for_gate, (dim3){1, 1, 1}, (dim3){1, 1, 1}, args, 0, stream));
}

static void open_gate(void) { atomic_store(&gate, 1); }

static void* open_later(void* unused) {
    usleep(20000);
    open_gate();
    return unused;
}

static int* new_list(void) {
    int* list;
    HIP(hipMallocManaged((void**)&list, LIST * sizeof(int), hipMemAttachGlobal));
    memset(list, 0, LIST * sizeof(int));
    return list;
}

static hipKernelNodeParams kernel_params(void* function, void** args) {
    return (hipKernelNodeParams){.func = function, .gridDim = {1, 1, 1}, .blockDim = {64, 1, 1}, .kernelParams = args};
}

static hipGraphNode_t add_append(hipGraph_t graph, hipGraphNode_t after, int* list, int value) {
    hipGraphNode_t node;
    void* args[] = {&list, &value};
    hipKernelNodeParams params = kernel_params((void*)append, args);
    HIP(hipGraphAddKernelNode(&node, graph, &after, after == NULL ? 0 : 1, &params));
    return node;
}

static hipGraphExec_t instantiate(hipGraph_t graph) {
    hipGraphExec_t exec;
    HIP(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    return exec;
}

static void release(hipGraph_t graph, hipGraphExec_t exec) {
    HIP(hipGraphExecDestroy(exec));
    HIP(hipGraphDestroy(graph));
}

static void times_ten(void* data) {
    int* list = data;
    list[list[0]] *= 10;
}

static void a_launch_does_what_all_kinds_of_nodes_say(void) {
    hipGraph_t graph;
    hipGraphNode_t fill, in, kernel, host, out, last;
    hipStream_t stream;
    int *list = new_list(), *input, *output;
    HIP(hipHostMalloc((void**)&input, 8, 0));
    HIP(hipHostMalloc((void**)&output, 16, 0));
    HIP(hipStreamCreate(&stream));
    HIP(hipGraphCreate(&graph, 0));
    hipMemsetParams zero = {.dst = list, .elementSize = 4, .width = LIST, .height = 1};
    HIP(hipGraphAddMemsetNode(&fill, graph, NULL, 0, &zero));
    HIP(hipGraphAddMemcpyNode1D(&in, graph, &fill, 1, list, input, 8, hipMemcpyHostToDevice));
    kernel = add_append(graph, in, list, 7);
    hipHostNodeParams call = {.fn = times_ten, .userData = list};
    HIP(hipGraphAddHostNode(&host, graph, &kernel, 1, &call));
    HIP(hipGraphAddMemcpyNode1D(&out, graph, &host, 1, output, list, 16, hipMemcpyDeviceToHost));
    HIP(hipGraphAddEmptyNode(&last, graph, &out, 1));
    hipGraphExec_t exec = instantiate(graph);
    for (int round = 1; round <= 50; round++) {
        input[0] = 1;
        input[1] = round;
        HIP(hipGraphLaunch(exec, stream));
        HIP(hipStreamSynchronize(stream));
        CHECK_EQUAL(2, output[0]);
        CHECK_EQUAL(round, output[1]);
        CHECK_EQUAL(70, output[2]);
        CHECK_EQUAL(0, output[3]);
    }
    release(graph, exec);
    HIP(hipStreamDestroy(stream));
    HIP(hipFree(list));
    HIP(hipHostFree(input));
    HIP(hipHostFree(output));
}

static void thousands_of_kernels_run_in_order_in_every_launch(int nodes, int launches, int copy_every) {
    hipGraph_t graph;
    hipGraphNode_t last = NULL;
    hipStream_t stream;
    pthread_t opener;
    uint64_t *value, *copy, expected = 0;
    HIP(hipHostMalloc((void**)&value, 8, 0));
    HIP(hipHostMalloc((void**)&copy, 8, 0));
    *value = 0;
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    HIP(hipGraphCreate(&graph, 0));
    for (uint32_t i = 0; i < (uint32_t)nodes; i++) {
        void* args[] = {&value, &i};
        hipKernelNodeParams params = kernel_params((void*)fold, args);
        hipGraphNode_t before = last;
        HIP(hipGraphAddKernelNode(&last, graph, &before, before == NULL ? 0 : 1, &params));
        if (copy_every == 0 || i % (uint32_t)copy_every != 0) continue;
        before = last;
        HIP(hipGraphAddMemcpyNode1D(&last, graph, &before, 1, copy, value, 8, hipMemcpyDefault));
    }
    hipGraphExec_t exec = instantiate(graph);
    launch_gate(stream);
    CHECK_EQUAL(0, pthread_create(&opener, NULL, open_later, NULL));
    for (int i = 0; i < launches; i++) HIP(hipGraphLaunch(exec, stream));
    release(graph, exec); // launches in progress continue
    HIP(hipStreamSynchronize(stream));
    for (int i = 0; i < launches; i++) {
        for (uint32_t k = 0; k < (uint32_t)nodes; k++) expected = expected * 6364136223846793005u + k;
    }
    CHECK(*value == expected);
    pthread_join(opener, NULL);
    HIP(hipStreamDestroy(stream));
    HIP(hipHostFree(value));
    HIP(hipHostFree(copy));
}

static int place_of(const int* list, int value) {
    for (int i = 1; i <= list[0]; i++) {
        if (list[i] == value) return i;
    }
    return 0;
}

static void a_diamond_keeps_its_dependencies_even_when_they_were_added_last(void) {
    hipGraph_t graph;
    hipStream_t stream;
    int* list = new_list();
    HIP(hipStreamCreate(&stream));
    HIP(hipGraphCreate(&graph, 0));
    hipGraphNode_t end = add_append(graph, NULL, list, 4), left = add_append(graph, NULL, list, 2);
    hipGraphNode_t right = add_append(graph, NULL, list, 3), start = add_append(graph, NULL, list, 1);
    hipGraphNode_t from[] = {start, start, left, right}, to[] = {left, right, end, end};
    HIP(hipGraphAddDependencies(graph, from, to, 4));
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphAddDependencies(graph, from, to, 1)); // already exists
    hipGraphExec_t exec = instantiate(graph);
    HIP(hipGraphLaunch(exec, stream));
    HIP(hipStreamSynchronize(stream));
    CHECK_EQUAL(4, list[0]);
    CHECK_EQUAL(1, place_of(list, 1));
    CHECK_EQUAL(4, place_of(list, 4));
    HIP(hipGraphAddDependencies(graph, &end, &start, 1));
    hipGraphExec_t none;
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphInstantiate(&none, graph, NULL, NULL, 0)); // a cycle
    release(graph, exec);
    HIP(hipStreamDestroy(stream));
    HIP(hipFree(list));
}

static void a_graph_tells_its_nodes_and_edges(void) {
    hipGraph_t graph;
    hipGraphNode_t nodes[5], other[5], root;
    hipGraphNodeType type;
    size_t count = 0, one = 1;
    int* list = new_list();
    HIP(hipGraphCreate(&graph, 0));
    hipGraphNode_t a = add_append(graph, NULL, list, 1), b = add_append(graph, a, list, 2),
                   c = add_append(graph, a, list, 3);
    HIP(hipGraphGetNodes(graph, NULL, &count));
    CHECK_EQUAL(3, count);
    count = 5;
    HIP(hipGraphGetNodes(graph, nodes, &count));
    CHECK(count == 3 && nodes[0] == a && nodes[1] == b && nodes[2] == c && nodes[3] == NULL && nodes[4] == NULL);
    HIP(hipGraphGetRootNodes(graph, &root, &one));
    CHECK(one == 1 && root == a);
    count = 5;
    HIP(hipGraphGetEdges(graph, nodes, other, &count));
    CHECK(count == 2 && nodes[0] == a && other[0] == b && nodes[1] == a && other[1] == c);
    count = 5;
    HIP(hipGraphNodeGetDependencies(c, nodes, &count));
    CHECK(count == 1 && nodes[0] == a);
    count = 1;
    HIP(hipGraphNodeGetDependentNodes(a, nodes, &count));
    CHECK(count == 1 && nodes[0] == b);
    HIP(hipGraphNodeGetType(b, &type));
    CHECK_EQUAL(hipGraphNodeTypeKernel, type);
    HIP(hipGraphRemoveDependencies(graph, &a, &b, 1));
    HIP(hipGraphGetRootNodes(graph, NULL, &count));
    CHECK_EQUAL(2, count);
    HIP(hipGraphDestroyNode(a));
    HIP(hipGraphGetNodes(graph, NULL, &count));
    CHECK_EQUAL(2, count);
    HIP(hipGraphGetEdges(graph, NULL, NULL, &count));
    CHECK_EQUAL(0, count);
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphDestroyNode(a));
    HIP(hipGraphDestroy(graph));
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphDestroy(graph));
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphNodeGetType(b, &type));
    HIP(hipFree(list));
}

static void nodes_say_what_they_do_and_can_be_changed(void) {
    hipGraph_t graph, clone;
    hipGraphNode_t fill, copy, cloned;
    hipKernelNodeParams kernel;
    hipMemsetParams set;
    hipMemcpy3DParms rect;
    hipStream_t stream;
    int *list = new_list(), *other = new_list(), value = 30;
    HIP(hipStreamCreate(&stream));
    HIP(hipGraphCreate(&graph, 0));
    hipGraphNode_t node = add_append(graph, NULL, list, 20);
    HIP(hipGraphKernelNodeGetParams(node, &kernel));
    CHECK(kernel.func == (void*)append && kernel.blockDim.x == 64 && kernel.gridDim.x == 1);
    CHECK(*(int**)kernel.kernelParams[0] == list && *(int*)kernel.kernelParams[1] == 20);
    HIP(hipGraphClone(&clone, graph));
    HIP(hipGraphNodeFindInClone(&cloned, node, clone));
    void* args[] = {&list, &value};
    kernel.kernelParams = args;
    HIP(hipGraphKernelNodeSetParams(node, &kernel));
    hipGraphExec_t changed = instantiate(graph), unchanged = instantiate(clone);
    HIP(hipGraphLaunch(changed, stream));
    HIP(hipGraphLaunch(unchanged, stream));
    value = 40;
    HIP(hipGraphExecKernelNodeSetParams(unchanged, cloned, &kernel)); // later launches only
    HIP(hipGraphLaunch(unchanged, stream));
    HIP(hipStreamSynchronize(stream));
    CHECK(list[0] == 3 && list[1] == 30 && list[2] == 20 && list[3] == 40);

    set = (hipMemsetParams){.dst = other, .elementSize = 4, .width = 2, .height = 2, .pitch = 16, .value = 5};
    HIP(hipGraphAddMemsetNode(&fill, graph, NULL, 0, &set));
    memset(&set, 0, sizeof set);
    HIP(hipGraphMemsetNodeGetParams(fill, &set));
    CHECK(set.dst == other && set.elementSize == 4 && set.width == 2 && set.height == 2 && set.pitch == 16
          && set.value == 5);
    set.value = 6;
    HIP(hipGraphMemsetNodeSetParams(fill, &set));
    rect = (hipMemcpy3DParms){.srcPtr = {.ptr = other, .pitch = 16, .xsize = 8, .ysize = 2},
                              .dstPtr = {.ptr = other + 8, .pitch = 8, .ysize = 2},
                              .extent = {8, 2, 1},
                              .kind = hipMemcpyDefault};
    HIP(hipGraphAddMemcpyNode(&copy, graph, &fill, 1, &rect));
    memset(&rect, 0, sizeof rect);
    HIP(hipGraphMemcpyNodeGetParams(copy, &rect));
    CHECK(rect.srcPtr.ptr == other && rect.srcPtr.pitch == 16 && rect.extent.width == 8 && rect.extent.height == 2);
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphKernelNodeGetParams(copy, &kernel));
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphMemsetNodeSetParams(copy, &set));
    hipGraphExec_t all = instantiate(graph);
    HIP(hipGraphLaunch(all, stream));
    HIP(hipStreamSynchronize(stream));
    CHECK(other[0] == 6 && other[1] == 6 && other[2] == 0 && other[4] == 6 && other[5] == 6 && other[6] == 0);
    CHECK(other[8] == 6 && other[9] == 6 && other[10] == 6 && other[11] == 6 && other[12] == 0);
    HIP(hipGraphExecDestroy(all));
    release(graph, changed);
    release(clone, unchanged);
    HIP(hipStreamDestroy(stream));
    HIP(hipFree(list));
    HIP(hipFree(other));
}

static void an_executable_graph_takes_over_another_graph_of_the_same_shape(void) {
    hipGraph_t graph, same, longer;
    hipGraphNode_t culprit;
    hipGraphExecUpdateResult result;
    unsigned enabled;
    int* list = new_list();
    HIP(hipGraphCreate(&graph, 0));
    HIP(hipGraphCreate(&same, 0));
    HIP(hipGraphCreate(&longer, 0));
    hipGraphNode_t first = add_append(graph, NULL, list, 1);
    add_append(graph, first, list, 2);
    add_append(same, add_append(same, NULL, list, 3), list, 4);
    add_append(longer, add_append(longer, add_append(longer, NULL, list, 5), list, 6), list, 7);
    hipGraphExec_t exec = instantiate(graph);
    HIP(hipGraphExecUpdate(exec, same, &culprit, &result));
    CHECK(culprit == NULL && result == hipGraphExecUpdateSuccess);
    CHECK_EQUAL(hipErrorGraphExecUpdateFailure, hipGraphExecUpdate(exec, longer, &culprit, &result));
    CHECK_EQUAL(hipGraphExecUpdateErrorTopologyChanged, result);
    HIP(hipGraphLaunch(exec, NULL));
    HIP(hipGraphNodeSetEnabled(exec, first, 0));
    HIP(hipGraphNodeGetEnabled(exec, first, &enabled));
    CHECK_EQUAL(0, enabled);
    HIP(hipGraphLaunch(exec, NULL));
    HIP(hipStreamSynchronize(NULL));
    CHECK(list[0] == 3 && list[1] == 3 && list[2] == 4 && list[3] == 4);
    HIP(hipGraphDestroy(same));
    HIP(hipGraphDestroy(longer));
    release(graph, exec);
    HIP(hipFree(list));
}

static void child_graphs_and_events_are_nodes(void) {
    hipGraph_t graph, child, inside;
    hipGraphNode_t first, node, wait, record;
    hipEvent_t before, after, found;
    hipStream_t stream;
    size_t count = 0;
    int* list = new_list();
    HIP(hipEventCreate(&before));
    HIP(hipEventCreate(&after));
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    HIP(hipGraphCreate(&graph, 0));
    HIP(hipGraphCreate(&child, 0));
    add_append(child, add_append(child, NULL, list, 2), list, 3);
    first = add_append(graph, NULL, list, 1);
    HIP(hipGraphAddChildGraphNode(&node, graph, &first, 1, child));
    HIP(hipGraphDestroy(child)); // the node has a copy
    HIP(hipGraphChildGraphNodeGetGraph(node, &inside));
    HIP(hipGraphGetNodes(inside, NULL, &count));
    CHECK_EQUAL(2, count);
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphDestroy(inside));
    HIP(hipGraphAddEventWaitNode(&wait, graph, &node, 1, before));
    hipGraphNode_t last = add_append(graph, wait, list, 4);
    HIP(hipGraphAddEventRecordNode(&record, graph, &last, 1, after));
    HIP(hipGraphEventRecordNodeGetEvent(record, &found));
    CHECK(found == after);
    hipGraphExec_t exec = instantiate(graph);
    launch_gate(NULL);
    HIP(hipEventRecord(before, NULL));
    HIP(hipGraphLaunch(exec, stream));
    CHECK_EQUAL(hipErrorNotReady, hipEventQuery(after));
    open_gate();
    HIP(hipEventSynchronize(after));
    CHECK(list[0] == 4 && list[1] == 1 && list[2] == 2 && list[3] == 3 && list[4] == 4);
    release(graph, exec);
    HIP(hipStreamDestroy(stream));
    HIP(hipEventDestroy(before));
    HIP(hipEventDestroy(after));
    HIP(hipFree(list));
}

static int variable[4];

static void copies_to_and_from_variables_are_nodes(void) {
    hipGraph_t graph;
    hipGraphNode_t in, out;
    hipMemcpy3DParms params;
    int numbers[3] = {5, 6, 7}, got[2] = {0};
    void** binary = __hipRegisterFatBinary(NULL);
    __hipRegisterVar(binary, variable, NULL, NULL, 0, sizeof variable, 0, 0);
    HIP(hipGraphCreate(&graph, 0));
    HIP(hipGraphAddMemcpyNodeToSymbol(&in, graph, NULL, 0, variable, numbers, 8, 4, hipMemcpyHostToDevice));
    HIP(hipGraphAddMemcpyNodeFromSymbol(&out, graph, &in, 1, got, variable, 8, 4, hipMemcpyDeviceToHost));
    HIP(hipGraphMemcpyNodeGetParams(in, &params));
    CHECK(params.dstPtr.ptr == variable + 1 && params.extent.width == 8 && params.kind == hipMemcpyHostToDevice);
    hipGraphExec_t exec = instantiate(graph);
    HIP(hipGraphLaunch(exec, NULL));
    HIP(hipStreamSynchronize(NULL));
    CHECK(got[0] == 5 && got[1] == 6 && variable[0] == 0 && variable[3] == 0);
    HIP(hipGraphExecMemcpyNodeSetParamsToSymbol(exec, in, variable, numbers + 1, 8, 4, hipMemcpyHostToDevice));
    HIP(hipGraphExecMemcpyNodeSetParamsFromSymbol(exec, out, got, variable, 4, 8, hipMemcpyDeviceToHost));
    HIP(hipGraphLaunch(exec, NULL));
    HIP(hipStreamSynchronize(NULL));
    CHECK(got[0] == 7 && got[1] == 6);
    CHECK_EQUAL(hipErrorInvalidValue,
                hipGraphMemcpyNodeSetParamsToSymbol(in, variable, numbers, 16, 4, hipMemcpyDefault));
    CHECK_EQUAL(hipErrorInvalidSymbol,
                hipGraphMemcpyNodeSetParamsFromSymbol(out, got, numbers, 4, 0, hipMemcpyDeviceToHost));
    release(graph, exec);
    __hipUnregisterFatBinary(binary);
}

static void device_of(const softgpu_workgroup* wg, void** args) { **(int**)args[0] = (int)wg->device; }

static void a_graph_runs_on_the_device_of_the_stream(void) {
    hipGraph_t graph;
    hipGraphNode_t node;
    int* device = new_list();
    void* args[] = {&device};
    hipKernelNodeParams params = kernel_params((void*)device_of, args);
    HIP(hipGraphCreate(&graph, 0));
    HIP(hipGraphAddKernelNode(&node, graph, NULL, 0, &params));
    hipGraphExec_t exec = instantiate(graph);
    for (int round = 0; round < 4; round++) {
        HIP(hipSetDevice(round % 2));
        *device = -1;
        HIP(hipGraphLaunch(exec, NULL));
        HIP(hipStreamSynchronize(NULL));
        CHECK_EQUAL(round % 2, *device);
    }
    HIP(hipSetDevice(0));
    release(graph, exec);
    HIP(hipFree(device));
}

static void what_is_no_graph_is_refused(void) {
    hipGraph_t graph;
    hipGraphNode_t node;
    hipGraphExec_t exec;
    int junk = 0;
    hipKernelNodeParams params = kernel_params(NULL, NULL);
    HIP(hipGraphCreate(&graph, 0));
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphCreate(NULL, 0));
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphDestroy((hipGraph_t)&junk));
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphLaunch((hipGraphExec_t)&junk, NULL));
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphExecDestroy(NULL));
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphInstantiate(&exec, NULL, NULL, NULL, 0));
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphAddKernelNode(&node, graph, NULL, 0, NULL));
    CHECK_EQUAL(hipErrorInvalidDeviceFunction, hipGraphAddKernelNode(&node, graph, NULL, 0, &params));
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphAddEmptyNode(&node, graph, NULL, 1));
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphAddHostNode(&node, graph, NULL, 0, NULL));
    CHECK_EQUAL(hipErrorInvalidValue, hipGraphAddMemcpyNode(&node, graph, NULL, 0, NULL));
    HIP(hipGraphInstantiateWithFlags(&exec, graph, 0)); // empty, which is allowed
    HIP(hipGraphUpload(exec, NULL));
    HIP(hipGraphLaunch(exec, NULL));
    release(graph, exec);
}

// What one round of the program below submits, as it says itself.
static const char* const LOGGED[] = {"create 1",
                                     "launch 1 1 ",
                                     "node 1 0 kernel append",
                                     "node 1 1.0 kernel append",
                                     "node 1 1.1.0 memcpy -",
                                     "node 1 1.1.1 kernel append",
                                     "node 1 2 host -",
                                     "update 1",
                                     "launch 2 1 ",
                                     "node 2 0 kernel idle",
                                     "node 2 1.0 kernel append",
                                     "node 2 1.1.0 memcpy -",
                                     "node 2 1.1.1 kernel append",
                                     "node 2 2 host -",
                                     "create 2",
                                     "destroy 1",
                                     "launch 3 2 ",
                                     "node 3 0 memset __amd_rocclr_fillBufferAligned",
                                     "destroy 2"};

static void idle(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    (void)args;
}

static void nothing(void* unused) { (void)unused; }

static hipGraph_t nested(int* list, int* copy, void* first) {
    hipGraph_t graph, child, grandchild;
    hipGraphNode_t node, nest, inner, innermost, host;
    int value = 1;
    void* args[] = {&list, &value};
    hipKernelNodeParams params = kernel_params(first, args);
    hipHostNodeParams call = {.fn = nothing};
    HIP(hipGraphCreate(&graph, 0));
    HIP(hipGraphCreate(&child, 0));
    HIP(hipGraphCreate(&grandchild, 0));
    HIP(hipGraphAddMemcpyNode1D(&innermost, grandchild, NULL, 0, copy, list, 4, hipMemcpyDefault));
    add_append(grandchild, innermost, list, 3);
    inner = add_append(child, NULL, list, 2);
    HIP(hipGraphAddChildGraphNode(&nest, child, &inner, 1, grandchild));
    HIP(hipGraphAddKernelNode(&node, graph, NULL, 0, &params));
    HIP(hipGraphAddChildGraphNode(&nest, graph, &node, 1, child));
    HIP(hipGraphAddHostNode(&host, graph, &nest, 1, &call));
    HIP(hipGraphDestroy(child));
    HIP(hipGraphDestroy(grandchild));
    return graph;
}

// In a process of its own, since the log is opened once.
static void log_some_graphs(const char* path) {
    hipGraph_t graph, other, filling;
    hipGraphNode_t node;
    hipGraphExec_t exec, second;
    hipGraphExecUpdateResult result;
    int *list, copy;
    setenv("SOFTGPU_GRAPH_LOG", path, 1);
    softgpu_register_kernel(append, "append");
    softgpu_register_kernel(idle, "idle");
    list = new_list();
    graph = nested(list, &copy, (void*)append);
    HIP(hipGraphClone(&other, graph));
    exec = instantiate(other);
    HIP(hipGraphLaunch(exec, NULL));
    HIP(hipGraphDestroy(other));
    other = nested(list, &copy, (void*)idle);
    HIP(hipGraphExecUpdate(exec, other, &node, &result));
    HIP(hipGraphLaunch(exec, NULL));
    hipGraphInstantiateParams how = {.errNode_out = node, .result_out = 9};
    hipMemsetParams zero = {.dst = list, .elementSize = 4, .width = LIST, .height = 1};
    HIP(hipGraphCreate(&filling, 0));
    HIP(hipGraphAddMemsetNode(&node, filling, NULL, 0, &zero));
    HIP(hipGraphInstantiateWithParams(&second, filling, &how));
    CHECK(how.errNode_out == NULL && how.result_out == 0);
    HIP(hipGraphExecDestroy(exec));
    HIP(hipGraphLaunch(second, NULL));
    HIP(hipStreamSynchronize(NULL));
    HIP(hipGraphExecDestroy(second));
    HIP(hipGraphDestroy(graph));
    HIP(hipGraphDestroy(other));
    HIP(hipGraphDestroy(filling));
}

static void the_log_says_what_launches_submit_node_by_node(const char* program) {
    char path[] = "/tmp/softgpu-graphs-XXXXXX", line[256];
    int made = mkstemp(path), status = 0;
    CHECK(made >= 0);
    pid_t child = vfork();
    if (child == 0) {
        execl(program, program, path, NULL);
        _exit(127);
    }
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    FILE* log = fdopen(made, "r");
    for (size_t i = 0; i < sizeof LOGGED / sizeof *LOGGED; i++) {
        CHECK(fgets(line, sizeof line, log) != NULL);
        bool whole = strncmp(LOGGED[i], "launch", 6) != 0; // a thread's id follows
        CHECK_EQUAL(0, strncmp(LOGGED[i], line, strlen(LOGGED[i])));
        CHECK(!whole || line[strlen(LOGGED[i])] == '\n');
    }
    CHECK(fgets(line, sizeof line, log) == NULL);
    fclose(log);
    unlink(path);
}

int main(int argc, char** argv) {
    if (argc > 1) {
        log_some_graphs(argv[1]);
        return 0;
    }
    the_log_says_what_launches_submit_node_by_node(argv[0]);
    a_launch_does_what_all_kinds_of_nodes_say();
    thousands_of_kernels_run_in_order_in_every_launch(4096, 20, 0);
    thousands_of_kernels_run_in_order_in_every_launch(20000, 2, 0); // more than a queue has packets
    thousands_of_kernels_run_in_order_in_every_launch(500, 3, 50);
    a_diamond_keeps_its_dependencies_even_when_they_were_added_last();
    a_graph_tells_its_nodes_and_edges();
    nodes_say_what_they_do_and_can_be_changed();
    an_executable_graph_takes_over_another_graph_of_the_same_shape();
    child_graphs_and_events_are_nodes();
    copies_to_and_from_variables_are_nodes();
    a_graph_runs_on_the_device_of_the_stream();
    what_is_no_graph_is_refused();
    return 0;
}
