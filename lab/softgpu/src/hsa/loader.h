// The loader extension.
#ifndef SOFTGPU_HSA_LOADER_H
#define SOFTGPU_HSA_LOADER_H

#include "hsa.h"

enum { SG_LOADER_MAJOR = 1, SG_LOADER_MINOR = 3 };

// Any thread. Copies as much of the extension's function table as fits in `bytes`.
void sg_loader_table(void* table, size_t bytes);

#endif
