// Capture: work submitted to a stream becomes nodes of a graph instead.
//
// A captured stream knows the nodes that its next one depends on. Events carry such positions between streams: a
// second stream is captured by waiting for one, and the streams are joined the same way before the end.
#include "capture.h"

#include <stdlib.h>

#include "graph.h"
#include "mark.h"
#include "nodes.h"
#include "stream.h"
#include "task.h"
#include "work.h"

pthread_mutex_t sg_graphs_lock = PTHREAD_MUTEX_INITIALIZER;
_Atomic(uint32_t) sg_captures;

static sg_capture* captures; // guarded by the graphs lock, as is all here
static uint64_t next_id = 1;

static void lock(void) { pthread_mutex_lock(&sg_graphs_lock); }

static void unlock(void) { pthread_mutex_unlock(&sg_graphs_lock); }

static bool any(void) { return atomic_load_explicit(&sg_captures, memory_order_acquire) != 0; }

static hipError_t spoil(sg_capture* capture, hipError_t error) {
    capture->spoiled = true;
    return error;
}

static sg_capture* find(uint64_t id) {
    sg_capture* c = captures;
    while (c != NULL && c->id != id) c = c->next;
    return c;
}

// --- the streams of a capture --------------------------------------------------------------------------------------

static bool attach(sg_capture* capture, hipStream_t stream) {
    hipStream_t* streams = realloc(capture->streams, (capture->stream_count + 1) * sizeof *streams);
    if (streams == NULL) return false;
    streams[capture->stream_count++] = stream;
    capture->streams = streams;
    stream->capture = capture;
    return true;
}

static void detach(sg_capture* capture, hipStream_t stream) {
    for (uint32_t i = 0; i < capture->stream_count; i++) {
        if (capture->streams[i] == stream) capture->streams[i] = capture->streams[--capture->stream_count];
    }
    stream->capture = NULL;
    sg_nodes_free(&stream->capture_deps);
}

hipError_t sg_capture_begin(hipStream_t stream, hipStreamCaptureMode mode, hipGraph_t graph, const hipGraphNode_t* deps,
                            size_t count) {
    sg_capture* capture = calloc(1, sizeof *capture);
    if (capture == NULL) return hipErrorOutOfMemory;
    capture->owned = graph == NULL;
    capture->graph = graph == NULL ? sg_graph_make() : graph;
    bool room = capture->graph != NULL && attach(capture, stream);
    for (size_t i = 0; room && i < count; i++) room = sg_nodes_add_new(&stream->capture_deps, deps[i]);
    if (!room) {
        if (stream->capture == capture) detach(capture, stream);
        if (capture->owned) sg_graph_free(capture->graph);
        free(capture->streams);
        free(capture);
        return hipErrorOutOfMemory;
    }
    capture->id = next_id++;
    capture->mode = mode;
    capture->origin = stream;
    capture->thread = pthread_self();
    capture->next = captures;
    captures = capture;
    atomic_fetch_add(&sg_captures, 1);
    return hipSuccess;
}

static void end(sg_capture* capture) {
    sg_capture** link = &captures;
    while (*link != capture) link = &(*link)->next;
    *link = capture->next;
    while (capture->stream_count > 0) detach(capture, capture->streams[0]);
    free(capture->streams);
    free(capture);
    atomic_fetch_sub(&sg_captures, 1);
}

// --- work of the streams -------------------------------------------------------------------------------------------

// The null stream would wait for a captured stream, which never executes.
static hipError_t of_null_stream(hipStream_t stream) {
    for (sg_capture* c = captures; c != NULL; c = c->next) {
        bool concerned = c->mode == hipStreamCaptureModeGlobal
                      || (c->mode == hipStreamCaptureModeThreadLocal && pthread_equal(c->thread, pthread_self()));
        if (!concerned || c->spoiled) continue;
        for (uint32_t i = 0; i < c->stream_count; i++) {
            bool blocking = (c->streams[i]->flags & hipStreamNonBlocking) == 0;
            if (blocking && c->streams[i]->device == stream->device) return spoil(c, hipErrorStreamCaptureImplicit);
        }
    }
    return hipSuccess;
}

// Takes ownership of the task, whose creation returned `made`.
static hipError_t add(hipStream_t stream, hipError_t made, sg_task task) {
    sg_capture* capture = stream->capture;
    if (made != hipSuccess) return spoil(capture, made);
    sg_nodes* deps = &stream->capture_deps;
    hipGraphNode_t node = sg_graph_add(capture->graph, task, deps->at, deps->count);
    deps->count = 0;
    if (node == NULL || !sg_nodes_add(deps, node)) return spoil(capture, hipErrorOutOfMemory);
    return hipSuccess;
}

hipError_t sg_capture_work(hipStream_t stream, const sg_work* work, bool* captured) {
    lock();
    hipError_t status = hipSuccess;
    *captured = stream->capture != NULL;
    if (!*captured) {
        if (stream->is_null) status = of_null_stream(stream);
    } else if (stream->capture->spoiled) {
        status = hipErrorStreamCaptureInvalidated;
    } else {
        sg_task task;
        hipError_t made = sg_task_work(&task, work);
        status = add(stream, made, task);
    }
    unlock();
    return status;
}

hipError_t sg_capture_graph(hipStream_t stream, hipGraph_t graph, bool* captured) {
    if (!any()) return hipSuccess;
    lock();
    hipError_t status = hipSuccess;
    *captured = stream->capture != NULL;
    if (*captured && stream->capture->spoiled) {
        status = hipErrorStreamCaptureInvalidated;
    } else if (*captured) {
        sg_task task;
        hipError_t made = sg_task_child(&task, graph);
        status = add(stream, made, task);
    } else if (stream->is_null) {
        status = of_null_stream(stream);
    }
    unlock();
    return status;
}

