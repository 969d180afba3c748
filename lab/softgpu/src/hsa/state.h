// The state of HSA.
#ifndef SOFTGPU_HSA_STATE_H
#define SOFTGPU_HSA_STATE_H

#include "hsa.h"

// Any thread. Whether hsa_init was called more often than hsa_shut_down.
bool sg_hsa_ready(void);
#define SG_REQUIRE_INIT() \
    if (!sg_hsa_ready()) return HSA_STATUS_ERROR_NOT_INITIALIZED

// Counts one more or one fewer call of hsa_init. False: too many, or none.
bool sg_hsa_add_reference(void);
bool sg_hsa_drop_reference(void);
bool sg_hsa_is_last_reference(void);

extern pthread_mutex_t sg_state_lock;
extern pthread_mutex_t sg_life_lock; // recursive

#endif
