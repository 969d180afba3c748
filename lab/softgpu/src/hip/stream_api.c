// The public functions for streams.
#include "capture.h"
#include "device.h"
#include "error.h"
#include "finish.h"
#include "op.h"
#include "stream.h"
#include "stream_handle.h"

enum { PRIORITY_LOW = 1, PRIORITY_HIGH = -1 };

hipError_t sg_hipStreamCreateWithPriority(hipStream_t* stream, unsigned int flags, int priority) {
    SG_REQUIRE_DEVICES();
    if (stream == NULL || (flags & ~(unsigned)hipStreamNonBlocking) != 0) return sg_result(hipErrorInvalidValue);
    if (priority < PRIORITY_HIGH) priority = PRIORITY_HIGH;
    if (priority > PRIORITY_LOW) priority = PRIORITY_LOW;
    *stream = sg_stream_make(sg_current_device(), flags, priority);
    return sg_result(*stream == NULL ? hipErrorOutOfMemory : hipSuccess);
}

hipError_t sg_hipStreamCreate(hipStream_t* stream) {
    return sg_hipStreamCreateWithPriority(stream, hipStreamDefault, 0);
}

hipError_t sg_hipStreamCreateWithFlags(hipStream_t* stream, unsigned int flags) {
    return sg_hipStreamCreateWithPriority(stream, flags, 0);
}

hipError_t sg_hipExtStreamCreateWithCUMask(hipStream_t* stream, uint32_t cuMaskSize, const uint32_t* cuMask) {
    if (cuMaskSize == 0 || cuMask == NULL) return sg_result(hipErrorInvalidValue);
    return sg_hipStreamCreateWithPriority(stream, hipStreamDefault, 0); // there are no compute units to mask
}

hipError_t sg_hipStreamDestroy(hipStream_t stream) {
    SG_REQUIRE_DEVICES();
    hipStream_t found;
    if (stream == NULL || stream == hipStreamLegacy || stream == hipStreamPerThread) {
        return sg_result(hipErrorInvalidResourceHandle);
    }
    hipError_t status = sg_stream_of(stream, &found);
    if (status == hipSuccess) sg_stream_destroy(found);
    return sg_result(status);
}

hipError_t sg_hipStreamSynchronize(hipStream_t stream) {
    SG_REQUIRE_DEVICES();
    hipStream_t found;
    hipError_t status = sg_stream_of(stream, &found);
    if (status == hipSuccess) status = sg_capture_forbids(found);
    // The null stream is done when all blocking streams are.
    if (status == hipSuccess && found->is_null) return sg_result(sg_device_finish(found->device, true));
    return sg_result(status == hipSuccess ? sg_stream_finish(found) : status);
}

hipError_t sg_hipStreamQuery(hipStream_t stream) {
    SG_REQUIRE_DEVICES();
    hipStream_t found;
    hipError_t status = sg_stream_of(stream, &found);
    if (status == hipSuccess) status = sg_capture_forbids(found);
    if (status != hipSuccess) return sg_result(status);
    sg_op* last = sg_stream_pending(found);
    sg_op_drop(last);
    return sg_result(last == NULL ? (hipError_t)atomic_load(&found->error) : hipErrorNotReady);
}

#define STREAM_GETTER(function, type, what) \
    hipError_t sg_##function(hipStream_t stream, type* value) { \
        SG_REQUIRE_DEVICES(); \
        hipStream_t found; \
        if (value == NULL) return sg_result(hipErrorInvalidValue); \
        hipError_t status = sg_stream_of(stream, &found); \
        if (status == hipSuccess) *value = (what); \
        return sg_result(status); \
    }
STREAM_GETTER(hipStreamGetFlags, unsigned int, found->flags)
STREAM_GETTER(hipStreamGetPriority, int, found->priority)
STREAM_GETTER(hipStreamGetDevice, hipDevice_t, found->device)
STREAM_GETTER(hipStreamGetId, unsigned long long, found->id)

int sg_hipGetStreamDeviceId(hipStream_t stream) {
    hipStream_t found;
    if (sg_hip_ready() != hipSuccess || sg_stream_of(stream, &found) != hipSuccess) return -1;
    return found->device;
}

hipError_t sg_hipDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
    SG_REQUIRE_DEVICES();
    if (leastPriority != NULL) *leastPriority = PRIORITY_LOW;
    if (greatestPriority != NULL) *greatestPriority = PRIORITY_HIGH;
    return sg_result(hipSuccess);
}

// Stored only: here, it does not decide which calls a capture forbids.
static _Thread_local hipStreamCaptureMode capture_mode = hipStreamCaptureModeGlobal;

hipError_t sg_hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode* mode) {
    if (mode == NULL || (uint32_t)*mode > hipStreamCaptureModeRelaxed) return sg_result(hipErrorInvalidValue);
    hipStreamCaptureMode before = capture_mode;
    capture_mode = *mode;
    *mode = before;
    return sg_result(hipSuccess);
}