hipError_t sg_capture_forbids(hipStream_t stream) {
    if (!any()) return hipSuccess;
    lock();
    hipError_t status = hipSuccess;
    if (stream->capture != NULL) status = spoil(stream->capture, hipErrorStreamCaptureUnsupported);
    else if (stream->is_null) status = of_null_stream(stream);
    unlock();
    return status;
}

hipError_t sg_capture_forbids_device(int device) {
    if (!any()) return hipSuccess;
    lock();
    hipError_t status = hipSuccess;
    for (sg_capture* c = captures; c != NULL; c = c->next) {
        for (uint32_t i = 0; i < c->stream_count; i++) {
            if (c->streams[i]->device == device) status = spoil(c, hipErrorStreamCaptureUnsupported);
        }
    }
    unlock();
    return status;
}

void sg_capture_forget(hipStream_t stream) {
    if (!any()) return;
    lock();
    sg_capture* capture = stream->capture;
    if (capture != NULL && capture->origin == stream) {
        if (capture->owned) sg_graph_free(capture->graph);
        end(capture);
    } else if (capture != NULL) {
        detach(capture, stream);
        capture->spoiled = true;
    }
    unlock();
}

// --- positions in events -------------------------------------------------------------------------------------------

void sg_capture_unmark(sg_mark* mark) {
    lock();
    sg_nodes_free(&mark->nodes);
    mark->capture = 0;
    unlock();
}

hipError_t sg_capture_mark(hipStream_t stream, sg_mark* mark, bool* captured) {
    if (!any() && __atomic_load_n(&mark->capture, __ATOMIC_RELAXED) == 0) return hipSuccess;
    lock();
    hipError_t status = hipSuccess;
    *captured = stream->capture != NULL;
    mark->nodes.count = 0;
    mark->capture = *captured ? stream->capture->id : 0;
    if (*captured && stream->capture->spoiled) status = hipErrorStreamCaptureInvalidated;
    for (uint32_t i = 0; *captured && i < stream->capture_deps.count; i++) {
        if (!sg_nodes_add(&mark->nodes, stream->capture_deps.at[i])) status = hipErrorOutOfMemory;
    }
    unlock();
    return status;
}

bool sg_capture_has(const sg_mark* mark) {
    if (!any()) return false;
    lock();
    bool has = mark->capture != 0 && find(mark->capture) != NULL;
    unlock();
    return has;
}

static hipError_t join(hipStream_t stream, sg_capture* from, const sg_mark* mark) {
    if (from == NULL) return spoil(stream->capture, hipErrorStreamCaptureIsolation); // work outside of the capture
    if (stream->is_null) return spoil(from, hipErrorStreamCaptureImplicit);
    if (stream->capture == NULL && !attach(from, stream)) return spoil(from, hipErrorOutOfMemory);
    if (stream->capture != from) {
        spoil(from, hipSuccess);
        return spoil(stream->capture, hipErrorStreamCaptureMerge);
    }
    for (uint32_t i = 0; i < mark->nodes.count; i++) {
        if (!sg_nodes_add_new(&stream->capture_deps, mark->nodes.at[i])) return spoil(from, hipErrorOutOfMemory);
    }
    return hipSuccess;
}

hipError_t sg_capture_join(hipStream_t stream, const sg_mark* mark, bool* captured) {
    if (!any()) return hipSuccess;
    lock();
    sg_capture* from = mark->capture == 0 ? NULL : find(mark->capture);
    *captured = from != NULL || stream->capture != NULL;
    hipError_t status = *captured ? join(stream, from, mark) : hipSuccess;
    unlock();
    return status;
}

// --- the end -------------------------------------------------------------------------------------------------------

static void mark_before(sg_nodes* stack, const sg_nodes* nodes, bool* room) {
    for (uint32_t i = 0; *room && i < nodes->count; i++) {
        if (nodes->at[i]->mark != 0) continue;
        nodes->at[i]->mark = 1;
        *room = sg_nodes_add(stack, nodes->at[i]);
    }
}

// Whether the first stream's position depends on all work of the other streams.
static bool is_joined(const sg_capture* capture) {
    sg_nodes stack = {.at = NULL};
    bool room = true;
    for (uint32_t i = 0; i < capture->graph->nodes.count; i++) capture->graph->nodes.at[i]->mark = 0;
    mark_before(&stack, &capture->origin->capture_deps, &room);
    while (room && stack.count > 0) mark_before(&stack, &stack.at[--stack.count]->deps, &room);
    sg_nodes_free(&stack);
    for (uint32_t i = 0; room && i < capture->stream_count; i++) {
        const sg_nodes* deps = &capture->streams[i]->capture_deps;
        for (uint32_t k = 0; k < deps->count; k++) room &= deps->at[k]->mark != 0;
    }
    return room;
}

hipError_t sg_capture_end(hipStream_t stream, hipGraph_t* graph) {
    sg_capture* capture = stream->capture;
    if (capture == NULL) return hipErrorIllegalState;
    if (capture->origin != stream) return hipErrorStreamCaptureUnmatched;
    bool own_thread = pthread_equal(capture->thread, pthread_self()) != 0;
    if (capture->mode != hipStreamCaptureModeRelaxed && !own_thread) return hipErrorStreamCaptureWrongThread;
    hipError_t status = capture->spoiled   ? hipErrorStreamCaptureInvalidated
                      : is_joined(capture) ? hipSuccess
                                           : hipErrorStreamCaptureUnjoined;
    if (status == hipSuccess) *graph = capture->graph;
    else if (capture->owned) sg_graph_free(capture->graph);
    end(capture);
    return status;
}
