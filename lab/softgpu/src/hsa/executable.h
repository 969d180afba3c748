// Executables: what code objects become when they are loaded.
//
// An executable has loaded code objects, each of one agent; a loaded code object has symbols, one per kernel, and a
// run of kernel descriptors, one per symbol: `kernel_object` of a dispatch packet is the address of one. All of it lives
// until the executable is destroyed and is guarded by one lock, which is never held while a function of the program runs.
#ifndef SOFTGPU_HSA_EXECUTABLE_H
#define SOFTGPU_HSA_EXECUTABLE_H

#include "runtime.h"

// --- kernel descriptors (descriptor.c) --------------------------------------------------------------------------------

// Any thread. A run of `count` descriptors, zeroed; NULL: there is no room. Given back with the same count.
amdhsa_kernel_descriptor_t *sg_descriptors_take(uint32_t count);
void sg_descriptors_give(amdhsa_kernel_descriptor_t *first, uint32_t count);

// Any thread. Makes `descriptor` the kernel object of `kernel`.
void sg_descriptor_fill(amdhsa_kernel_descriptor_t *descriptor, sg_kernel *kernel);

// --- code objects (code.c) ---------------------------------------------------------------------------------------------

typedef struct sg_code_kernel {
    sg_kernel *kernel;
    char *name; // with ".kd"
} sg_code_kernel;

// The kernels of a code object.
typedef struct sg_code {
    sg_code_kernel *kernels;
    uint32_t count;
} sg_code;

// What a code object is read from. `memory` is valid for both types: a file is mapped.
typedef struct sg_storage {
    hsa_ven_amd_loader_code_object_storage_type_t type;
    const void *memory;
    size_t size;
    int file;      // the program's own descriptor
    size_t offset; // in the file
    char *path;    // of the file
} sg_storage;

// Any thread. Finds the kernels; opens the library if it is one, for ever. Statuses: success, invalid code object, out
// of resources. `code` is to be freed in the first case only.
hsa_status_t sg_code_read(const sg_storage *storage, sg_code *code);
void sg_code_free(sg_code *code);

// --- executables (executable.c) ------------------------------------------------------------------------------------------

typedef struct sg_executable sg_executable;
typedef struct sg_loaded sg_loaded;

typedef struct sg_symbol {
    sg_loaded *loaded;
    const sg_code_kernel *code;
    amdhsa_kernel_descriptor_t *descriptor;
} sg_symbol;

struct sg_loaded {
    sg_executable *executable;
    sg_agent *agent;
    sg_storage storage; // its path is ours
    char *uri;
    sg_code code;
    sg_symbol *symbols; // code.count
    amdhsa_kernel_descriptor_t *descriptors;
    uint32_t descriptor_count; // at least 1: every loaded code object has an address of its own
    sg_loaded *next;
};

struct sg_executable {
    hsa_profile_t profile;
    hsa_default_float_rounding_mode_t rounding;
    bool frozen;
    sg_loaded *first, **last;
    sg_executable *next;
};

extern pthread_mutex_t sg_loader_lock;
extern sg_executable *sg_executables; // in the order of their creation, guarded by the loader lock

// With the loader lock. NULL: there is no such thing (any more). A handle is an address, looked for among all of them.
sg_executable *sg_executable_of(hsa_executable_t handle);
sg_loaded *sg_loaded_of(hsa_loaded_code_object_t handle);
sg_symbol *sg_symbol_of(hsa_executable_symbol_t handle);

// With the loader lock. The loaded code object whose descriptors contain `address`, or NULL.
sg_loaded *sg_loaded_at(const void *address);

// --- readers (reader.c) ----------------------------------------------------------------------------------------------------

// With the loader lock. What the reader reads, or NULL.
const sg_storage *sg_reader_storage(hsa_code_object_reader_t handle);

// --- the loader extension (loader.c) -------------------------------------------------------------------------------------

enum { SG_LOADER_MAJOR = 1, SG_LOADER_MINOR = 3 };

// Any thread. Copies as much of the extension's function table as `bytes` hold.
void sg_loader_table(void *table, size_t bytes);

#endif
