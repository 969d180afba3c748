// The API tables, through which the public functions call.
#ifndef SOFTGPU_HIP_ENTRY_H
#define SOFTGPU_HIP_ENTRY_H

#include "hip.h"
#include "registration.h"

const HipDispatchTable* softgpu_hip_table(void);
const HipCompilerDispatchTable* softgpu_hip_compiler_table(void);

extern sg_registration sg_hip_registration;
extern sg_registration sg_hip_compiler_registration;

#endif
