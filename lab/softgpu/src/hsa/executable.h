// Executables: the containers of loaded code objects.
//
// An executable has loaded code objects, each for one agent; a loaded code object has symbols, one per kernel, and
// a run of kernel descriptors, one per symbol: `kernel_object` of a dispatch packet is the address of a descriptor.
// All of it lives until the executable is destroyed and is guarded by one lock, which is never held while a
// function of the program runs.
#ifndef SOFTGPU_HSA_EXECUTABLE_H
#define SOFTGPU_HSA_EXECUTABLE_H

#include "agent.h"
#include "code.h"

typedef struct sg_executable sg_executable;
typedef struct sg_loaded sg_loaded;

typedef struct sg_symbol {
    sg_loaded* loaded;
    const sg_code_kernel* code;
    amdhsa_kernel_descriptor_t* descriptor;
} sg_symbol;

struct sg_loaded {
    sg_executable* executable;
    sg_agent* agent;
    sg_storage storage; // its path is ours
    char* uri;
    sg_code code;
    sg_symbol* symbols; // code.count
    amdhsa_kernel_descriptor_t* descriptors;
    uint32_t descriptor_count; // at least 1: every loaded code object has its own address
    sg_loaded* next;
};

struct sg_executable {
    hsa_profile_t profile;
    hsa_default_float_rounding_mode_t rounding;
    bool frozen;
    sg_loaded *first, **last;
    sg_executable *next, *previous;
};

extern sg_executable* sg_executables; // in the order of their creation, guarded by the loader lock

// With the loader lock. NULL: no such object (any more). A handle is an address, looked up among all of them, the
// youngest first.
sg_executable* sg_executable_of(hsa_executable_t handle);
sg_loaded* sg_loaded_of(hsa_loaded_code_object_t handle);
sg_symbol* sg_symbol_of(hsa_executable_symbol_t handle);

// With the loader lock. The loaded code object whose descriptors contain `address`, or NULL.
sg_loaded* sg_loaded_at(const void* address);

#endif
