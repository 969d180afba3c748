// Definitions shared by the tracer tool, its file plugin and hip_stats.
#ifndef RT_TOOL_H
#define RT_TOOL_H

#include <roctracer/roctracer.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RT_EXPORT __attribute__((visibility("default")))
#define RT_PRINTF(text, first) __attribute__((format(printf, text, first)))

#endif
