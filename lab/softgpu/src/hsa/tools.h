// HSA's tools libraries: OnLoad when HSA came up, OnUnload before it goes down (`core/runtime/runtime.cpp` of
// rocr-runtime, ROCm 7.0).
#ifndef SOFTGPU_HSA_TOOLS_H
#define SOFTGPU_HSA_TOOLS_H

#include "hsa.h"

// The thread that holds the life lock of system.c, HSA working. Finds the libraries and gives them the table; says how
// many took it. Their functions may call HSA, hsa_init too.
size_t sg_tools_load(HsaApiTable* table);

// The same, HSA still working: in the opposite order.
void sg_tools_unload(void);

// The same, once the table is as it was: they may be gone after this.
void sg_tools_close(void);

#endif
