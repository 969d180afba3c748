// Binaries: the origins of HIP's kernels. The compiler registers fat binaries, the program loads modules, and a
// function launched without either gets its own binary. A binary is loaded on a device at the first use there: it
// becomes an HSA executable, and its kernels get kernel objects.
#ifndef SOFTGPU_HIP_BINARY_H
#define SOFTGPU_HIP_BINARY_H

#include "device.h"
#include "kernel.h"

typedef struct sg_binary_kernel {
    sg_kernel* kernel;
    char* name;
    _Atomic(uint64_t) objects[SG_MAX_DEVICES]; // 0: not looked up yet
    struct sg_binary_kernel* next;
} sg_binary_kernel;

typedef struct sg_binary_load {
    _Atomic(uint32_t) state;
    _Atomic(int) loader; // the thread that is loading
    hsa_executable_t executable;
} sg_binary_load;

// The target of a hipModule_t and of the pointer that __hipRegisterFatBinary returns.
typedef struct ihipModule_t {
    struct ihipModule_t* next; // newest first
    sg_binary_kernel* kernels; // of a list: all; of a library: those looked up
    bool foreign;              // for a real GPU: never loaded
    int file;                  // of a library, else -1
    void* library;             // of a library: opened by the loader
    void* image;               // else: made when it is first loaded, or a copy of the program's
    size_t size;
    sg_binary_load loads[SG_MAX_DEVICES];
} sg_binary;

extern pthread_mutex_t sg_binaries_lock;

// Any thread. Makes an empty binary; NULL: out of memory.
sg_binary* sg_binary_make(void);

// Any thread. Whether `handle` is a binary that is not yet freed.
bool sg_binary_is(const void* handle);

// Any thread. Waits for the devices on which the binary is loaded, destroys its executables and removes it.
void sg_binary_free(sg_binary* binary);

// Any thread. Adds this kernel under this name (copied). NULL: out of memory.
sg_binary_kernel* sg_binary_add(sg_binary* binary, sg_kernel* kernel, const char* name);

// Any thread, no lock held, as a tool may have replaced HSA's functions. False: it cannot be loaded there, or the
// calling thread is already loading it.
bool sg_binary_load_on(sg_binary* binary, int device);

// Any thread, no lock held. Returns the kernel of that name in the binary, and loads the binary if needed; NULL
// without one.
sg_kernel* sg_binary_kernel_named(sg_binary* binary, int device, const char* name);

// Fork child: resets binaries that another thread was loading.
void sg_binaries_abandon(void);

// Any thread, no lock held. Returns the kernel object with which to launch `kernel` on a device, from the code
// object that contains the kernel, which the first launch loads there. 0: out of memory.
uint64_t sg_kernel_object(sg_kernel* kernel, int device);

#endif
