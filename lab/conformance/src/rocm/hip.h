// The HIP program: its scenarios, and the kernels of kernels.hip as it launches them.
#ifndef HIP_H
#define HIP_H

#include "rocm.h"

// The program's own kernels, as a compiler registers them (registered.c).
extern const char vector_add_stub, scale_stub, fill_stub, empty_stub;
extern int table[64];

// Loads the code object that main() was given; the kernel of that name in it.
hipFunction_t loaded(const char* name);

static inline void launch(const char* stub, hipStream_t stream, void** arguments) {
    HIP(hipLaunchKernel(stub, (dim3){COUNT / GROUP, 1, 1}, (dim3){GROUP, 1, 1}, arguments, 0, stream));
}

static inline void launch_empty(hipStream_t stream) { launch(&empty_stub, stream, (void*[]){NULL}); }

typedef struct scenario {
    const char* name;
    void (*run)(void);
} scenario;

// Each ends with a scenario without a name.
extern const scenario kernel_scenarios[], copy_scenarios[], process_scenarios[];

#endif
