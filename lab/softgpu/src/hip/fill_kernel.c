#include "fill_kernel.h"

#include <string.h>

#include "kernel.h"
#include "memory.h"
#include "ranges.h"

typedef struct fill {
    unsigned char* dst;
    uint64_t count, rows, pitch;
    uint32_t value, unit;
} fill;

// One work-group does all of it, since there is one worker per queue.
static void softgpu_fill(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    const fill* f = args[0];
    for (uint64_t row = 0; row < f->rows; row++) {
        unsigned char* at = f->dst + row * f->pitch;
        for (uint64_t i = 0; i < f->count; i++) {
            if (f->unit == 1) at[i] = (unsigned char)f->value;
            else if (f->unit == 2) ((uint16_t*)at)[i] = (uint16_t)f->value;
            else ((uint32_t*)at)[i] = f->value;
        }
    }
}

static sg_kernel* kernel;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_kernel(void) {
    const uint32_t size = sizeof(fill);
    softgpu_kernel_declare(softgpu_fill, "__amd_rocclr_fillBufferAligned", 1, &size);
    kernel = softgpu_kernel_of_function(softgpu_fill);
}

_Static_assert(sizeof(fill) == SG_FILL_KERNARG, "the kernarg segment of a fill");

static bool inside(const void* dst, size_t bytes) {
    sg_range range;
    return sg_ranges_find(&sg_memory, dst, &range) && bytes <= range.size - ((uintptr_t)dst - range.start);
}

bool sg_fill_is_valid(const hipMemsetParams* p) {
    if (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) return false;
    if (p->width == 0 || p->height == 0) return true;
    return p->dst != NULL && (uintptr_t)p->dst % p->elementSize == 0
        && inside(p->dst, (p->height - 1) * p->pitch + p->width * p->elementSize);
}

sg_kernel* sg_fill_kernel(const hipMemsetParams* p, unsigned char* kernarg) {
    pthread_once(&once, make_kernel);
    fill f = {.dst = p->dst,
              .count = p->width,
              .rows = p->height,
              .pitch = p->pitch,
              .value = p->value,
              .unit = p->elementSize};
    memcpy(kernarg, &f, sizeof f);
    return kernel;
}
