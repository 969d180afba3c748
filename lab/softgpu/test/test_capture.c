// Capture: streams whose work becomes a graph.
#include "check.h"

#include <hip/hip_runtime_api.h>
#include <pthread.h>
#include <softgpu/softgpu.h>
#include <string.h>

enum { LIST = 256 };

static void append(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    int* list = *(int**)args[0];
    list[++list[0]] = *(int*)args[1];
}

static void launch_append(int* list, int value, hipStream_t stream) {
    void* args[] = {&list, &value};
    HIP(hipLaunchKernel((void*)append, (dim3){1, 1, 1}, (dim3){1, 1, 1}, args, 0, stream));
}

static int* new_list(void) {
    int* list;
    HIP(hipMallocManaged((void**)&list, LIST * sizeof(int), hipMemAttachGlobal));
    memset(list, 0, LIST * sizeof(int));
    return list;
}

static hipStream_t new_stream(void) {
    hipStream_t stream;
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    return stream;
}

static void launch_once(hipGraph_t graph, hipStream_t stream) {
    hipGraphExec_t exec;
    HIP(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    HIP(hipGraphLaunch(exec, stream));
    HIP(hipStreamSynchronize(stream));
    HIP(hipGraphExecDestroy(exec));
}

static void append_hundred(void* data) {
    int* list = data;
    list[++list[0]] = 100;
}

static void captured_work_is_done_by_launches_only(void) {
    hipGraph_t graph, none;
    hipStreamCaptureStatus status;
    hipStream_t stream = new_stream();
    unsigned long long id = 0, same = 0;
    int *list = new_list(), out[4] = {0};
    const hipGraphNode_t* deps;
    hipGraphNodeType type;
    hipGraphNode_t nodes[8];
    size_t count = 0;
    HIP(hipStreamIsCapturing(stream, &status));
    CHECK_EQUAL(hipStreamCaptureStatusNone, status);
    HIP(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    CHECK_EQUAL(hipErrorIllegalState, hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    HIP(hipMemsetAsync(list, 0, LIST * sizeof(int), stream));
    launch_append(list, 1, stream);
    HIP(hipLaunchHostFunc(stream, append_hundred, list));
    HIP(hipMemcpyAsync(out, list, sizeof out, hipMemcpyDeviceToHost, stream));
    HIP(hipStreamGetCaptureInfo(stream, &status, &id));
    CHECK(status == hipStreamCaptureStatusActive && id != 0);
    HIP(hipStreamGetCaptureInfo_v2(stream, &status, &same, &none, &deps, &count));
    CHECK(same == id && count == 1 && none != NULL);
    HIP(hipStreamEndCapture(stream, &graph));
    CHECK(graph == none);
    CHECK_EQUAL(hipErrorIllegalState, hipStreamEndCapture(stream, &none));
    HIP(hipStreamSynchronize(stream));
    CHECK_EQUAL(0, list[0]);
    count = 8;
    HIP(hipGraphGetNodes(graph, nodes, &count));
    CHECK_EQUAL(4, count);
    const hipGraphNodeType types[] = {hipGraphNodeTypeMemset, hipGraphNodeTypeKernel, hipGraphNodeTypeHost,
                                      hipGraphNodeTypeMemcpy};
    for (int i = 0; i < 4; i++) {
        HIP(hipGraphNodeGetType(nodes[i], &type));
        CHECK_EQUAL(types[i], type);
    }
    for (int round = 0; round < 3; round++) {
        launch_once(graph, stream);
        CHECK(out[0] == 2 && out[1] == 1 && out[2] == 100 && out[3] == 0);
    }
    HIP(hipGraphDestroy(graph));
    HIP(hipStreamDestroy(stream));
    HIP(hipFree(list));
}

static void events_take_a_second_stream_into_the_graph_and_back(void) {
    hipGraph_t graph;
    hipStreamCaptureStatus status;
    hipStream_t a = new_stream(), b = new_stream();
    hipEvent_t fork, join;
    size_t count = 0;
    int *list = new_list(), *side = new_list();
    HIP(hipEventCreate(&fork));
    HIP(hipEventCreate(&join));
    HIP(hipStreamBeginCapture(a, hipStreamCaptureModeThreadLocal));
    launch_append(list, 1, a);
    HIP(hipEventRecord(fork, a));
    HIP(hipStreamWaitEvent(b, fork, 0));
    HIP(hipStreamIsCapturing(b, &status));
    CHECK_EQUAL(hipStreamCaptureStatusActive, status);
    CHECK_EQUAL(hipErrorCapturedEvent, hipEventQuery(fork));
    launch_append(side, 2, b);
    launch_append(list, 3, a);
    HIP(hipEventRecord(join, b));
    CHECK_EQUAL(hipErrorStreamCaptureUnmatched, hipStreamEndCapture(b, &graph));
    HIP(hipStreamWaitEvent(a, join, 0));
    launch_append(list, 4, a);
    HIP(hipStreamEndCapture(a, &graph));
    HIP(hipStreamIsCapturing(b, &status));
    CHECK_EQUAL(hipStreamCaptureStatusNone, status);
    HIP(hipGraphGetEdges(graph, NULL, NULL, &count));
    CHECK_EQUAL(4, count); // 1 to 2, 1 to 3, 2 and 3 to 4
    launch_once(graph, a);
    CHECK(list[0] == 3 && list[1] == 1 && list[2] == 3 && list[3] == 4 && side[0] == 1 && side[1] == 2);
    launch_append(list, 5, b); // as before
    HIP(hipStreamSynchronize(b));
    CHECK_EQUAL(5, list[4]);
    HIP(hipEventQuery(fork));
    HIP(hipGraphDestroy(graph));
    HIP(hipEventDestroy(fork));
    HIP(hipEventDestroy(join));
    HIP(hipStreamDestroy(a));
    HIP(hipStreamDestroy(b));
    HIP(hipFree(list));
    HIP(hipFree(side));
}

static void a_stream_that_does_not_come_back_is_an_error(void) {
    hipGraph_t graph = NULL;
    hipStream_t a = new_stream(), b = new_stream();
    hipEvent_t fork;
    int* list = new_list();
    HIP(hipEventCreate(&fork));
    HIP(hipStreamBeginCapture(a, hipStreamCaptureModeRelaxed));
    launch_append(list, 1, a);
    HIP(hipEventRecord(fork, a));
    HIP(hipStreamWaitEvent(b, fork, 0));
    launch_append(list, 2, b);
    CHECK_EQUAL(hipErrorStreamCaptureUnjoined, hipStreamEndCapture(a, &graph));
    CHECK(graph == NULL);
    launch_append(list, 3, b);
    HIP(hipStreamSynchronize(b));
    CHECK(list[0] == 1 && list[1] == 3);
    HIP(hipEventDestroy(fork));
    HIP(hipStreamDestroy(a));
    HIP(hipStreamDestroy(b));
    HIP(hipFree(list));
}

static void begin(hipStream_t stream, int* list) {
    HIP(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    launch_append(list, 1, stream);
}

static void is_spoiled(hipStream_t stream) {
    hipGraph_t graph;
    hipStreamCaptureStatus status;
    HIP(hipStreamIsCapturing(stream, &status));
    CHECK_EQUAL(hipStreamCaptureStatusInvalidated, status);
    CHECK_EQUAL(hipErrorStreamCaptureInvalidated, hipStreamEndCapture(stream, &graph));
    CHECK(graph == NULL);
}

static void on_stream(hipStream_t stream, hipError_t status, void* data) { (void)stream, (void)status, (void)data; }

static void what_cannot_be_captured_spoils_the_capture(void) {
    hipStream_t stream, other = new_stream();
    hipEvent_t event;
    int *list = new_list(), *memory;
    HIP(hipStreamCreate(&stream));
    HIP(hipEventCreate(&event));
    begin(stream, list);
    CHECK_EQUAL(hipErrorStreamCaptureUnsupported, hipStreamSynchronize(stream));
    is_spoiled(stream);
    begin(stream, list);
    CHECK_EQUAL(hipErrorStreamCaptureUnsupported, hipDeviceSynchronize());
    is_spoiled(stream);
    begin(stream, list);
    CHECK_EQUAL(hipErrorStreamCaptureUnsupported, hipStreamQuery(stream));
    is_spoiled(stream);
    begin(stream, list);
    CHECK_EQUAL(hipErrorStreamCaptureImplicit, hipMemcpy(list + 8, list + 16, 8, hipMemcpyDefault)); // null stream
    is_spoiled(stream);
    begin(stream, list);
    CHECK_EQUAL(hipErrorStreamCaptureUnsupported, hipStreamAddCallback(stream, on_stream, NULL, 0));
    is_spoiled(stream);
    begin(stream, list);
    CHECK_EQUAL(hipErrorStreamCaptureUnsupported, hipMallocAsync((void**)&memory, 8, stream));
    is_spoiled(stream);
    HIP(hipEventRecord(event, other));
    begin(stream, list);
    CHECK_EQUAL(hipErrorStreamCaptureIsolation, hipStreamWaitEvent(stream, event, 0));
    is_spoiled(stream);
    CHECK_EQUAL(hipErrorStreamCaptureUnsupported, hipStreamBeginCapture(NULL, hipStreamCaptureModeGlobal));
    begin(stream, list);
    HIP(hipStreamDestroy(stream)); // ends its capture, too
    HIP(hipMemcpy(list + 8, list + 16, 8, hipMemcpyDefault));
    CHECK_EQUAL(0, list[0]);
    HIP(hipEventDestroy(event));
    HIP(hipStreamDestroy(other));
    HIP(hipFree(list));
}

static void* end_it(void* stream) {
    hipGraph_t graph;
    CHECK_EQUAL(hipErrorStreamCaptureWrongThread, hipStreamEndCapture(stream, &graph));
    return NULL;
}

static void only_the_thread_that_began_may_end(void) {
    pthread_t thread;
    hipGraph_t graph;
    hipStream_t stream = new_stream();
    int* list = new_list();
    begin(stream, list);
    CHECK_EQUAL(0, pthread_create(&thread, NULL, end_it, stream));
    CHECK_EQUAL(0, pthread_join(thread, NULL));
    HIP(hipStreamEndCapture(stream, &graph));
    HIP(hipGraphDestroy(graph));
    HIP(hipStreamDestroy(stream));
    HIP(hipFree(list));
}

static void launches_are_captured_as_child_graphs(void) {
    hipGraph_t inner, outer;
    hipGraphExec_t exec;
    hipGraphNode_t nodes[2];
    hipGraphNodeType type;
    size_t count = 2;
    hipStream_t stream = new_stream();
    int* list = new_list();
    begin(stream, list);
    launch_append(list, 2, stream);
    HIP(hipStreamEndCapture(stream, &inner));
    HIP(hipGraphInstantiate(&exec, inner, NULL, NULL, 0));
    begin(stream, list);
    HIP(hipGraphLaunch(exec, stream));
    HIP(hipStreamEndCapture(stream, &outer));
    HIP(hipGraphExecDestroy(exec));
    HIP(hipGraphDestroy(inner));
    HIP(hipGraphGetNodes(outer, nodes, &count));
    HIP(hipGraphNodeGetType(nodes[1], &type));
    CHECK(count == 2 && type == hipGraphNodeTypeGraph);
    launch_once(outer, stream);
    CHECK(list[0] == 3 && list[1] == 1 && list[2] == 1 && list[3] == 2);
    HIP(hipGraphDestroy(outer));
    HIP(hipStreamDestroy(stream));
    HIP(hipFree(list));
}

static void a_capture_can_go_on_with_a_graph(void) {
    hipGraph_t graph, same;
    hipGraphNode_t first, none;
    size_t count = 1;
    hipStream_t stream = new_stream();
    int* list = new_list();
    begin(stream, list);
    HIP(hipStreamEndCapture(stream, &graph));
    HIP(hipGraphGetRootNodes(graph, &first, &count));
    HIP(hipStreamBeginCaptureToGraph(stream, graph, &first, NULL, 1, hipStreamCaptureModeRelaxed));
    launch_append(list, 2, stream);
    HIP(hipStreamUpdateCaptureDependencies(stream, NULL, 0, 1)); // later work has no dependencies
    launch_append(list, 3, stream);
    CHECK_EQUAL(hipErrorInvalidValue, hipStreamUpdateCaptureDependencies(stream, &none, 1, 7));
    HIP(hipStreamEndCapture(stream, &same));
    CHECK(same == graph);
    count = 0;
    HIP(hipGraphGetNodes(graph, NULL, &count));
    CHECK_EQUAL(3, count);
    HIP(hipGraphGetEdges(graph, NULL, NULL, &count));
    CHECK_EQUAL(1, count);
    launch_once(graph, stream);
    CHECK_EQUAL(3, list[0]);
    HIP(hipGraphDestroy(graph));
    HIP(hipStreamDestroy(stream));
    HIP(hipFree(list));
}

static void* capture_and_launch(void* unused) {
    hipGraph_t graph;
    hipStream_t stream = new_stream();
    int* list = new_list();
    for (int round = 0; round < 20; round++) {
        HIP(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal));
        for (int i = 0; i < 10; i++) launch_append(list, i, stream);
        HIP(hipStreamEndCapture(stream, &graph));
        launch_once(graph, stream);
        CHECK_EQUAL(10 * (round + 1), list[0]);
        HIP(hipGraphDestroy(graph));
    }
    HIP(hipStreamDestroy(stream));
    HIP(hipFree(list));
    return unused;
}

static void threads_capture_side_by_side(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) CHECK_EQUAL(0, pthread_create(&threads[i], NULL, capture_and_launch, NULL));
    for (int i = 0; i < 4; i++) CHECK_EQUAL(0, pthread_join(threads[i], NULL));
}

int main(void) {
    captured_work_is_done_by_launches_only();
    events_take_a_second_stream_into_the_graph_and_back();
    a_stream_that_does_not_come_back_is_an_error();
    what_cannot_be_captured_spoils_the_capture();
    only_the_thread_that_began_may_end();
    launches_are_captured_as_child_graphs();
    a_capture_can_go_on_with_a_graph();
    threads_capture_side_by_side();
    return 0;
}
