// What the SDK is asked to tell: each part turns it into what the tracer function takes.
#ifndef RT_PARTS_H
#define RT_PARTS_H

#include <rocprofiler-sdk/rocprofiler.h>

#include "rt.h"

// Something of the runtimes that is listened to as a whole: a context of the SDK.
struct rt_part {
    // Makes the services of the context, within the SDK's configuration. @return false: this part is not to be had
    bool (*configure)(rocprofiler_context_id_t context);
    // Whether somebody wants it now.
    bool (*wanted)(void);
    // What it listens to goes on after the calls that begin it: stopping it would wait for the GPU. It goes
    // on listening.
    bool stays;
};

extern const struct rt_part rt_hsa_part;         // HSA_API and HSA_EVT
extern const struct rt_part rt_copies_part;      // HSA_OPS
extern const struct rt_part rt_hip_part;         // HIP_API by tables
extern const struct rt_part rt_hip_work_part;    // HIP_OPS by tables
extern const struct rt_part rt_kernel_name_part; // what HIP_OPS calls its kernels

#endif
