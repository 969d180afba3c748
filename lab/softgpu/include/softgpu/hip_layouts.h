// HIP types that the facts do not hold: handles, opaque structs and the few structs that the software runtime reads
// or writes. Included by the generated <hip/hip_runtime_api.h> between its enums and its prototypes; never include
// it directly.
// Source of the layouts: HIP 7.1 (R0600 properties since HIP 6.0), x86-64.
#ifndef SOFTGPU_HIP_LAYOUTS_H
#define SOFTGPU_HIP_LAYOUTS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- handles -------------------------------------------------------------------------------------------------------

typedef int hipDevice_t;
typedef void* hipDeviceptr_t;
typedef unsigned int GLuint;
typedef unsigned int GLenum;
typedef struct ihipCtx_t* hipCtx_t;
typedef struct ihipStream_t* hipStream_t;
typedef struct ihipEvent_t* hipEvent_t;
typedef struct ihipModule_t* hipModule_t;
typedef struct ihipModuleSymbol_t* hipFunction_t;
typedef struct ihipLinkState_t* hipLinkState_t;
typedef struct ihipLibrary_t* hipLibrary_t;
typedef struct ihipKernel_t* hipKernel_t;
typedef struct ihipMemPoolHandle_t* hipMemPool_t;
typedef struct ihipMemGenericAllocationHandle* hipMemGenericAllocationHandle_t;
typedef struct ihipGraph* hipGraph_t;
typedef struct hipGraphNode* hipGraphNode_t;
typedef struct hipGraphExec* hipGraphExec_t;
typedef struct hipUserObject* hipUserObject_t;
typedef struct hipMipmappedArray hipMipmappedArray;
typedef struct hipArray* hipArray_t;
typedef const struct hipArray* hipArray_const_t;
typedef struct hipMipmappedArray* hipMipmappedArray_t;
typedef const struct hipMipmappedArray* hipMipmappedArray_const_t;
typedef struct _hipGraphicsResource hipGraphicsResource;
typedef hipGraphicsResource* hipGraphicsResource_t;
typedef struct __hip_texture* hipTextureObject_t;
typedef struct __hip_surface* hipSurfaceObject_t;
typedef void* hipExternalMemory_t;
typedef void* hipExternalSemaphore_t;
typedef struct ihipDevResourceDesc_t* hipDevResourceDesc_t;
typedef struct ihipExecutionCtx_t* hipExecutionCtx_t;

typedef void (*hipHostFn_t)(void* user_data);
typedef void (*hipStreamCallback_t)(hipStream_t stream, hipError_t status, void* user_data);

// --- opaque structs: only pointers to them cross the interface -----------------------------------------------------

typedef struct HIP_ARRAY3D_DESCRIPTOR HIP_ARRAY3D_DESCRIPTOR;
typedef struct HIP_ARRAY_DESCRIPTOR HIP_ARRAY_DESCRIPTOR;
typedef struct HIP_MEMCPY3D HIP_MEMCPY3D;
typedef struct HIP_RESOURCE_DESC_st HIP_RESOURCE_DESC;
typedef struct HIP_RESOURCE_VIEW_DESC_st HIP_RESOURCE_VIEW_DESC;
typedef struct HIP_TEXTURE_DESC_st HIP_TEXTURE_DESC;
typedef struct hipArrayMapInfo hipArrayMapInfo;
typedef struct hipArrayMemoryRequirements hipArrayMemoryRequirements;
typedef struct hipBatchMemOpNodeParams hipBatchMemOpNodeParams;
typedef struct hipDevResource_st hipDevResource;
typedef struct hipDevSmResourceGroupParams_st hipDevSmResourceGroupParams;
typedef struct hipExternalMemoryBufferDesc_st hipExternalMemoryBufferDesc;
typedef struct hipExternalMemoryHandleDesc_st hipExternalMemoryHandleDesc;
typedef struct hipExternalMemoryMipmappedArrayDesc_st hipExternalMemoryMipmappedArrayDesc;
typedef struct hipExternalSemaphoreHandleDesc_st hipExternalSemaphoreHandleDesc;
typedef struct hipExternalSemaphoreSignalNodeParams hipExternalSemaphoreSignalNodeParams;
typedef struct hipExternalSemaphoreSignalParams_st hipExternalSemaphoreSignalParams;
typedef struct hipExternalSemaphoreWaitNodeParams hipExternalSemaphoreWaitNodeParams;
typedef struct hipExternalSemaphoreWaitParams_st hipExternalSemaphoreWaitParams;
typedef struct hipGraphEdgeData hipGraphEdgeData;
typedef struct hipGraphNodeParams hipGraphNodeParams;
typedef union hipLaunchAttributeValue hipLaunchAttributeValue;
typedef struct hipMemAccessDesc hipMemAccessDesc;
typedef struct hipMemAllocNodeParams hipMemAllocNodeParams;
typedef struct hipMemAllocationProp hipMemAllocationProp;
typedef struct hipMemPoolPtrExportData hipMemPoolPtrExportData;
typedef struct hipMemcpy3DBatchOp hipMemcpy3DBatchOp;
typedef struct hipMemcpyAttributes hipMemcpyAttributes;
typedef struct hipResourceDesc hipResourceDesc;
typedef struct hipResourceViewDesc hipResourceViewDesc;
typedef union hipStreamBatchMemOpParams_union hipStreamBatchMemOpParams;
typedef struct hipTextureDesc hipTextureDesc;
typedef struct textureReference textureReference;

