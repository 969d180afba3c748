// libroctracer64, inside.
//
// What clients register stands in one table (registry.h). What happens reaches it through one function, rt_trace,
// whoever calls it: HIP and ROC-TX through their tracer callbacks (hip.h, roctx.h), HSA through the SDK (sdk.h).
// Clients' functions are called from here, with no lock held and no frame of Java below them.
#ifndef RT_H
#define RT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RT_EXPORT __attribute__((visibility("default")))
#define RT_UNLIKELY(x) __builtin_expect(!!(x), 0)

#endif
