// Captures: what is submitted to a stream becomes nodes of a graph instead.
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
extern _Atomic(uint32_t) sg_captures; // under way; 0: nothing here needs to be asked

// Any thread, no lock held. Makes a node of `work` if the stream is being captured. Error: it cannot become one.
hipError_t sg_capture_work(hipStream_t stream, const sg_work* work, bool* captured);
hipError_t sg_capture_graph(hipStream_t stream, hipGraph_t graph, bool* captured); // of a copy of the graph

// Any thread, no lock held. The status of a call that waits for or asks about a stream: an error while it is captured,
// which spoils the capture.
hipError_t sg_capture_forbids(hipStream_t stream);

hipError_t sg_capture_forbids_device(int device); // the same for a call that waits for all its streams

// Any thread, no lock held. The stream is going away.
void sg_capture_forget(hipStream_t stream);

// Any thread, no lock held. Notes in `mark` where a captured stream is; or puts the stream there, which is then
// captured too. *captured: whether this had to do with a capture.
hipError_t sg_capture_mark(hipStream_t stream, sg_mark* mark, bool* captured);
hipError_t sg_capture_join(hipStream_t stream, const sg_mark* mark, bool* captured);
bool sg_capture_has(const sg_mark* mark); // the capture that it belongs to is under way
void sg_capture_unmark(sg_mark* mark);

// With the graphs lock: the stream is not captured yet, and will be, into `graph` or (NULL) a new one; after `deps`.
hipError_t sg_capture_begin(hipStream_t stream, hipStreamCaptureMode mode, hipGraph_t graph, const hipGraphNode_t* deps,
                            size_t count);
// With the graphs lock: the end of the stream's capture, unless this is not the place for it.
hipError_t sg_capture_end(hipStream_t stream, hipGraph_t* graph);

#endif
