// Copies.
#ifndef SOFTGPU_HIP_COPY_H
#define SOFTGPU_HIP_COPY_H

#include "work.h"

// Any thread. `stream` is a handle. Waits for the copy with `wait`, or when a side is memory unknown to
// HIP (pageable).
hipError_t sg_copy(void* dst, const void* src, size_t bytes, hipMemcpyKind kind, hipStream_t stream, bool wait);
hipError_t sg_copy_rect(const hsa_pitched_ptr_t* to, const hsa_pitched_ptr_t* from, hsa_dim3_t extent,
                        hipMemcpyKind kind, hipStream_t stream, bool wait);

// Any thread. Describes the same copies as work. *pageable (may be NULL): whether a side is memory unknown to HIP.
hipError_t sg_copy_work(void* dst, const void* src, size_t bytes, hipMemcpyKind kind, sg_work* work, bool* pageable);
hipError_t sg_copy_3d_work(const hipMemcpy3DParms* params, sg_work* work);

#endif