// --- structs with a layout -----------------------------------------------------------------------------------------

typedef struct uint3 {
    uint32_t x, y, z;
} uint3;

typedef struct hipUUID_t {
    char bytes[16];
} hipUUID_t;
typedef hipUUID_t hipUUID;

typedef struct hipGraphInstantiateParams {
    hipGraphNode_t errNode_out;
    unsigned long long flags;
    int result_out; // hipGraphInstantiateResult: 0 is success, 1 an error
    hipStream_t uploadStream;
} hipGraphInstantiateParams;

typedef struct hipPointerAttribute_t {
    hipMemoryType type;
    int device;
    void* devicePointer;
    void* hostPointer;
    int isManaged;
    unsigned int allocationFlags;
} hipPointerAttribute_t;

typedef struct hipPos {
    size_t x, y, z;
} hipPos;

typedef struct hipMemcpy3DParms {
    hipArray_t srcArray;
    hipPos srcPos;
    hipPitchedPtr srcPtr;
    hipArray_t dstArray;
    hipPos dstPos;
    hipPitchedPtr dstPtr;
    hipExtent extent;
    hipMemcpyKind kind;
} hipMemcpy3DParms;

typedef struct hipMemcpy3DPeerParms {
    hipArray_t srcArray;
    hipPos srcPos;
    hipPitchedPtr srcPtr;
    int srcDevice;
    hipArray_t dstArray;
    hipPos dstPos;
    hipPitchedPtr dstPtr;
    int dstDevice;
    hipExtent extent;
} hipMemcpy3DPeerParms;

typedef struct hip_Memcpy2D {
    size_t srcXInBytes;
    size_t srcY;
    hipMemoryType srcMemoryType;
    const void* srcHost;
    hipDeviceptr_t srcDevice;
    hipArray_t srcArray;
    size_t srcPitch;
    size_t dstXInBytes;
    size_t dstY;
    hipMemoryType dstMemoryType;
    void* dstHost;
    hipDeviceptr_t dstDevice;
    hipArray_t dstArray;
    size_t dstPitch;
    size_t WidthInBytes;
    size_t Height;
} hip_Memcpy2D;

typedef struct hipFuncAttributes {
    int binaryVersion;
    int cacheModeCA;
    size_t constSizeBytes;
    size_t localSizeBytes;
    int maxDynamicSharedSizeBytes;
    int maxThreadsPerBlock;
    int numRegs;
    int preferredShmemCarveout;
    int ptxVersion;
    size_t sharedSizeBytes;
} hipFuncAttributes;

typedef struct hipLaunchParams_t {
    void* func;
    dim3 gridDim;
    dim3 blockDim;
    void** args;
    size_t sharedMem;
    hipStream_t stream;
} hipLaunchParams;

typedef struct hipFunctionLaunchParams_t {
    hipFunction_t function;
    unsigned int gridDimX, gridDimY, gridDimZ;
    unsigned int blockDimX, blockDimY, blockDimZ;
    unsigned int sharedMemBytes;
    hipStream_t hStream;
    void** kernelParams;
} hipFunctionLaunchParams;

typedef struct hipMemPoolProps {
    hipMemAllocationType allocType;
    hipMemAllocationHandleType handleTypes;
    hipMemLocation location;
    void* win32SecurityAttributes;
    size_t maxSize;
    unsigned char reserved[56];
} hipMemPoolProps;

