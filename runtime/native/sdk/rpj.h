// What every C file of librocprofiler-sdk needs. Not installed, like all headers here: there is one for each subject.
//
// `rpj_`, "rocprofiler for Java", begins what our libraries call their own, so that it is told from AMD's names
// (`rocprofiler_`) and cannot meet a program's. `native_` and `segment_` begin structs that Java knows as well: they
// are generated from spec/native.json and spec/segment.json.
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
