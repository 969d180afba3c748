// Copies to and from device variables.
#include "copy.h"
#include "device.h"
#include "error.h"
#include "stream_handle.h"
#include "symbols.h"

static hipError_t copy_symbol(const void* symbol, void* other, size_t bytes, size_t offset, bool to_symbol,
                              hipMemcpyKind kind, hipStream_t stream, bool wait) {
    SG_REQUIRE_DEVICES();
    void* at;
    hipError_t status = sg_symbol_place(symbol, bytes, offset, &at);
    if (status != hipSuccess) return sg_result(status);
    return sg_result(to_symbol ? sg_copy(at, other, bytes, kind, stream, wait)
                               : sg_copy(other, at, bytes, kind, stream, wait));
}

hipError_t sg_hipMemcpyToSymbol(const void* symbol, const void* src, size_t sizeBytes, size_t offset,
                                hipMemcpyKind kind) {
    return copy_symbol(symbol, (void*)src, sizeBytes, offset, true, kind, NULL, true);
}

hipError_t sg_hipMemcpyToSymbolAsync(const void* symbol, const void* src, size_t sizeBytes, size_t offset,
                                     hipMemcpyKind kind, hipStream_t stream) {
    return copy_symbol(symbol, (void*)src, sizeBytes, offset, true, kind, stream, false);
}

hipError_t sg_hipMemcpyFromSymbol(void* dst, const void* symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind) {
    return copy_symbol(symbol, dst, sizeBytes, offset, false, kind, NULL, true);
}

hipError_t sg_hipMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t sizeBytes, size_t offset,
                                       hipMemcpyKind kind, hipStream_t stream) {
    return copy_symbol(symbol, dst, sizeBytes, offset, false, kind, stream, false);
}

hipError_t sg_hipMemcpyToSymbol_spt(const void* symbol, const void* src, size_t sizeBytes, size_t offset,
                                    hipMemcpyKind kind) {
    return copy_symbol(symbol, (void*)src, sizeBytes, offset, true, kind, hipStreamPerThread, true);
}

hipError_t sg_hipMemcpyFromSymbol_spt(void* dst, const void* symbol, size_t sizeBytes, size_t offset,
                                      hipMemcpyKind kind) {
    return copy_symbol(symbol, dst, sizeBytes, offset, false, kind, hipStreamPerThread, true);
}

hipError_t sg_hipMemcpyToSymbolAsync_spt(const void* symbol, const void* src, size_t sizeBytes, size_t offset,
                                         hipMemcpyKind kind, hipStream_t stream) {
    return sg_hipMemcpyToSymbolAsync(symbol, src, sizeBytes, offset, kind, SG_PER_THREAD(stream));
}

hipError_t sg_hipMemcpyFromSymbolAsync_spt(void* dst, const void* symbol, size_t sizeBytes, size_t offset,
                                           hipMemcpyKind kind, hipStream_t stream) {
    return sg_hipMemcpyFromSymbolAsync(dst, symbol, sizeBytes, offset, kind, SG_PER_THREAD(stream));
}
