// The contents of code objects.
#ifndef SOFTGPU_HSA_CODE_H
#define SOFTGPU_HSA_CODE_H

#include "hsa.h"
#include "kernel.h"

typedef struct sg_code_kernel {
    sg_kernel* kernel;
    char* name; // with ".kd"
} sg_code_kernel;

// The kernels of a code object.
typedef struct sg_code {
    sg_code_kernel* kernels;
    uint32_t count;
} sg_code;

// The source of a code object. `memory` is valid for both types: a file is mapped.
typedef struct sg_storage {
    hsa_ven_amd_loader_code_object_storage_type_t type;
    const void* memory;
    size_t size;
    int file;      // the program's own descriptor
    size_t offset; // in the file
    char* path;    // of the file
} sg_storage;

// Any thread. Finds the kernels; opens the library, if it is one, and never closes it. Statuses: success, invalid
// code object, out of resources. `code` is to be freed in the first case only.
hsa_status_t sg_code_read(const sg_storage* storage, sg_code* code);
void sg_code_free(sg_code* code);

#endif
