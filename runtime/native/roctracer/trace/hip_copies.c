// HIP copies and fills by engines or by kernels of its own, as it sees fit. Of those kernels HSA has names and sizes,
// but not what they are for: that is in the arguments of the call.
#include "trace/hip_copies.h"

#include <roctracer/roctracer_hip.h>

#include "base/threads.h"
#include "rt_limits.h"

// The asynchronous functions have the same arguments, and then a stream.
#define BOTH(call) \
    case HIP_API_ID_##call: \
    case HIP_API_ID_##call##Async

static uint32_t direction(hipMemcpyKind kind) {
    switch (kind) {
        case hipMemcpyHostToDevice: return RT_COMMAND_CopyHostToDevice;
        case hipMemcpyDeviceToHost: return RT_COMMAND_CopyDeviceToHost;
        case hipMemcpyDeviceToDevice: return RT_COMMAND_CopyDeviceToDevice;
        default: return 0;
    }
}

static struct rt_hip_copy copy(uint32_t kind, uint64_t bytes) { return (struct rt_hip_copy){kind, bytes, false}; }

static struct rt_hip_copy rectangle(hipMemcpyKind kind, uint64_t bytes) {
    return (struct rt_hip_copy){direction(kind), bytes, true};
}

static struct rt_hip_copy fill(uint64_t bytes) { return copy(RT_COMMAND_FillBuffer, bytes); }

// The functions, what they copy by `data`, and whether they do so at all.
#define COPIES(sized, directed, plane, fill_of, fill_plane) \
    directed(hipMemcpy) directed(hipMemcpyToSymbol) directed(hipMemcpyFromSymbol) \
        sized(hipMemcpyHtoD, CopyHostToDevice) sized(hipMemcpyDtoH, CopyDeviceToHost) \
            sized(hipMemcpyDtoD, CopyDeviceToDevice) sized(hipMemcpyPeer, CopyDeviceToDevice) plane(hipMemcpy2D) \
                plane(hipMemcpy2DFromArray) plane(hipMemcpy2DToArray) sized(hipMemset, FillBuffer) \
                    fill_of(hipMemsetD8, 1) fill_of(hipMemsetD16, 2) fill_of(hipMemsetD32, 4) \
                        fill_plane(hipMemset2D, 1) fill_plane(hipMemsetD2D8, 1) fill_plane(hipMemsetD2D16, 2) \
                            fill_plane(hipMemsetD2D32, 4)

#define ARGUMENTS(call) data->args.call
#define SIZED(call, name) BOTH(call) : return copy(RT_COMMAND_##name, ARGUMENTS(call).sizeBytes);
#define DIRECTED(call) BOTH(call) : return copy(direction(ARGUMENTS(call).kind), ARGUMENTS(call).sizeBytes);
#define PLANE(call) BOTH(call) : return rectangle(ARGUMENTS(call).kind, ARGUMENTS(call).width * ARGUMENTS(call).height);
#define FILL_OF(call, unit) BOTH(call) : return fill(ARGUMENTS(call).count * unit);
#define FILL_PLANE(call, unit) BOTH(call) : return fill(ARGUMENTS(call).width * ARGUMENTS(call).height * unit);

static struct rt_hip_copy copy_of(uint32_t op, const hip_api_data_t* data) {
    switch (op) {
        COPIES(SIZED, DIRECTED, PLANE, FILL_OF, FILL_PLANE)
        case HIP_API_ID_hipMemcpyWithStream:
            return copy(direction(data->args.hipMemcpyWithStream.kind), data->args.hipMemcpyWithStream.sizeBytes);
        default: return copy(0, 0);
    }
}

#define IS(call, ...) BOTH(call) :

bool rt_hip_copies(uint32_t op) {
    switch (op) {
        COPIES(IS, IS, IS, IS, IS)
        case HIP_API_ID_hipMemcpyWithStream: return true;
        default: return false;
    }
}

struct rt_hip_copy rt_hip_copy_here(void) {
    struct rt_open_call call;
    if (!rt_innermost_call(ACTIVITY_DOMAIN_HIP_API, &call)) return copy(0, 0);
    return copy_of(call.op, call.where);
}
