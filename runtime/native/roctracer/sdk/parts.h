// The services of the SDK that this library uses: each part converts events to calls of the tracer function.
#ifndef RT_PARTS_H
#define RT_PARTS_H

#include <rocprofiler-sdk/rocprofiler.h>

#include "base/rt.h"

// A group of events with its own context of the SDK.
struct rt_part {
    // Configures the services of the context, within the SDK's configuration. @return false: this part is
    // not available
    bool (*configure)(rocprofiler_context_id_t context);
    // Whether a client wants it now.
    bool (*wanted)(void);
    // Its events complete after their calls, and stopping would wait for the GPU, so it is never stopped.
    bool stays;
};

extern const struct rt_part rt_hsa_part;         // HSA_API and HSA_EVT
extern const struct rt_part rt_copies_part;      // HSA_OPS
extern const struct rt_part rt_hip_part;         // HIP_API by tables
extern const struct rt_part rt_hip_work_part;    // HIP_OPS by tables
extern const struct rt_part rt_kernel_name_part; // the names of HIP_OPS's kernels

#endif
