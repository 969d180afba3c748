// A code object for the tests: its exported functions are kernels, its other functions are not.
#include <softgpu/softgpu.h>

void add_one(const softgpu_workgroup* wg, void** args);
void add_ten(const softgpu_workgroup* wg, void** args);

static void add(uint32_t* data, uint32_t term, const softgpu_workgroup* wg) { data[wg->group.x] += term; }

void add_one(const softgpu_workgroup* wg, void** args) { add(*(uint32_t**)args[0], 1, wg); }

void add_ten(const softgpu_workgroup* wg, void** args) { add(*(uint32_t**)args[0], 10, wg); }

__attribute__((constructor)) static void declare(void) {
    static const uint32_t sizes[] = {sizeof(uint32_t*)};
    if (softgpu_register_kernel_args != NULL) softgpu_register_kernel_args(add_ten, "add_ten", 1, sizes);
}
