// Captures: work submitted to a stream becomes nodes of a graph instead.
#ifndef SOFTGPU_HIP_CAPTURE_H
#define SOFTGPU_HIP_CAPTURE_H

#include "mark.h"
#include "stream.h"
#include "work.h"

typedef struct sg_capture {
    struct sg_capture* next;
    uint64_t id;
    hipGraph_t graph;
    bool owned; // the graph is new
    hipStream_t origin;
    hipStreamCaptureMode mode;
    pthread_t thread;
    bool spoiled;
    hipStream_t* streams;
    uint32_t stream_count;
} sg_capture;

extern pthread_mutex_t sg_graphs_lock;
extern _Atomic(uint32_t) sg_captures; // in progress; 0: no call below is needed

// Any thread, no lock held. Adds `work` as a node if the stream is being captured. Error: it cannot become a node.
hipError_t sg_capture_work(hipStream_t stream, const sg_work* work, bool* captured);
hipError_t sg_capture_graph(hipStream_t stream, hipGraph_t graph, bool* captured); // adds a copy of the graph

// Any thread, no lock held. Returns the status of a call that waits for or queries a stream: an error while the
// stream is captured, which invalidates the capture.
hipError_t sg_capture_forbids(hipStream_t stream);

hipError_t sg_capture_forbids_device(int device); // the same for a call that waits for all streams of a device

// Any thread, no lock held. Called when the stream is destroyed.
void sg_capture_forget(hipStream_t stream);

// Any thread, no lock held. Stores the position of a captured stream in `mark`; the second moves the stream to that
// position, and thereby captures it. *captured: whether a capture was involved.
hipError_t sg_capture_mark(hipStream_t stream, sg_mark* mark, bool* captured);
hipError_t sg_capture_join(hipStream_t stream, const sg_mark* mark, bool* captured);
bool sg_capture_has(const sg_mark* mark); // whether its capture is in progress
void sg_capture_unmark(sg_mark* mark);

// With the graphs lock, for a stream that is not captured: captures it into `graph`, or a new one (NULL),
// after `deps`.
hipError_t sg_capture_begin(hipStream_t stream, hipStreamCaptureMode mode, hipGraph_t graph, const hipGraphNode_t* deps,
                            size_t count);
// With the graphs lock. Ends the stream's capture; error: wrong stream or thread, or an invalid or unjoined capture.
hipError_t sg_capture_end(hipStream_t stream, hipGraph_t* graph);

#endif
