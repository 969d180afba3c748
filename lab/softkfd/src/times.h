// How long things take. On the engine's thread, with its lock.
#ifndef SOFTKFD_TIMES_H
#define SOFTKFD_TIMES_H

#include "base.h"

// The next duration of a kernel, by its name.
uint64_t sk_kernel_ns(const char* name);

// How long a copy of so many bytes takes at least.
uint64_t sk_copy_ns(uint64_t bytes);

#endif
