// A module for the software GPU: a kernel that takes some time.
#include <softgpu/softgpu.h>
#include <time.h>

void lasts(const softgpu_workgroup* wg, void** args);

static int64_t now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec * 1000000000 + at.tv_nsec;
}

// lasts(nanoseconds)
void lasts(const softgpu_workgroup* wg, void** args) {
    const int64_t end = now() + *(int64_t*)args[0];
    if (wg->group.x == 0)
        while (now() < end) {
        }
}
