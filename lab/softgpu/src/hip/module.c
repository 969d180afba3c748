// Modules and the compiler's registration calls. A module is a shared library whose exported functions are kernels,
// as a file or in memory. Device code for a real GPU is recognised and its launch is refused, instead of running a
// host stub as a kernel.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "binary.h"
#include "code_object.h"
#include "device.h"
#include "error.h"
#include "kernel.h"
#include "ranges.h"
#include "symbols.h"

enum { FAT_BINARY_MAGIC = 0x48495046 };                        // "HIPF": what hipcc embeds
static const char BUNDLE_MAGIC[] = "__CLANG_OFFLOAD_BUNDLE__"; // its target, and a module file of hipcc's

// --- functions called by compiler-generated code -------------------------------------------------------------------

void** sg___hipRegisterFatBinary(const void* data) {
    if (data != NULL && *(const uint32_t*)data == 0) return NULL; // as AMD's HIP refuses what is no binary
    sg_binary* binary = sg_binary_make();
    if (binary == NULL) return NULL;
    binary->foreign = data != NULL && *(const uint32_t*)data == FAT_BINARY_MAGIC;
    return (void**)binary;
}

void sg___hipUnregisterFatBinary(void** modules) { sg_binary_free((sg_binary*)modules); }

void sg___hipRegisterFunction(void** modules, const void* hostFunction, char* deviceFunction, const char* deviceName,
                              unsigned int threadLimit, uint3* tid, uint3* bid, dim3* blockDim, dim3* gridDim,
                              int* wSize) {
    (void)deviceFunction, (void)threadLimit, (void)tid, (void)bid, (void)blockDim, (void)gridDim, (void)wSize;
    softgpu_kernel function = (softgpu_kernel)(uintptr_t)hostFunction;
    sg_kernel* kernel = softgpu_kernel_of_function(function);
    if (kernel == NULL) return;
    if (deviceName != NULL) softgpu_kernel_rename(function, deviceName);
    sg_binary* binary = (sg_binary*)modules;
    if (!sg_binary_is(binary)) return;
    if (binary->foreign) atomic_store(&kernel->foreign, true);
    else sg_binary_add(binary, kernel, atomic_load(&kernel->name));
}

void sg___hipRegisterVar(void** modules, void* var, char* hostVar, char* deviceVar, int ext, size_t size, int constant,
                         int global) {
    (void)modules, (void)hostVar, (void)deviceVar, (void)ext, (void)constant, (void)global;
    if (var != NULL && size > 0) sg_ranges_add(&sg_symbols, (sg_range){.start = (uintptr_t)var, .size = size});
}

void sg___hipRegisterManagedVar(void* hipModule, void** pointer, void* init_value, const char* name, size_t size,
                                unsigned int align) {
    (void)hipModule, (void)name, (void)align;
    if (pointer == NULL || sg_hip_ready() != hipSuccess) return;
    if (sg_hipMallocManaged(pointer, size, hipMemAttachGlobal) == hipSuccess && init_value != NULL) {
        memcpy(*pointer, init_value, size);
    }
}

// --- modules -------------------------------------------------------------------------------------------------------

// Takes ownership of the binary. A module is loaded on the current device at once, on others at its first
// use there.
static hipError_t finish_load(sg_binary* binary, hipModule_t* module) {
    if (!sg_binary_load_on(binary, sg_current_device())) {
        sg_binary_free(binary);
        return hipErrorInvalidImage;
    }
    *module = binary;
    return hipSuccess;
}

// The loader finds the file, which may be a library's name without a path. The library is never closed: its kernels
// may be queued, and traces refer to them by address.
hipError_t sg_hipModuleLoad(hipModule_t* module, const char* fname) {
    SG_REQUIRE_DEVICES();
    if (module == NULL || fname == NULL) return sg_result(hipErrorInvalidValue);
    void* library = dlopen(fname, RTLD_NOW | RTLD_LOCAL);
    struct link_map* map;
    if (library == NULL || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return sg_result(hipErrorFileNotFound);
    sg_binary* binary = sg_binary_make();
    if (binary == NULL) return sg_result(hipErrorOutOfMemory);
    binary->library = library;
    binary->file = open(map->l_name, O_RDONLY | O_CLOEXEC);
    if (binary->file < 0) {
        sg_binary_free(binary);
        return sg_result(hipErrorFileNotFound);
    }
    return sg_result(finish_load(binary, module));
}

hipError_t sg_hipModuleLoadData(hipModule_t* module, const void* image) {
    SG_REQUIRE_DEVICES();
    if (module == NULL || image == NULL) return sg_result(hipErrorInvalidValue);
    size_t size = sg_library_size(image);
    bool for_a_gpu = strncmp(image, BUNDLE_MAGIC, sizeof BUNDLE_MAGIC - 1) == 0
                  || (size != 0 && ((const Elf64_Ehdr*)image)->e_machine == EM_AMDGPU);
    if (for_a_gpu) return sg_result(hipErrorNoBinaryForGpu);
    if (size == 0) return sg_result(hipErrorInvalidImage);
    sg_binary* binary = sg_binary_make();
    if (binary == NULL || (binary->image = malloc(size)) == NULL) {
        sg_binary_free(binary);
        return sg_result(hipErrorOutOfMemory);
    }
    memcpy(binary->image, image, size);
    binary->size = size;
    return sg_result(finish_load(binary, module));
}

hipError_t sg_hipModuleLoadDataEx(hipModule_t* module, const void* image, unsigned int numOptions,
                                  hipJitOption* options, void** optionValues) {
    (void)numOptions, (void)options, (void)optionValues; // there is nothing to compile
    return sg_hipModuleLoadData(module, image);
}

hipError_t sg_hipModuleUnload(hipModule_t module) {
    SG_REQUIRE_DEVICES();
    if (!sg_binary_is(module)) return sg_result(hipErrorInvalidResourceHandle);
    sg_binary_free(module);
    return sg_result(hipSuccess);
}

hipError_t sg_hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* kname) {
    SG_REQUIRE_DEVICES();
    if (function == NULL || kname == NULL) return sg_result(hipErrorInvalidValue);
    if (!sg_binary_is(module)) return sg_result(hipErrorInvalidResourceHandle);
    sg_kernel* kernel = sg_binary_kernel_named(module, sg_current_device(), kname);
    if (kernel == NULL) kernel = softgpu_kernel_by_name(kname);
    *function = (hipFunction_t)kernel;
    return sg_result(kernel == NULL ? hipErrorNotFound : hipSuccess);
}

