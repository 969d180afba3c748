// What HIP's copies and fills are, by the arguments of its calls.
#ifndef RT_HIP_COPIES_H
#define RT_HIP_COPIES_H

#include "base/rt.h"

struct rt_hip_copy {
    uint32_t kind;  // RT_COMMAND_...; 0: the arguments do not say
    uint64_t bytes; // 0, where they do not say
    bool is_rectangle;
};

// Whether a call of this operation copies or fills, so that its arguments are needed.
bool rt_hip_copies(uint32_t op);

// What the call of HIP copies or fills that is open on this thread; zeros where it does neither, or is no client's.
struct rt_hip_copy rt_hip_copy_here(void);

#endif
