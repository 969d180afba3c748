// A kernel as both runtimes see it: the HSA runtime owns it and runs it, the HIP runtime fills kernarg segments for it.
// `kernel_object` of a dispatch packet points at a kernel descriptor: one for each loaded code object that has the
// kernel, and one for the kernel by itself.
#ifndef SOFTGPU_KERNEL_H
#define SOFTGPU_KERNEL_H

#include "base.h"
#include "softgpu/softgpu.h"

enum {
    SG_KERNEL_MAX_ARGS = 64,
    SG_KERNEL_DEFAULT_ARGS = SOFTGPU_MAX_ARGS, // of 8 bytes, when nobody said how many there are
    SG_KERNEL_DEVICES = 16,
};

typedef struct sg_kernel {
    _Atomic(uint32_t) magic;
    uint32_t link; // of the slab
    softgpu_kernel function;
    _Atomic(const char*) name;       // never freed: traces keep it
    _Atomic(bool) sized;             // the sizes were declared, copy exactly these
    _Atomic(bool) foreign;           // device code for a real GPU: known by name, cannot run
    _Atomic(uint32_t) private_bytes; // scratch per work-item
    uint32_t count;                  // arguments
    uint32_t kernarg_bytes;          // of the whole segment
    uint32_t offsets[SG_KERNEL_MAX_ARGS];
    uint32_t sizes[SG_KERNEL_MAX_ARGS];
    struct sg_kernel* next;                      // in its bucket, constant once published
    _Atomic(uint64_t) object;                    // the kernel object that is in no code object, 0: not made yet
    _Atomic(uint64_t) loaded[SG_KERNEL_DEVICES]; // HIP's: the kernel object to launch on each device, 0: none yet
} __attribute__((aligned(64))) sg_kernel;

// Any thread. The kernel of a host function, made at the first question. NULL: out of memory, or `function` is.
SOFTGPU_EXPORT sg_kernel* softgpu_kernel_of_function(softgpu_kernel function);

// Any thread. The kernel of that name: registered, else an exported function of the program. NULL: there is none.
SOFTGPU_EXPORT sg_kernel* softgpu_kernel_by_name(const char* name);

// Any thread. Behind softgpu_register_kernel and softgpu_register_kernel_args.
SOFTGPU_EXPORT int softgpu_kernel_rename(softgpu_kernel function, const char* name);
SOFTGPU_EXPORT int softgpu_kernel_declare(softgpu_kernel function, const char* name, uint32_t count,
                                          const uint32_t* sizes);

// Any thread. Behind softgpu_register_kernel_private.
SOFTGPU_EXPORT int softgpu_kernel_set_private(softgpu_kernel function, uint32_t bytes);

// Any thread. Behind softgpu_fault (hsa/fault.c).
SOFTGPU_EXPORT int softgpu_fault_arm(const char* name, long nth, const char* kernel);

// Any thread. Whether `kernel` is one.
SOFTGPU_EXPORT bool softgpu_is_kernel(const void* kernel);

// Any thread, lock-free. The kernel that a dispatch packet means. NULL: that is no kernel object.
SOFTGPU_EXPORT sg_kernel* softgpu_kernel_of_object(uint64_t kernel_object);

// Any thread. The kernel object that is in no code object, made at the first question. 0: out of memory.
SOFTGPU_EXPORT uint64_t softgpu_object_of_kernel(sg_kernel* kernel);

#endif