hipError_t sg_hipModuleGetGlobal(hipDeviceptr_t* dptr, size_t* bytes, hipModule_t hmod, const char* name) {
    SG_REQUIRE_DEVICES();
    if (dptr == NULL || name == NULL) return sg_result(hipErrorInvalidValue);
    if (!sg_binary_is(hmod)) return sg_result(hipErrorInvalidResourceHandle);
    *dptr = hmod->library == NULL ? NULL : dlsym(hmod->library, name);
    if (*dptr == NULL) return sg_result(hipErrorNotFound);
    if (bytes != NULL) *bytes = 0; // the dynamic symbol table contains it, but it is not read
    return sg_result(hipSuccess);
}

hipError_t sg_hipGetFuncBySymbol(hipFunction_t* functionPtr, const void* symbolPtr) {
    SG_REQUIRE_DEVICES();
    sg_kernel* kernel = softgpu_kernel_of_function((softgpu_kernel)(uintptr_t)symbolPtr);
    if (functionPtr == NULL || kernel == NULL) return sg_result(hipErrorInvalidDeviceFunction);
    *functionPtr = (hipFunction_t)kernel;
    return sg_result(hipSuccess);
}

const char* sg_hipKernelNameRef(const hipFunction_t f) {
    return softgpu_is_kernel(f) ? atomic_load(&((sg_kernel*)f)->name) : NULL;
}

const char* sg_hipKernelNameRefByPtr(const void* hostFunction, hipStream_t stream) {
    (void)stream;
    sg_kernel* kernel = softgpu_kernel_of_function((softgpu_kernel)(uintptr_t)hostFunction);
    return kernel == NULL ? NULL : atomic_load(&kernel->name);
}

hipError_t sg_hipFuncSetCacheConfig(const void* func, hipFuncCache_t config) {
    (void)config;
    return sg_result(func == NULL ? hipErrorInvalidDeviceFunction : hipSuccess);
}

hipError_t sg_hipFuncSetAttribute(const void* func, hipFuncAttribute attr, int value) {
    (void)attr, (void)value;
    return sg_result(func == NULL ? hipErrorInvalidDeviceFunction : hipSuccess);
}

hipError_t sg_hipFuncGetAttribute(int* value, hipFunction_attribute attrib, hipFunction_t hfunc) {
    SG_REQUIRE_DEVICES();
    if (value == NULL) return sg_result(hipErrorInvalidValue);
    if (!softgpu_is_kernel(hfunc)) return sg_result(hipErrorInvalidResourceHandle);
    *value = attrib == HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? 1024 : 0;
    return sg_result(hipSuccess);
}

hipError_t sg_hipFuncGetAttributes(hipFuncAttributes* attr, const void* func) {
    SG_REQUIRE_DEVICES();
    if (attr == NULL) return sg_result(hipErrorInvalidValue);
    sg_kernel* kernel = softgpu_kernel_of_function((softgpu_kernel)(uintptr_t)func);
    if (kernel == NULL) return sg_result(hipErrorInvalidDeviceFunction);
    *attr = (hipFuncAttributes){.maxThreadsPerBlock = 1024, .maxDynamicSharedSizeBytes = 65536, .numRegs = 32};
    return sg_result(hipSuccess);
}

// Returns any function of this library by its name.
hipError_t sg_hipGetProcAddress(const char* symbol, void** pfn, int hipVersion, uint64_t flags,
                                hipDriverProcAddressQueryResult* symbolStatus) {
    (void)hipVersion, (void)flags;
    if (symbol == NULL || pfn == NULL) return sg_result(hipErrorInvalidValue);
    Dl_info self;
    void* library = dladdr((void*)&sg_binary_make, &self) != 0 ? dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    *pfn = library == NULL ? NULL : dlsym(library, symbol);
    if (library != NULL) dlclose(library);
    if (symbolStatus != NULL) *symbolStatus = *pfn == NULL ? 1 : 0; // 0: found, 1: no such symbol
    return sg_result(*pfn == NULL ? hipErrorInvalidValue : hipSuccess);
}
