// Binaries: where HIP's kernels come from. The compiler registers fat binaries, the program loads modules, and a
// function that is launched without either gets a binary of its own. A binary is loaded on a device at the first use
// there: it becomes an HSA executable, and its kernels get kernel objects.
#ifndef SOFTGPU_HIP_BINARY_H
#define SOFTGPU_HIP_BINARY_H

#include "device.h"
#include "kernel.h"

typedef struct sg_binary_kernel {
    sg_kernel* kernel;
    char* name;
    _Atomic(uint64_t) objects[SG_MAX_DEVICES]; // 0: not asked for yet
    struct sg_binary_kernel* next;
} sg_binary_kernel;

typedef struct sg_binary_load {
    _Atomic(uint32_t) state;
    _Atomic(int) loader; // the thread that is at it
    hsa_executable_t executable;
} sg_binary_load;

// A hipModule_t and what __hipRegisterFatBinary returns are the address of one.
typedef struct ihipModule_t {
    struct ihipModule_t* next; // newest first
    sg_binary_kernel* kernels; // of a list: all; of a library: those that somebody asked for
    bool foreign;              // for a real GPU: never loaded
    int file;                  // of a library, else -1
    void* library;             // the same, opened by the loader
    void* image;               // else: made when it is first loaded, or the program's, copied
    size_t size;
    sg_binary_load loads[SG_MAX_DEVICES];
} sg_binary;

extern pthread_mutex_t sg_binaries_lock;

// Any thread. A new binary with nothing in it; NULL: out of memory.
sg_binary* sg_binary_make(void);

// Any thread. Whether `handle` is one, and not yet freed.
bool sg_binary_is(const void* handle);

// Any thread. Waits for the devices that it is loaded on, destroys its executables and forgets it.
void sg_binary_free(sg_binary* binary);

// Any thread. The binary has this kernel under this name (copied). NULL: out of memory.
sg_binary_kernel* sg_binary_add(sg_binary* binary, sg_kernel* kernel, const char* name);

// Any thread, no lock held: HSA's functions may be a tool's. False: it cannot be loaded there, or this very thread is
// loading it.
bool sg_binary_load_on(sg_binary* binary, int device);

// Any thread, no lock held. The kernel of that name in the binary, which is loaded if it was not. NULL: there is none.
sg_kernel* sg_binary_kernel_named(sg_binary* binary, int device, const char* name);

// Fork child: what another thread was loading is not loaded.
void sg_binaries_abandon(void);

// Any thread, no lock held. What to launch `kernel` with on a device: of the code object that has the kernel, which is
// loaded there at the first launch. 0: out of memory.
uint64_t sg_kernel_object(sg_kernel* kernel, int device);

#endif
