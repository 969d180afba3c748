// The property structs and attributes of a device. Only values that are true of a software GPU are not zero.
#include <stdio.h>
#include <string.h>

#include "device.h"
#include "error.h"

enum {
    WARP = 64,
    BLOCK = 1024,
    GRID = 0x7fffffff,
    SHARED = 64 * 1024,
    REGISTERS = 65536,
    CLOCK_KHZ = 1000000,
    THREADS_PER_UNIT = 2048,
    MAJOR = 9,
    MINOR = 0
};

static const sg_device* device_of(int device) {
    return device >= 0 && device < sg_device_count ? &sg_devices[device] : NULL;
}

hipError_t sg_hipGetDevicePropertiesR0600(hipDeviceProp_tR0600* prop, int device) {
    SG_REQUIRE_DEVICES();
    const sg_device* d = device_of(device);
    if (prop == NULL) return sg_result(hipErrorInvalidValue);
    if (d == NULL) return sg_result(hipErrorInvalidDevice);
    memset(prop, 0, sizeof *prop);
    snprintf(prop->name, sizeof prop->name, "%s", d->name);
    snprintf(prop->uuid.bytes, sizeof prop->uuid.bytes, "softgpu-%u", (unsigned)device & 0xff);
    snprintf(prop->gcnArchName, sizeof prop->gcnArchName, "gfx000");
    prop->totalGlobalMem = d->memory;
    prop->sharedMemPerBlock = prop->sharedMemPerMultiprocessor = prop->maxSharedMemoryPerMultiProcessor = SHARED;
    prop->regsPerBlock = prop->regsPerMultiprocessor = REGISTERS;
    prop->warpSize = WARP;
    prop->memPitch = GRID;
    prop->maxThreadsPerBlock = BLOCK;
    for (int i = 0; i < 3; i++) {
        prop->maxThreadsDim[i] = BLOCK;
        prop->maxGridSize[i] = GRID;
    }
    prop->clockRate = prop->memoryClockRate = prop->clockInstructionRate = CLOCK_KHZ;
    prop->totalConstMem = GRID;
    prop->major = MAJOR;
    prop->minor = MINOR;
    prop->textureAlignment = prop->texturePitchAlignment = 256;
    prop->multiProcessorCount = (int)d->compute_units;
    prop->maxThreadsPerMultiProcessor = THREADS_PER_UNIT;
    prop->memoryBusWidth = 256;
    prop->canMapHostMemory = prop->concurrentKernels = prop->unifiedAddressing = prop->managedMemory = 1;
    prop->streamPrioritiesSupported = prop->hostRegisterSupported = prop->cooperativeLaunch = prop->isLargeBar = 1;
    prop->pageableMemoryAccess = prop->concurrentManagedAccess = prop->directManagedMemAccessFromHost = 1;
    prop->asyncEngineCount = 2;
    prop->pciBusID = 1 + device;
    return sg_result(hipSuccess);
}

// HIP 5's struct: fills the prefix that we know and leaves the rest unchanged.
hipError_t sg_hipGetDevicePropertiesR0000(hipDeviceProp_tR0000* prop, int device) {
    SG_REQUIRE_DEVICES();
    const sg_device* d = device_of(device);
    if (prop == NULL) return sg_result(hipErrorInvalidValue);
    if (d == NULL) return sg_result(hipErrorInvalidDevice);
    memset(prop, 0, sizeof *prop);
    snprintf(prop->name, sizeof prop->name, "%s", d->name);
    prop->totalGlobalMem = d->memory;
    prop->sharedMemPerBlock = SHARED;
    prop->regsPerBlock = REGISTERS;
    prop->warpSize = WARP;
    prop->maxThreadsPerBlock = BLOCK;
    for (int i = 0; i < 3; i++) {
        prop->maxThreadsDim[i] = BLOCK;
        prop->maxGridSize[i] = GRID;
    }
    prop->clockRate = prop->memoryClockRate = CLOCK_KHZ;
    prop->memoryBusWidth = 256;
    prop->totalConstMem = GRID;
    prop->major = MAJOR;
    prop->minor = MINOR;
    prop->multiProcessorCount = (int)d->compute_units;
    prop->maxThreadsPerMultiProcessor = THREADS_PER_UNIT;
    return sg_result(hipSuccess);
}