typedef struct hipHostNodeParams {
    hipHostFn_t fn;
    void* userData;
} hipHostNodeParams;

typedef struct hipKernelNodeParams {
    dim3 blockDim;
    void** extra;
    void* func;
    dim3 gridDim;
    void** kernelParams;
    unsigned int sharedMemBytes;
} hipKernelNodeParams;

typedef struct hipMemsetParams {
    void* dst;
    unsigned int elementSize;
    size_t height;
    size_t pitch;
    unsigned int value;
    size_t width;
} hipMemsetParams;

typedef struct hipLaunchAttribute_st hipLaunchAttribute;

typedef struct hipLaunchConfig_st {
    dim3 gridDim;
    dim3 blockDim;
    size_t dynamicSmemBytes;
    hipStream_t stream;
    hipLaunchAttribute* attrs;
    unsigned int numAttrs;
} hipLaunchConfig_t;

typedef struct HIP_LAUNCH_CONFIG_st {
    unsigned int gridDimX, gridDimY, gridDimZ;
    unsigned int blockDimX, blockDimY, blockDimZ;
    unsigned int sharedMemBytes;
    hipStream_t hStream;
    hipLaunchAttribute* attrs;
    unsigned int numAttrs;
} HIP_LAUNCH_CONFIG;

typedef struct hipDeviceArch_t {
    unsigned int bits;
} hipDeviceArch_t;

typedef struct hipDeviceProp_tR0600 {
    char name[256];
    hipUUID uuid;
    char luid[8];
    unsigned int luidDeviceNodeMask;
    size_t totalGlobalMem;
    size_t sharedMemPerBlock;
    int regsPerBlock;
    int warpSize;
    size_t memPitch;
    int maxThreadsPerBlock;
    int maxThreadsDim[3];
    int maxGridSize[3];
    int clockRate;
    size_t totalConstMem;
    int major;
    int minor;
    size_t textureAlignment;
    size_t texturePitchAlignment;
    int deviceOverlap;
    int multiProcessorCount;
    int kernelExecTimeoutEnabled;
    int integrated;
    int canMapHostMemory;
    int computeMode;
    int maxTexture1D;
    int maxTexture1DMipmap;
    int maxTexture1DLinear;
    int maxTexture2D[2];
    int maxTexture2DMipmap[2];
    int maxTexture2DLinear[3];
    int maxTexture2DGather[2];
    int maxTexture3D[3];
    int maxTexture3DAlt[3];
    int maxTextureCubemap;
    int maxTexture1DLayered[2];
    int maxTexture2DLayered[3];
    int maxTextureCubemapLayered[2];
    int maxSurface1D;
    int maxSurface2D[2];
    int maxSurface3D[3];
    int maxSurface1DLayered[2];
    int maxSurface2DLayered[3];
    int maxSurfaceCubemap;
    int maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment;
    int concurrentKernels;
    int ECCEnabled;
    int pciBusID;
    int pciDeviceID;
    int pciDomainID;
    int tccDriver;
    int asyncEngineCount;
    int unifiedAddressing;
    int memoryClockRate;
    int memoryBusWidth;
    int l2CacheSize;
    int persistingL2CacheMaxSize;
    int maxThreadsPerMultiProcessor;
    int streamPrioritiesSupported;
    int globalL1CacheSupported;
    int localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor;
    int managedMemory;
    int isMultiGpuBoard;
    int multiGpuBoardGroupID;
    int hostNativeAtomicSupported;
    int singleToDoublePrecisionPerfRatio;
    int pageableMemoryAccess;
    int concurrentManagedAccess;
    int computePreemptionSupported;
    int canUseHostPointerForRegisteredMem;
    int cooperativeLaunch;
    int cooperativeMultiDeviceLaunch;
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables;
    int directManagedMemAccessFromHost;
    int maxBlocksPerMultiProcessor;
    int accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
    int hostRegisterSupported;
    int sparseHipArraySupported;
    int hostRegisterReadOnlySupported;
    int timelineSemaphoreInteropSupported;
    int memoryPoolsSupported;
    int gpuDirectRDMASupported;
    unsigned int gpuDirectRDMAFlushWritesOptions;
    int gpuDirectRDMAWritesOrdering;
    unsigned int memoryPoolSupportedHandleTypes;
    int deferredMappingHipArraySupported;
    int ipcEventSupported;
    int clusterLaunch;
    int unifiedFunctionPointers;
    int reserved[63];
    int hipReserved[32];
    char gcnArchName[256];
    size_t maxSharedMemoryPerMultiProcessor;
    int clockInstructionRate;
    hipDeviceArch_t arch;
    unsigned int* hdpMemFlushCntl;
    unsigned int* hdpRegFlushCntl;
    int cooperativeMultiDeviceUnmatchedFunc;
    int cooperativeMultiDeviceUnmatchedGridDim;
    int cooperativeMultiDeviceUnmatchedBlockDim;
    int cooperativeMultiDeviceUnmatchedSharedMem;
    int isLargeBar;
    int asicRevision;
} hipDeviceProp_tR0600;

