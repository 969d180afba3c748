// The per-thread-default-stream variants of stream and event functions: stream 0 is the calling thread's own.
#include "stream_handle.h"

hipError_t sg_hipStreamQuery_spt(hipStream_t stream) { return sg_hipStreamQuery(SG_PER_THREAD(stream)); }

hipError_t sg_hipStreamSynchronize_spt(hipStream_t stream) { return sg_hipStreamSynchronize(SG_PER_THREAD(stream)); }

hipError_t sg_hipStreamGetPriority_spt(hipStream_t stream, int* priority) {
    return sg_hipStreamGetPriority(SG_PER_THREAD(stream), priority);
}

hipError_t sg_hipStreamGetFlags_spt(hipStream_t stream, unsigned int* flags) {
    return sg_hipStreamGetFlags(SG_PER_THREAD(stream), flags);
}

hipError_t sg_hipStreamWaitEvent_spt(hipStream_t stream, hipEvent_t event, unsigned int flags) {
    return sg_hipStreamWaitEvent(SG_PER_THREAD(stream), event, flags);
}

hipError_t sg_hipEventRecord_spt(hipEvent_t event, hipStream_t stream) {
    return sg_hipEventRecord(event, SG_PER_THREAD(stream));
}

hipError_t sg_hipStreamIsCapturing_spt(hipStream_t stream, hipStreamCaptureStatus* pCaptureStatus) {
    return sg_hipStreamIsCapturing(SG_PER_THREAD(stream), pCaptureStatus);
}

hipError_t sg_hipStreamGetCaptureInfo_spt(hipStream_t stream, hipStreamCaptureStatus* pCaptureStatus,
                                          unsigned long long* pId) {
    return sg_hipStreamGetCaptureInfo(SG_PER_THREAD(stream), pCaptureStatus, pId);
}

hipError_t sg_hipStreamBeginCapture_spt(hipStream_t stream, hipStreamCaptureMode mode) {
    return sg_hipStreamBeginCapture(SG_PER_THREAD(stream), mode);
}

hipError_t sg_hipStreamEndCapture_spt(hipStream_t stream, hipGraph_t* pGraph) {
    return sg_hipStreamEndCapture(SG_PER_THREAD(stream), pGraph);
}

hipError_t sg_hipStreamGetCaptureInfo_v2_spt(hipStream_t stream, hipStreamCaptureStatus* captureStatus_out,
                                             unsigned long long* id_out, hipGraph_t* graph_out,
                                             const hipGraphNode_t** dependencies_out, size_t* numDependencies_out) {
    return sg_hipStreamGetCaptureInfo_v2(SG_PER_THREAD(stream), captureStatus_out, id_out, graph_out, dependencies_out,
                                         numDependencies_out);
}
