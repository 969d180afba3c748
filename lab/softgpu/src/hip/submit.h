// Submits work to a stream.
#ifndef SOFTGPU_HIP_SUBMIT_H
#define SOFTGPU_HIP_SUBMIT_H

#include "op.h"
#include "work.h"

// Any thread. Appends the work to the stream, after all work that HIP's rules for the null stream order before it,
// and after `after` (may be NULL). If `op` is not NULL, *op gets a reference that the caller owns. When the stream
// is captured, the work becomes a node of the graph instead, and *op is NULL.
hipError_t sg_submit(hipStream_t stream, const sg_work* work, sg_op* after, sg_op** op);

// Any thread. Submits several pieces, with no work of another thread between them; *op is the last. Not captured.
hipError_t sg_submit_all(hipStream_t stream, const sg_work* works, uint32_t count, sg_op* after, sg_op** op);

#endif
