// The functions of the host that stand for kernels, as HIP's compiler registers them: what it says is recorded, and the
// command finds their kernels.
#ifndef RPJ_HOST_FUNCTIONS_H
#define RPJ_HOST_FUNCTIONS_H

#include "hsa/own_functions.h"

// Puts functions of ours in the place of those of HIP's compiler API, whose table this is. One thread at a time.
void rpj_host_functions_follow(const rpj_hsa_table* table);

#endif
