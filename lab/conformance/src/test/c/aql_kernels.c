// A module for the software GPU: kernels that record when they ran and what they saw.
#include <softgpu/softgpu.h>

// A log consists of its length and the appended values.
static void put(uint64_t* log, uint64_t value) { log[1 + __atomic_fetch_add(log, 1, __ATOMIC_ACQ_REL)] = value; }

void append(const softgpu_workgroup* wg, void** args);
void look(const softgpu_workgroup* wg, void** args);
void count(const softgpu_workgroup* wg, void** args);

// append(log, value)
void append(const softgpu_workgroup* wg, void** args) {
    if (wg->group.x == 0) put(*(uint64_t**)args[0], *(uint64_t*)args[1]);
}

// look(log, at): appends the present value at an address.
void look(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    put(*(uint64_t**)args[0], __atomic_load_n(*(uint64_t**)args[1], __ATOMIC_ACQUIRE));
}

// count(counter)
void count(const softgpu_workgroup* wg, void** args) {
    (void)wg, __atomic_fetch_add(*(uint64_t**)args[0], 1, __ATOMIC_ACQ_REL);
}