// Only the prefix that the software runtime fills; the caller's struct (HIP 5) is longer.
typedef struct hipDeviceProp_tR0000 {
    char name[256];
    size_t totalGlobalMem;
    size_t sharedMemPerBlock;
    int regsPerBlock;
    int warpSize;
    int maxThreadsPerBlock;
    int maxThreadsDim[3];
    int maxGridSize[3];
    int clockRate;
    int memoryClockRate;
    int memoryBusWidth;
    size_t totalConstMem;
    int major;
    int minor;
    int multiProcessorCount;
    int l2CacheSize;
    int maxThreadsPerMultiProcessor;
    int computeMode;
} hipDeviceProp_tR0000;

#ifndef __cplusplus
_Static_assert(offsetof(hipDeviceProp_tR0600, totalGlobalMem) == 288, "R0600 layout");
_Static_assert(offsetof(hipDeviceProp_tR0600, gcnArchName) == 1160, "R0600 layout");
_Static_assert(sizeof(hipDeviceProp_tR0600) == 1472, "R0600 layout");
_Static_assert(sizeof(hipPointerAttribute_t) == 32, "hipPointerAttribute_t layout");
_Static_assert(sizeof(hipMemcpy3DPeerParms) == 168, "hipMemcpy3DPeerParms layout");
_Static_assert(sizeof(hip_Memcpy2D) == 128, "hip_Memcpy2D layout");
_Static_assert(sizeof(hipLaunchParams) == 56, "hipLaunchParams layout");
_Static_assert(sizeof(hipFunctionLaunchParams) == 56, "hipFunctionLaunchParams layout");
_Static_assert(sizeof(hipFuncAttributes) == 56, "hipFuncAttributes layout");
_Static_assert(sizeof(hipMemPoolProps) == 88, "hipMemPoolProps layout");
#endif

#define hipDeviceProp_t hipDeviceProp_tR0600
#define hipGetDeviceProperties hipGetDevicePropertiesR0600
#define hipChooseDeviceR0600 hipChooseDevice

// --- flags ---------------------------------------------------------------------------------------------------------

#define hipStreamDefault 0x00
#define hipStreamNonBlocking 0x01
#define hipStreamLegacy ((hipStream_t)1)
#define hipStreamPerThread ((hipStream_t)2)
#define hipEventDefault 0x0
#define hipEventBlockingSync 0x1
#define hipEventDisableTiming 0x2
#define hipEventInterprocess 0x4
#define hipEventWaitDefault 0x0
#define hipEventRecordDefault 0x0
#define hipHostMallocDefault 0x0
#define hipHostMallocPortable 0x1
#define hipHostMallocMapped 0x2
#define hipHostMallocWriteCombined 0x4
#define hipHostMallocNumaUser 0x20000000
#define hipHostMallocCoherent 0x40000000
#define hipHostMallocNonCoherent 0x80000000
#define hipHostAllocDefault 0x0
#define hipHostAllocPortable 0x1
#define hipHostAllocMapped 0x2
#define hipHostAllocWriteCombined 0x4
#define hipHostRegisterDefault 0x0
#define hipHostRegisterPortable 0x1
#define hipHostRegisterMapped 0x2
#define hipMemAttachGlobal 0x01
#define hipMemAttachHost 0x02
#define hipDeviceScheduleAuto 0x0
#define hipDeviceScheduleSpin 0x1
#define hipDeviceScheduleYield 0x2
#define hipDeviceScheduleBlockingSync 0x4

#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void*)0x01)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void*)0x02)
#define HIP_LAUNCH_PARAM_END ((void*)0x03)

#ifdef __cplusplus
}
#endif

#endif
