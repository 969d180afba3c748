// Sharing between processes and drivers, which there is none of: the checks of the arguments, and refusal.
#include "hsa.h"
#include "signal.h"
#include "state.h"

hsa_status_t sg_hsa_amd_portable_export_dmabuf(const void* ptr, size_t size, int* dmabuf, uint64_t* offset) {
    SG_REQUIRE_INIT();
    if (ptr == NULL || size == 0 || dmabuf == NULL || offset == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES; // as ROCr on a kernel without dma-buf
}

hsa_status_t sg_hsa_amd_ipc_memory_create(void* ptr, size_t len, hsa_amd_ipc_memory_t* handle) {
    SG_REQUIRE_INIT();
    return ptr == NULL || len == 0 || handle == NULL ? HSA_STATUS_ERROR_INVALID_ARGUMENT : SOFTGPU_HSA_UNSUPPORTED;
}

hsa_status_t sg_hsa_amd_ipc_signal_create(hsa_signal_t signal, hsa_amd_ipc_signal_t* handle) {
    SG_REQUIRE_INIT();
    if (sg_signal_of(signal) == NULL) return sg_signal_invalid(signal);
    return handle == NULL ? HSA_STATUS_ERROR_INVALID_ARGUMENT : SOFTGPU_HSA_UNSUPPORTED;
}
