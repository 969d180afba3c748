#include "symbols.h"

#include "device.h"
#include "error.h"
#include "ranges.h"

sg_ranges sg_symbols = SG_RANGES; // host variables that stand for device ones

hipError_t sg_hipGetSymbolAddress(void** devPtr, const void* symbol) {
    SG_REQUIRE_DEVICES();
    sg_range range;
    if (devPtr == NULL) return sg_result(hipErrorInvalidValue);
    if (!sg_ranges_find(&sg_symbols, symbol, &range)) return sg_result(hipErrorInvalidSymbol);
    *devPtr = (void*)symbol;
    return sg_result(hipSuccess);
}

hipError_t sg_hipGetSymbolSize(size_t* size, const void* symbol) {
    SG_REQUIRE_DEVICES();
    sg_range range;
    if (size == NULL) return sg_result(hipErrorInvalidValue);
    if (!sg_ranges_find(&sg_symbols, symbol, &range)) return sg_result(hipErrorInvalidSymbol);
    *size = range.size;
    return sg_result(hipSuccess);
}

hipError_t sg_symbol_place(const void* symbol, size_t bytes, size_t offset, void** place) {
    sg_range range;
    if (!sg_ranges_find(&sg_symbols, symbol, &range)) return hipErrorInvalidSymbol;
    if (offset > range.size || bytes > range.size - offset) return hipErrorInvalidValue;
    *place = (char*)range.start + offset;
    return hipSuccess;
}
