// Host variables that stand for device ones.
#ifndef SOFTGPU_HIP_SYMBOLS_H
#define SOFTGPU_HIP_SYMBOLS_H

#include "hip.h"
#include "ranges.h"

extern sg_ranges sg_symbols;

// Any thread. Returns the address of `bytes` at `offset` of a device variable.
hipError_t sg_symbol_place(const void* symbol, size_t bytes, size_t offset, void** place);

#endif
