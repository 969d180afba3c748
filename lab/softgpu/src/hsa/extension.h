// Extensions.
#ifndef SOFTGPU_HSA_EXTENSION_H
#define SOFTGPU_HSA_EXTENSION_H

#include "hsa.h"

// Any thread. Fills 128 bytes, one bit per extension.
void sg_extension_bits(uint8_t* bits);

#endif
