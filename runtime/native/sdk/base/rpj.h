// Definitions for every C file of librocprofiler-sdk. Not installed, like all headers here: there is one for
// each subject.
//
// `rpj_`, "rocprofiler for Java", is the prefix of our libraries' own names, which distinguishes them from AMD's
// (`rocprofiler_`) and avoids collisions with a program's. `native_` and `segment_` are the prefixes of structs
// shared with Java: they are generated from spec/native.json and spec/segment.json.
#ifndef RPJ_H
#define RPJ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rpj_native.h"

#define RPJ_EXPORT __attribute__((visibility("default")))
#define RPJ_LIKELY(x) __builtin_expect(!!(x), 1)
#define RPJ_UNLIKELY(x) __builtin_expect(!!(x), 0)

#endif
