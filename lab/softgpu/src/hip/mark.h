// A position in a capture, which events carry from stream to stream.
#ifndef SOFTGPU_HIP_MARK_H
#define SOFTGPU_HIP_MARK_H

#include "nodes.h"

typedef struct sg_mark {
    uint64_t capture; // 0: none
    sg_nodes nodes;
} sg_mark;

#endif
