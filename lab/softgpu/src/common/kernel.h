// A kernel as both runtimes see it: the HSA runtime owns and runs it, the HIP runtime fills kernarg segments for
// it. `kernel_object` of a dispatch packet points to a kernel descriptor: one for each loaded code object that
// contains the kernel, and one for the kernel outside of any code object.
#ifndef SOFTGPU_KERNEL_H
#define SOFTGPU_KERNEL_H

#include "base.h"
#include "softgpu/softgpu.h"

enum {
    SG_KERNEL_MAX_ARGS = 64,
    SG_KERNEL_DEFAULT_ARGS = SOFTGPU_MAX_ARGS, // of 8 bytes, without a declared count
    SG_KERNEL_DEVICES = 16,
};

typedef struct sg_kernel {
    _Atomic(uint32_t) magic;
    uint32_t link; // of the slab
    softgpu_kernel function;
    _Atomic(const char*) name;       // never freed: traces refer to it
    _Atomic(bool) sized;             // the sizes were declared, copy exactly these
    _Atomic(bool) foreign;           // device code for a real GPU: known by name, cannot run
    _Atomic(uint32_t) private_bytes; // scratch per work-item
    uint32_t count;                  // arguments
    uint32_t kernarg_bytes;          // of the whole segment
    uint32_t offsets[SG_KERNEL_MAX_ARGS];
    uint32_t sizes[SG_KERNEL_MAX_ARGS];
    struct sg_kernel* next;                      // in its bucket, constant once published
    _Atomic(uint64_t) object;                    // the kernel object outside of any code object, 0: not made yet
    _Atomic(uint64_t) loaded[SG_KERNEL_DEVICES]; // used by HIP: the kernel object to launch on each device, 0: none yet
} __attribute__((aligned(64))) sg_kernel;

// Any thread. Returns the kernel of a host function, which the first call makes. NULL: out of memory, or
// `function` is.
SOFTGPU_EXPORT sg_kernel* softgpu_kernel_of_function(softgpu_kernel function);

// Any thread. Returns the kernel of that name: registered, else an exported function of the program; NULL
// without one.
SOFTGPU_EXPORT sg_kernel* softgpu_kernel_by_name(const char* name);

// Any thread. Implements softgpu_register_kernel and softgpu_register_kernel_args.
SOFTGPU_EXPORT int softgpu_kernel_rename(softgpu_kernel function, const char* name);
SOFTGPU_EXPORT int softgpu_kernel_declare(softgpu_kernel function, const char* name, uint32_t count,
                                          const uint32_t* sizes);

// Any thread. Implements softgpu_register_kernel_private.
SOFTGPU_EXPORT int softgpu_kernel_set_private(softgpu_kernel function, uint32_t bytes);

// Any thread. Implements softgpu_fault (hsa/fault.c).
SOFTGPU_EXPORT int softgpu_fault_arm(const char* name, long nth, const char* kernel);

// Any thread. Whether `kernel` is a kernel.
SOFTGPU_EXPORT bool softgpu_is_kernel(const void* kernel);

// Any thread, lock-free. Returns the kernel of a dispatch packet. NULL: not a kernel object.
SOFTGPU_EXPORT sg_kernel* softgpu_kernel_of_object(uint64_t kernel_object);

// Any thread. Returns the kernel object outside of any code object, which the first call makes. 0: out of memory.
SOFTGPU_EXPORT uint64_t softgpu_object_of_kernel(sg_kernel* kernel);

#endif
