// The kernels that the runtimes bring along for copies and fills, which are computed: those of HIP are known by name,
// those of the HSA runtime, which have none, by their arguments. Under the engine's lock.
#ifndef SOFTKFD_BLITS_H
#define SOFTKFD_BLITS_H

#include "abi.h"
#include "names.h"
#include "work.h"

// What a dispatch does to memory; SK_WORK_NONE for a program's kernel. `*by_runtime` if it is one of the HSA runtime.
sk_work sk_blit_of(const hsa_dispatch* packet, const sk_kernel* kernel, bool* by_runtime);

#endif
