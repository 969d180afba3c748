// What HIP's headers add for C++: arguments that may be left out, and functions for pointers to any type. Included by
// the generated <hip/hip_runtime_api.h> at its end; never include it directly. As HIP's, without the functions if
// __HIP_DISABLE_CPP_FUNCTIONS__ is defined.
// Source: hip_runtime_api.h of ROCm 7.2.
#ifndef SOFTGPU_HIP_CXX_H
#define SOFTGPU_HIP_CXX_H

#ifdef __cplusplus

extern "C" {
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned int flags = 0);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream = nullptr);
hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream = nullptr, unsigned int flags = 0);
hipError_t hipMallocManaged(void** dev_ptr, size_t size, unsigned int flags = hipMemAttachGlobal);
hipError_t hipMemPrefetchAsync(const void* dev_ptr, size_t count, int device, hipStream_t stream = nullptr);
hipError_t hipMemcpyAsync(void* dst, const void* src, size_t sizeBytes, hipMemcpyKind kind,
                          hipStream_t stream = nullptr);
hipError_t hipMemcpyToSymbol(const void* symbol, const void* src, size_t sizeBytes, size_t offset = 0,
                             hipMemcpyKind kind = hipMemcpyHostToDevice);
hipError_t hipMemcpyFromSymbol(void* dst, const void* symbol, size_t sizeBytes, size_t offset = 0,
                               hipMemcpyKind kind = hipMemcpyDeviceToHost);
hipError_t hipMemsetAsync(void* dst, int value, size_t sizeBytes, hipStream_t stream = nullptr);
hipError_t hipMemset2DAsync(void* dst, size_t pitch, int value, size_t width, size_t height,
                            hipStream_t stream = nullptr);
hipError_t hipMemset3DAsync(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent, hipStream_t stream = nullptr);
hipError_t hipMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                            hipMemcpyKind kind, hipStream_t stream = nullptr);
hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms* p, hipStream_t stream = nullptr);
hipError_t hipMemcpyPeerAsync(void* dst, int dstDeviceId, const void* src, int srcDevice, size_t sizeBytes,
                              hipStream_t stream = nullptr);
hipError_t hipConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem = 0, hipStream_t stream = nullptr);
hipError_t hipLaunchKernel(const void* function_address, dim3 numBlocks, dim3 dimBlocks, void** args,
                           size_t sharedMemBytes = 0, hipStream_t stream = nullptr);
}

#ifndef __HIP_DISABLE_CPP_FUNCTIONS__

template <class T> static inline hipError_t hipMalloc(T** pointer, size_t bytes) {
    return hipMalloc(reinterpret_cast<void**>(pointer), bytes);
}

template <class T> static inline hipError_t hipMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
    return hipMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height);
}

template <class T>
static inline hipError_t hipHostMalloc(T** pointer, size_t bytes, unsigned int flags = hipHostMallocDefault) {
    return hipHostMalloc(reinterpret_cast<void**>(pointer), bytes, flags);
}

template <class T>
static inline hipError_t hipHostAlloc(T** pointer, size_t bytes, unsigned int flags = hipHostAllocDefault) {
    return hipHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}

template <class T>
static inline hipError_t hipMallocManaged(T** pointer, size_t bytes, unsigned int flags = hipMemAttachGlobal) {
    return hipMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}

template <class T> static inline hipError_t hipMallocAsync(T** pointer, size_t bytes, hipStream_t stream) {
    return hipMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream);
}

template <class T>
static inline hipError_t hipMallocFromPoolAsync(T** pointer, size_t bytes, hipMemPool_t pool, hipStream_t stream) {
    return hipMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}

template <class T>
static inline hipError_t hipMallocAsync(T** pointer, size_t bytes, hipMemPool_t pool, hipStream_t stream) {
    return hipMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}

// Of device variables and kernels that a program names, not points at.
template <class T> static inline hipError_t hipGetSymbolAddress(void** pointer, const T& symbol) {
    return hipGetSymbolAddress(pointer, reinterpret_cast<const void*>(&symbol));
}

template <class T> static inline hipError_t hipGetSymbolSize(size_t* bytes, const T& symbol) {
    return hipGetSymbolSize(bytes, reinterpret_cast<const void*>(&symbol));
}

template <class T>
static inline hipError_t hipLaunchCooperativeKernel(T kernel, dim3 grid, dim3 block, void** arguments,
                                                    unsigned int sharedBytes, hipStream_t stream) {
    return hipLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments, sharedBytes,
                                      stream);
}

template <class T>
static inline hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T kernel, int blockSize,
                                                                      size_t sharedBytes) {
    return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void*>(kernel), blockSize,
                                                        sharedBytes);
}

#endif

#endif

#endif
