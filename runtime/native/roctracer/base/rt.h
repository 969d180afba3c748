// Internals of libroctracer64.
//
// The registrations of clients are in one table (registry.h). All events reach it through one function, rt_trace:
// HIP and ROC-TX call it through their tracer callbacks (hip.h, roctx.h), HSA through the SDK (sdk.h). Clients'
// functions are called from here, with no lock held and no Java frame below them.
#ifndef RT_H
#define RT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RT_EXPORT __attribute__((visibility("default")))
#define RT_UNLIKELY(x) __builtin_expect(!!(x), 0)

#endif
