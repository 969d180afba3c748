// Work goes into a stream.
#ifndef SOFTGPU_HIP_SUBMIT_H
#define SOFTGPU_HIP_SUBMIT_H

#include "op.h"
#include "work.h"

// Any thread. Appends the work to the stream, after everything that HIP's rules for the null stream put before it and
// after `after` (may be NULL). *op, if wanted, gets a reference that is the caller's. When the stream is captured the
// work becomes a node of the graph instead, and *op is NULL.
hipError_t sg_submit(hipStream_t stream, const sg_work* work, sg_op* after, sg_op** op);

// Any thread. The same for several pieces, with nothing of another thread between them, and *op of the last.
// Not captured.
hipError_t sg_submit_all(hipStream_t stream, const sg_work* works, uint32_t count, sg_op* after, sg_op** op);

#endif
