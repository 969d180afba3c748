// The API table, through which the public functions call.
#ifndef SOFTGPU_HSA_ENTRY_H
#define SOFTGPU_HSA_ENTRY_H

#include "hsa.h"
#include "registration.h"

// Any thread. Returns the table that exported functions call through: registered or not, wrapped by a tool or not.
const HsaApiTable* softgpu_hsa_table(void);

extern sg_registration sg_hsa_registration;

#endif
