// The public functions for captures.
#include "capture.h"
#include "device.h"
#include "error.h"
#include "graph.h"
#include "nodes.h"
#include "stream.h"
#include "stream_handle.h"

static void lock(void) { pthread_mutex_lock(&sg_graphs_lock); }

static void unlock(void) { pthread_mutex_unlock(&sg_graphs_lock); }

static hipError_t begin_capture(hipStream_t handle, hipStreamCaptureMode mode, hipGraph_t graph,
                                const hipGraphNode_t* deps, size_t count) {
    SG_REQUIRE_DEVICES();
    hipStream_t stream;
    if ((uint32_t)mode > hipStreamCaptureModeRelaxed) return hipErrorInvalidValue;
    hipError_t status = sg_stream_of(handle, &stream);
    if (status != hipSuccess) return status;
    if (stream->is_null) return hipErrorStreamCaptureUnsupported;
    lock();
    status = stream->capture != NULL ? hipErrorIllegalState : sg_capture_begin(stream, mode, graph, deps, count);
    unlock();
    return status;
}

hipError_t sg_hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode) {
    return sg_result(begin_capture(stream, mode, NULL, NULL, 0));
}

hipError_t sg_hipStreamBeginCaptureToGraph(hipStream_t stream, hipGraph_t graph, const hipGraphNode_t* dependencies,
                                           const hipGraphEdgeData* dependencyData, size_t numDependencies,
                                           hipStreamCaptureMode mode) {
    (void)dependencyData; // types of edges, of which only one exists
    if (!sg_is_graph(graph) || (numDependencies > 0 && dependencies == NULL)) return sg_result(hipErrorInvalidValue);
    for (size_t i = 0; i < numDependencies; i++) {
        if (!sg_is_node(dependencies[i]) || dependencies[i]->graph != graph) return sg_result(hipErrorInvalidValue);
    }
    return sg_result(begin_capture(stream, mode, graph, dependencies, numDependencies));
}

hipError_t sg_hipStreamEndCapture(hipStream_t stream, hipGraph_t* pGraph) {
    SG_REQUIRE_DEVICES();
    hipStream_t found;
    if (pGraph == NULL) return sg_result(hipErrorInvalidValue);
    *pGraph = NULL;
    hipError_t status = sg_stream_of(stream, &found);
    if (status != hipSuccess) return sg_result(status);
    lock();
    status = sg_capture_end(found, pGraph);
    unlock();
    return sg_result(status);
}

hipError_t sg_hipStreamGetCaptureInfo_v2(hipStream_t stream, hipStreamCaptureStatus* captureStatus_out,
                                         unsigned long long* id_out, hipGraph_t* graph_out,
                                         const hipGraphNode_t** dependencies_out, size_t* numDependencies_out) {
    SG_REQUIRE_DEVICES();
    hipStream_t found;
    if (captureStatus_out == NULL) return sg_result(hipErrorInvalidValue);
    hipError_t status = sg_stream_of(stream, &found);
    if (status != hipSuccess) return sg_result(status);
    lock();
    const sg_capture* capture = found->capture;
    *captureStatus_out = capture == NULL  ? hipStreamCaptureStatusNone
                       : capture->spoiled ? hipStreamCaptureStatusInvalidated
                                          : hipStreamCaptureStatusActive;
    bool active = *captureStatus_out == hipStreamCaptureStatusActive;
    if (id_out != NULL) *id_out = active ? capture->id : 0;
    if (graph_out != NULL) *graph_out = active ? capture->graph : NULL;
    if (dependencies_out != NULL) *dependencies_out = active ? found->capture_deps.at : NULL;
    if (numDependencies_out != NULL) *numDependencies_out = active ? found->capture_deps.count : 0;
    unlock();
    return sg_result(hipSuccess);
}

hipError_t sg_hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus* pCaptureStatus,
                                      unsigned long long* pId) {
    return sg_hipStreamGetCaptureInfo_v2(stream, pCaptureStatus, pId, NULL, NULL, NULL);
}

hipError_t sg_hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus* pCaptureStatus) {
    return sg_hipStreamGetCaptureInfo_v2(stream, pCaptureStatus, NULL, NULL, NULL, NULL);
}

hipError_t sg_hipStreamUpdateCaptureDependencies(hipStream_t stream, hipGraphNode_t* dependencies,
                                                 size_t numDependencies, unsigned int flags) {
    SG_REQUIRE_DEVICES();
    const unsigned add_to_them = 0, set_them = 1;
    hipStream_t found;
    if (flags > set_them || (numDependencies > 0 && dependencies == NULL)) return sg_result(hipErrorInvalidValue);
    hipError_t status = sg_stream_of(stream, &found);
    if (status != hipSuccess) return sg_result(status);
    lock();
    if (found->capture == NULL) status = hipErrorIllegalState;
    for (size_t i = 0; status == hipSuccess && i < numDependencies; i++) {
        bool valid = sg_is_node(dependencies[i]) && dependencies[i]->graph == found->capture->graph;
        if (!valid) status = hipErrorInvalidValue;
    }
    if (status == hipSuccess && flags != add_to_them) found->capture_deps.count = 0;
    for (size_t i = 0; status == hipSuccess && i < numDependencies; i++) {
        if (!sg_nodes_add_new(&found->capture_deps, dependencies[i])) status = hipErrorOutOfMemory;
    }
    unlock();
    return sg_result(status);
}
