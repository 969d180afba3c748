// The functions of softgpu.h, in both libraries: a program finds them in either.
#include "kernel.h"

SOFTGPU_EXPORT int softgpu_register_kernel(softgpu_kernel kernel, const char* name) {
    return softgpu_kernel_rename(kernel, name);
}

SOFTGPU_EXPORT int softgpu_register_kernel_args(softgpu_kernel kernel, const char* name, uint32_t count,
                                                const uint32_t* sizes) {
    return softgpu_kernel_declare(kernel, name, count, sizes);
}

SOFTGPU_EXPORT uint64_t softgpu_kernel_object(softgpu_kernel kernel) {
    sg_kernel* known = softgpu_kernel_of_function(kernel);
    return known == NULL ? 0 : softgpu_object_of_kernel(known);
}

SOFTGPU_EXPORT int softgpu_register_kernel_private(softgpu_kernel kernel, uint32_t bytes) {
    return softgpu_kernel_set_private(kernel, bytes);
}

SOFTGPU_EXPORT int softgpu_fault(const char* fault, long nth, const char* kernel) {
    return softgpu_fault_arm(fault, nth, kernel);
}
