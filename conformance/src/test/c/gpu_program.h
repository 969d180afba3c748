// What the programs with GPU work share: a check that ends the program and says where, in HIP's and HSA's forms.
#ifndef GPU_PROGRAM_H
#define GPU_PROGRAM_H

#include <stdio.h>
#include <stdlib.h>

#include <hip/hip_runtime_api.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <softgpu/softgpu.h>

static inline void expect(int good, const char* what, int line) {
    if (good) return;
    printf("line %d: %s\n", line, what);
    fflush(stdout);
    _Exit(1);
}

#define EXPECT(condition) expect(condition, #condition, __LINE__)
#define HIP(call) expect((call) == hipSuccess, #call, __LINE__)
#define HSA(call) expect((call) == HSA_STATUS_SUCCESS, #call, __LINE__)

#endif
