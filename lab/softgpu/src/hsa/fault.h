// Faults requested by tests.
#ifndef SOFTGPU_HSA_FAULT_H
#define SOFTGPU_HSA_FAULT_H

#include "hsa.h"
#include "kernel.h"

typedef enum sg_fault_kind {
    SG_FAULT_LOSE_DISPATCH,
    SG_FAULT_HANG_DISPATCH,
    SG_FAULT_FAIL_DISPATCH,
    SG_FAULT_ZERO_TIMES,
    SG_FAULT_REVERSE_TIMES,
    SG_FAULT_LOSE_COPY,
    SG_FAULT_OUT_OF_MEMORY,
    SG_FAULTS,
} sg_fault_kind;

void sg_faults_setup(void);

// Any thread. Counts an event, and returns whether it fails. `kernel` is NULL for events other than dispatches.
bool sg_fault(sg_fault_kind kind, const sg_kernel* kernel);

extern pthread_mutex_t sg_faults_lock;

#endif
