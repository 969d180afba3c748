// Compiles the exports, the defaults and the tables' initialisers as the software runtimes do.
#include "hip_tables.h"
#include "hsa_tables.h"

#define SOFTGPU_EXPORT __attribute__((visibility("default")))
#define SOFTGPU_HIP_UNSUPPORTED hipErrorNotSupported
#define SOFTGPU_HSA_UNSUPPORTED HSA_STATUS_ERROR

const HipDispatchTable* softgpu_hip_table(void);
const HipCompilerDispatchTable* softgpu_hip_compiler_table(void);
const HsaApiTable* softgpu_hsa_table(void);

#include "hip_defaults.inc"
#include "hsa_defaults.inc"

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
