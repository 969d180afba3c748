// The runtime as a whole: system properties, status names.
#include "base.h"
#include "extension.h"
#include "hsa.h"
#include "state.h"

#define PUT(type, ...) \
    do { \
        *(type*)value = (type)(__VA_ARGS__); \
        return HSA_STATUS_SUCCESS; \
    } while (0)

hsa_status_t sg_hsa_system_get_info(hsa_system_info_t attribute, void* value) {
    SG_REQUIRE_INIT();
    if (value == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    switch (attribute) {
        case HSA_SYSTEM_INFO_VERSION_MAJOR: PUT(uint16_t, 1);
        case HSA_SYSTEM_INFO_VERSION_MINOR: PUT(uint16_t, 18);
        case HSA_SYSTEM_INFO_TIMESTAMP: PUT(uint64_t, sg_now_ns());
        case HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY: PUT(uint64_t, 1000000000);
        case HSA_SYSTEM_INFO_SIGNAL_MAX_WAIT: PUT(uint64_t, UINT64_MAX);
        case HSA_SYSTEM_INFO_ENDIANNESS: PUT(uint32_t, HSA_ENDIANNESS_LITTLE);
        case HSA_SYSTEM_INFO_MACHINE_MODEL: PUT(uint32_t, HSA_MACHINE_MODEL_LARGE);
        case HSA_SYSTEM_INFO_EXTENSIONS: sg_extension_bits(value); return HSA_STATUS_SUCCESS;
        case HSA_AMD_SYSTEM_INFO_BUILD_VERSION: PUT(const char*, "softgpu");
        case HSA_AMD_SYSTEM_INFO_SVM_SUPPORTED:
        case HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT:
        case HSA_AMD_SYSTEM_INFO_MWAITX_ENABLED:
        case HSA_AMD_SYSTEM_INFO_DMABUF_SUPPORTED:
        case HSA_AMD_SYSTEM_INFO_XNACK_ENABLED: PUT(bool, false);
        case HSA_AMD_SYSTEM_INFO_VIRTUAL_MEM_API_SUPPORTED: PUT(bool, true);
        case HSA_AMD_SYSTEM_INFO_EXT_VERSION_MAJOR: PUT(uint16_t, 1);
        case HSA_AMD_SYSTEM_INFO_EXT_VERSION_MINOR: PUT(uint16_t, 0);
        default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

// There are no memory or hardware faults to report.
hsa_status_t sg_hsa_amd_register_system_event_handler(hsa_amd_system_event_callback_t callback, void* data) {
    (void)data;
    SG_REQUIRE_INIT();
    return callback == NULL ? HSA_STATUS_ERROR_INVALID_ARGUMENT : HSA_STATUS_SUCCESS;
}

// The runtime creates no queues for itself.
hsa_status_t sg_hsa_amd_runtime_queue_create_register(hsa_amd_runtime_queue_notifier callback, void* user_data) {
    (void)callback, (void)user_data;
    SG_REQUIRE_INIT();
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_status_string(hsa_status_t status, const char** status_string) {
    if (status_string == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    switch ((uint32_t)status) {
#define SOFTGPU_X(name, value) \
    case value: \
        *status_string = #name; \
        return HSA_STATUS_SUCCESS;
#include "hsa_status_names.inc"
#undef SOFTGPU_X
        default: *status_string = NULL; return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}
