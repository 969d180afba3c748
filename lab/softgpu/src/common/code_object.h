// Code objects of the software GPU. There are two forms:
//
//  - a shared library of the host, as a file or in memory: its exported functions are the kernels;
//  - a list of host functions, in memory of this process: what HIP makes of the functions that a compiler registered.
//    Layout, without padding, at any alignment of 8:
//
//        sg_code_object header
//        sg_code_object_kernel kernels[count]
//        the names, each ended by NUL
//
// The names are those of the kernels; the symbols of the loaded code object have ".kd" at the end, as AMD's have.
#ifndef SOFTGPU_CODE_OBJECT_H
#define SOFTGPU_CODE_OBJECT_H

#include "base.h"

#define SG_CODE_OBJECT_MAGIC "softgpu"

typedef struct sg_code_object {
    char magic[8];
    uint32_t size; // of the whole code object, in bytes
    uint32_t count;
} sg_code_object;

typedef struct sg_code_object_kernel {
    uint64_t function; // a softgpu_kernel
    uint64_t name;     // its offset from the header, in bytes
} sg_code_object_kernel;

// Any thread. Makes a list of `count` kernels, to be freed by free(). NULL: out of memory, or longer than 4 GB.
sg_code_object* sg_code_object_make(uint32_t count, void* const* functions, const char* const* names);

// Returns the size that a host's shared library in memory states in its header, or 0 when it is none.
size_t sg_library_size(const void* image);

#endif
