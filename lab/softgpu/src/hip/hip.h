// Internals of the software HIP runtime, a layer over the public HSA functions: a stream is an HSA queue, a launch
// an AQL packet, a copy an HSA asynchronous copy. It calls HSA through the exported functions and so through the
// HSA table, wrapped or not, as AMD's does.
//
// Locks, outermost first: graphs, registry, stream (one at a time), event, ranges, binaries, slab, tracer; below them
// HSA's own. No lock is held while a function of the program runs, nor while a thread waits for work to complete.
#ifndef SOFTGPU_HIP_HIP_H
#define SOFTGPU_HIP_HIP_H

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

#include "base.h"
#include "hip_tables.h"

enum { SG_HIP_VERSION = 10000 * 7 + 100 * 1 + 0, SG_HIP_VERSION_NUMBER = 70100000 };

#endif
