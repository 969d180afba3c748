// The software GPU's own interface: the type of a kernel, and functions to name and configure kernels.
//
// A kernel is a host function that is called once per work-group:
//
//     void scale(const softgpu_workgroup *wg, void **args) {
//         float *data = *(float **)args[0];
//         float factor = *(float *)args[1];
//         for (uint32_t t = 0; t < wg->block.x; t++)
//             data[wg->group.x * wg->block.x + t] *= factor;
//     }
//
//     hipLaunchKernel((const void *)scale, grid, block, args, 0, stream);
//
// `args` is the array of pointers to arguments passed to the launch. As with HIP, the pointers and their targets
// need not outlive the launch call: the runtime copies SOFTGPU_MAX_ARGS slots of 8 bytes at the launch, or exactly
// the sizes given to softgpu_register_kernel_args. Work-groups of one dispatch run on one worker thread, in
// ascending order (x fastest); a kernel runs on a thread of the runtime, never on the launching thread.
//
// Nothing here exists on real hardware. A program for both uses the weak declarations below and tests them
// against NULL.
#ifndef SOFTGPU_SOFTGPU_H
#define SOFTGPU_SOFTGPU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The number of arguments of a kernel without declared sizes.
#define SOFTGPU_MAX_ARGS 16

typedef struct softgpu_dim3 {
    uint32_t x, y, z;
} softgpu_dim3;

// Valid during the call of the kernel.
typedef struct softgpu_workgroup {
    softgpu_dim3 grid;     // number of work-groups
    softgpu_dim3 block;    // work-items per work-group
    softgpu_dim3 group;    // index of this work-group
    uint32_t device;       // ordinal of the GPU
    uint32_t shared_bytes; // size of `shared`
    void* shared;          // zeroed once per dispatch, then shared by its work-groups
    uint64_t dispatch;     // index of the packet in its queue
} softgpu_workgroup;

typedef void (*softgpu_kernel)(const softgpu_workgroup* wg, void** args);

// Gives `kernel` a name (copied) for traces and hipModuleGetFunction. Any thread, any time before the
// first launch; a second call renames. Returns 0, or -1 when out of memory.
// A kernel that was never registered takes its name from the dynamic symbol table, else "kernel@<address>".
__attribute__((weak)) int softgpu_register_kernel(softgpu_kernel kernel, const char* name);

// As above, and declares the size in bytes of each argument: exactly these are copied at a launch.
__attribute__((weak)) int softgpu_register_kernel_args(softgpu_kernel kernel, const char* name, uint32_t count,
                                                       const uint32_t* sizes);

// Declares how many bytes of scratch (private segment) each work-item of `kernel` has; before the first launch. The
// runtime then allocates scratch for queues that run it, which tools can watch; the kernel itself gets none.
// Returns 0, or -1.
__attribute__((weak)) int softgpu_register_kernel_private(softgpu_kernel kernel, uint32_t bytes);

// Causes a fault, for tests: at the `nth` event from now on (1: the next; 0: every one; -1: none any more),
// counted over the whole process, or only over dispatches of the kernel of that name (NULL: of any). `fault` is
// the name of an environment variable of lab/softgpu/README.md without SOFTGPU_, in lower case: "lose_dispatch".
// Any thread, after hsa_init. For "out_of_memory", `nth` allocations succeed and all later ones fail. Returns 0,
// or -1: no such fault.
__attribute__((weak)) int softgpu_fault(const char* fault, long nth, const char* kernel);

// Returns the `kernel_object` of an AQL kernel dispatch packet for `kernel`; 0: out of memory. Its kernarg
// segment holds the arguments in order, each at its natural alignment: SOFTGPU_MAX_ARGS times 8 bytes, or the
// declared sizes.
__attribute__((weak)) uint64_t softgpu_kernel_object(softgpu_kernel kernel);

#ifdef __cplusplus
}
#endif

#endif
