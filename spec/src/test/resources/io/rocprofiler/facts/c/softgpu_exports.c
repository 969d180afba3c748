// Compiles the exports, the defaults and the tables' initialisers as the software runtimes do.
#include "hip_tables.h"
#include "hsa_tables.h"

#include <string.h>

#define SOFTGPU_EXPORT __attribute__((visibility("default")))
#define SOFTGPU_HIP_UNSUPPORTED hipErrorNotSupported
#define SOFTGPU_HSA_UNSUPPORTED HSA_STATUS_ERROR

const HipDispatchTable* softgpu_hip_table(void);
const HipCompilerDispatchTable* softgpu_hip_compiler_table(void);
const HsaApiTable* softgpu_hsa_table(void);

#include "hip_defaults.inc"
#include "hsa_defaults.inc"

// The types that tracer.h declares for them; an argument that does not fit its union is an error here.
typedef struct sg_trace {
    unsigned char arguments[1496];
} sg_trace;
_Bool sg_is_traced(void);
_Bool sg_trace_begin(sg_trace* trace, uint32_t operation);
void sg_trace_enter(sg_trace* trace);
void sg_trace_end(sg_trace* trace);
#define SG_TRACE_ARGUMENT(offset, value) \
    do { \
        _Static_assert((offset) % _Alignof(__typeof__(value)) == 0, "aligned"); \
        _Static_assert((offset) + sizeof(value) <= sizeof(trace_.arguments), "inside"); \
        memcpy(trace_.arguments + (offset), &(value), sizeof(value)); \
    } while (0)

#include "hip_traced.inc"
#include "hip_exports.inc"
#include "hsa_exports.inc"

const HipDispatchTable hip = {
    .size = sizeof(HipDispatchTable),
#include "init_HipDispatchTable.inc"
};
const HipCompilerDispatchTable compiler = {
    .size = sizeof(HipCompilerDispatchTable),
#include "init_HipCompilerDispatchTable.inc"
};
const CoreApiTable core = {
    .version = {CoreApiTable_MAJOR, sizeof(CoreApiTable), CoreApiTable_STEP, 0},
#include "init_CoreApiTable.inc"
};
const AmdExtTable amd_ext = {
    .version = {AmdExtTable_MAJOR, sizeof(AmdExtTable), AmdExtTable_STEP, 0},
#include "init_AmdExtTable.inc"
};
