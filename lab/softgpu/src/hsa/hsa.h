// Internals of the software HSA runtime.
//
// Threads: one worker per user queue (worker.c), two per GPU for copies (copy.c), one for signal handlers (handler.c),
// each started at its first work. Locks, outermost first: life, state, proxy queue, hardware queue, backlog of a proxy,
// copy engine, handler, vmem, ranges, loader, kernels, descriptors, slab, clock, faults. No lock is held while a
// kernel, a handler or any other function of the program runs, with two exceptions: the lock of a proxy queue while its
// interceptors run, on the thread that rings, and the life lock while tools are loaded and unloaded.
#ifndef SOFTGPU_HSA_HSA_H
#define SOFTGPU_HSA_HSA_H

#include "base.h"
#include "hsa_tables.h"

#define SOFTGPU_HSA_UNSUPPORTED HSA_STATUS_ERROR

#endif
