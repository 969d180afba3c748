// The public functions for events.
#include "event_record.h"

#include "capture.h"
#include "device.h"
#include "error.h"
#include "event.h"
#include "finish.h"
#include "hip.h"
#include "mark.h"
#include "op.h"
#include "slab.h"
#include "stream.h"
#include "stream_handle.h"
#include "submit.h"
#include "work.h"

enum {
    EXTERNAL = 1, // hipEventRecordExternal and hipEventWaitExternal
    EVENT_FLAGS =
        hipEventBlockingSync | hipEventDisableTiming | hipEventInterprocess | 0x20000000 | 0x40000000 | (int)0x80000000,
};

hipError_t sg_hipEventCreateWithFlags(hipEvent_t* event, unsigned int flags) {
    SG_REQUIRE_DEVICES();
    if (event == NULL || (flags & ~(unsigned)EVENT_FLAGS) != 0) return sg_result(hipErrorInvalidValue);
    hipEvent_t made = sg_slab_take(&sg_event_slab);
    if (made == NULL) return sg_result(hipErrorOutOfMemory);
    made->flags = flags;
    made->device = sg_current_device();
    made->op = NULL;
    made->mark = (sg_mark){.capture = 0};
    sg_event_revive(made);
    *event = made;
    return sg_result(hipSuccess);
}

hipError_t sg_hipEventCreate(hipEvent_t* event) { return sg_hipEventCreateWithFlags(event, hipEventDefault); }

// The recorded operation outlives its event: waiters hold references to it.
hipError_t sg_hipEventDestroy(hipEvent_t event) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_event(event)) return sg_result(hipErrorInvalidHandle);
    atomic_store(&event->magic, 0);
    sg_event_set(event, NULL);
    sg_capture_unmark(&event->mark);
    sg_slab_give(&sg_event_slab, event);
    return sg_result(hipSuccess);
}

static hipError_t find(hipEvent_t event, hipStream_t handle, hipStream_t* stream) {
    if (!sg_is_event(event)) return hipErrorInvalidHandle;
    return sg_stream_of(handle, stream);
}

// In a captured stream the event stores a position in the graph; `external` makes it a node of the graph instead.
static hipError_t record(hipEvent_t event, hipStream_t handle, bool external) {
    hipStream_t stream;
    hipError_t status = find(event, handle, &stream);
    if (status != hipSuccess) return status;
    if (stream->device != event->device) return hipErrorInvalidHandle;
    bool captured = false;
    if (!external) status = sg_capture_mark(stream, &event->mark, &captured);
    if (captured || status != hipSuccess) return status;
    return sg_submit(stream, &(sg_work){.kind = SG_WORK_BARRIER, .record = event}, NULL, NULL);
}

hipError_t sg_event_record(hipEvent_t event, hipStream_t stream) { return record(event, stream, false); }

hipError_t sg_hipEventRecord(hipEvent_t event, hipStream_t stream) {
    SG_REQUIRE_DEVICES();
    return sg_result(record(event, stream, false));
}

hipError_t sg_hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned int flags) {
    SG_REQUIRE_DEVICES();
    if (flags != hipEventRecordDefault && flags != EXTERNAL) return sg_result(hipErrorInvalidValue);
    return sg_result(record(event, stream, flags == EXTERNAL));
}

static hipError_t wait_event(hipStream_t handle, hipEvent_t event, bool external) {
    hipStream_t stream;
    hipError_t status = find(event, handle, &stream);
    bool captured = false;
    if (status == hipSuccess && !external) status = sg_capture_join(stream, &event->mark, &captured);
    if (captured || status != hipSuccess) return status;
    if (external) return sg_submit(stream, &(sg_work){.kind = SG_WORK_BARRIER, .wait = event}, NULL, NULL);
    sg_op* op = sg_event_pending(event);
    if (op == NULL) return hipSuccess;
    status = sg_submit(stream, &(sg_work){.kind = SG_WORK_BARRIER}, op, NULL);
    sg_op_drop(op);
    return status;
}

hipError_t sg_hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned int flags) {
    SG_REQUIRE_DEVICES();
    if (flags != hipEventWaitDefault && flags != EXTERNAL) return sg_result(hipErrorInvalidValue);
    return sg_result(wait_event(stream, event, flags == EXTERNAL));
}

hipError_t sg_hipEventQuery(hipEvent_t event) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_event(event)) return sg_result(hipErrorInvalidHandle);
    if (sg_capture_has(&event->mark)) return sg_result(hipErrorCapturedEvent);
    sg_op* op = sg_event_op(event);
    bool done = op == NULL || sg_op_is_done(op);
    sg_op_drop(op);
    return sg_result(done ? hipSuccess : hipErrorNotReady);
}

hipError_t sg_hipEventSynchronize(hipEvent_t event) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_event(event)) return sg_result(hipErrorInvalidHandle);
    if (sg_capture_has(&event->mark)) return sg_result(hipErrorCapturedEvent);
    sg_op* op = sg_event_op(event);
    hipError_t status = op == NULL ? hipSuccess : sg_op_finish(op, NULL);
    sg_op_drop(op);
    return sg_result(status);
}

static hipError_t elapsed(hipEvent_t start, const sg_op* first, hipEvent_t stop, const sg_op* second, float* ms) {
    if (first == NULL || second == NULL) return hipErrorInvalidHandle;
    if (!sg_op_is_done(first) || !sg_op_is_done(second)) return hipErrorNotReady;
    hsa_amd_profiling_dispatch_time_t from, to;
    if (hsa_amd_profiling_get_dispatch_time(sg_devices[start->device].agent, first->done, &from) != HSA_STATUS_SUCCESS
        || hsa_amd_profiling_get_dispatch_time(sg_devices[stop->device].agent, second->done, &to)
               != HSA_STATUS_SUCCESS) {
        return hipErrorInvalidHandle;
    }
    *ms = (float)((double)(int64_t)(to.end - from.end) / 1e6);
    return hipSuccess;
}

hipError_t sg_hipEventElapsedTime(float* ms, hipEvent_t start, hipEvent_t stop) {
    SG_REQUIRE_DEVICES();
    if (ms == NULL) return sg_result(hipErrorInvalidValue);
    if (!sg_is_event(start) || !sg_is_event(stop)) return sg_result(hipErrorInvalidHandle);
    if (((start->flags | stop->flags) & hipEventDisableTiming) != 0) return sg_result(hipErrorInvalidHandle);
    sg_op *first = sg_event_op(start), *second = sg_event_op(stop);
    hipError_t status = elapsed(start, first, stop, second, ms);
    sg_op_drop(first);
    sg_op_drop(second);
    return sg_result(status);
}