static int attribute(const sg_device* d, hipDeviceAttribute_t attr) {
    switch ((uint32_t)attr) {
        case hipDeviceAttributeAsyncEngineCount: return 2;
        case hipDeviceAttributeClockRate:
        case hipDeviceAttributeMemoryClockRate:
        case hipDeviceAttributeWallClockRate:
        case hipDeviceAttributeClockInstructionRate: return CLOCK_KHZ;
        case hipDeviceAttributeComputeCapabilityMajor: return MAJOR;
        case hipDeviceAttributeComputeCapabilityMinor: return MINOR;
        case hipDeviceAttributeMaxBlockDimX:
        case hipDeviceAttributeMaxBlockDimY:
        case hipDeviceAttributeMaxBlockDimZ:
        case hipDeviceAttributeMaxThreadsDim:
        case hipDeviceAttributeMaxThreadsPerBlock: return BLOCK;
        case hipDeviceAttributeMaxGridDimX:
        case hipDeviceAttributeMaxGridDimY:
        case hipDeviceAttributeMaxGridDimZ:
        case hipDeviceAttributeMaxPitch:
        case hipDeviceAttributeTotalConstantMemory: return GRID;
        case hipDeviceAttributeMaxThreadsPerMultiProcessor: return THREADS_PER_UNIT;
        case hipDeviceAttributeMaxBlocksPerMultiProcessor: return 32;
        case hipDeviceAttributeMultiprocessorCount:
        case hipDeviceAttributePhysicalMultiProcessorCount: return (int)d->compute_units;
        case hipDeviceAttributeMaxRegistersPerBlock:
        case hipDeviceAttributeMaxRegistersPerMultiprocessor: return REGISTERS;
        case hipDeviceAttributeMaxSharedMemoryPerBlock:
        case hipDeviceAttributeSharedMemPerMultiprocessor:
        case hipDeviceAttributeMaxSharedMemoryPerMultiprocessor: return SHARED;
        case hipDeviceAttributeWarpSize: return WARP;
        case hipDeviceAttributeMemoryBusWidth: return 256;
        case hipDeviceAttributePciBusId: return 1 + d->ordinal;
        case hipDeviceAttributeNumberOfXccs: return 1;
        case hipDeviceAttributeTextureAlignment:
        case hipDeviceAttributeTexturePitchAlignment: return 256;
        case hipDeviceAttributeCanMapHostMemory:
        case hipDeviceAttributeConcurrentKernels:
        case hipDeviceAttributeConcurrentManagedAccess:
        case hipDeviceAttributeCooperativeLaunch:
        case hipDeviceAttributeDirectManagedMemAccessFromHost:
        case hipDeviceAttributeManagedMemory:
        case hipDeviceAttributePageableMemoryAccess:
        case hipDeviceAttributePageableMemoryAccessUsesHostPageTables:
        case hipDeviceAttributeStreamPrioritiesSupported:
        case hipDeviceAttributeUnifiedAddressing:
        case hipDeviceAttributeHostRegisterSupported:
        case hipDeviceAttributeFineGrainSupport:
        case hipDeviceAttributeCanUseStreamWaitValue:
        case hipDeviceAttributeIsLargeBar: return 1;
        default: return 0;
    }
}

hipError_t sg_hipDeviceGetAttribute(int* pi, hipDeviceAttribute_t attr, int deviceId) {
    SG_REQUIRE_DEVICES();
    const sg_device* d = device_of(deviceId);
    if (pi == NULL || (uint32_t)attr >= hipDeviceAttributeVendorSpecificBegin) return sg_result(hipErrorInvalidValue);
    if (d == NULL) return sg_result(hipErrorInvalidDevice);
    *pi = attribute(d, attr);
    return sg_result(hipSuccess);
}

static hipError_t occupancy(int* blocks, int block_size) {
    SG_REQUIRE_DEVICES();
    if (blocks == NULL || block_size <= 0) return sg_result(hipErrorInvalidValue);
    *blocks = block_size > BLOCK ? 0 : THREADS_PER_UNIT / block_size < 32 ? THREADS_PER_UNIT / block_size : 32;
    return sg_result(hipSuccess);
}

static hipError_t best_block(int* grid, int* block, int limit) {
    SG_REQUIRE_DEVICES();
    if (grid == NULL || block == NULL || limit < 0) return sg_result(hipErrorInvalidValue);
    *block = limit > 0 && limit < BLOCK ? limit : BLOCK;
    *grid = (int)sg_devices[sg_current_device()].compute_units * (THREADS_PER_UNIT / *block);
    return sg_result(hipSuccess);
}

hipError_t sg_hipOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* f, int blockSize,
                                                           size_t shared) {
    (void)f, (void)shared;
    return occupancy(numBlocks, blockSize);
}

hipError_t sg_hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* f, int blockSize,
                                                                    size_t shared, unsigned int flags) {
    (void)f, (void)shared, (void)flags;
    return occupancy(numBlocks, blockSize);
}

hipError_t sg_hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, hipFunction_t f, int blockSize,
                                                                 size_t shared) {
    (void)f, (void)shared;
    return occupancy(numBlocks, blockSize);
}

hipError_t sg_hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, hipFunction_t f,
                                                                          int blockSize, size_t shared,
                                                                          unsigned int flags) {
    (void)f, (void)shared, (void)flags;
    return occupancy(numBlocks, blockSize);
}

hipError_t sg_hipOccupancyMaxPotentialBlockSize(int* gridSize, int* blockSize, const void* f, size_t shared,
                                                int limit) {
    (void)f, (void)shared;
    return best_block(gridSize, blockSize, limit);
}

hipError_t sg_hipModuleOccupancyMaxPotentialBlockSize(int* gridSize, int* blockSize, hipFunction_t f, size_t shared,
                                                      int limit) {
    (void)f, (void)shared;
    return best_block(gridSize, blockSize, limit);
}

hipError_t sg_hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int* gridSize, int* blockSize, hipFunction_t f,
                                                               size_t shared, int limit, unsigned int flags) {
    (void)f, (void)shared, (void)flags;
    return best_block(gridSize, blockSize, limit);
}
