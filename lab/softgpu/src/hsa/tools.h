// HSA's tools libraries: OnLoad when HSA is initialised, OnUnload before it is shut down
// (`core/runtime/runtime.cpp` of rocr-runtime, ROCm 7.0).
#ifndef SOFTGPU_HSA_TOOLS_H
#define SOFTGPU_HSA_TOOLS_H

#include "hsa.h"

// Called by the holder of the life lock of system.c, while HSA works. Finds the libraries and passes them the
// table; returns how many accepted it. Their functions may call HSA, including hsa_init.
size_t sg_tools_load(HsaApiTable* table);

// Unloads in reverse order, under the same conditions.
void sg_tools_unload(void);

// Closes the libraries once the table is restored; they may be unloaded after this.
void sg_tools_close(void);

#endif
