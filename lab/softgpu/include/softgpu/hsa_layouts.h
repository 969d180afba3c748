// HSA types that the facts do not hold: queues, AQL packets and the extension structs that the software
// runtime reads or writes. Included by the generated <hsa/hsa.h> between its enums and its prototypes;
// never include it directly.
// Source of the layouts: HSA 1.2 runtime specification, large machine model; AMD extension as of ROCm 7.1.
#ifndef SOFTGPU_HSA_LAYOUTS_H
#define SOFTGPU_HSA_LAYOUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- scalars and opaque structs ------------------------------------------------------------------------------------

typedef int64_t hsa_signal_value_t;
typedef uint32_t hsa_queue_type32_t;
typedef int hsa_file_t;
typedef int hsa_handle_t;
typedef struct BrigModuleHeader* hsa_ext_module_t;

typedef struct hsa_amd_external_semaphore_handle_descriptor_s hsa_amd_external_semaphore_handle_descriptor_t;
typedef struct hsa_amd_image_descriptor_s hsa_amd_image_descriptor_t;
typedef struct hsa_amd_memory_copy_op_s hsa_amd_memory_copy_op_t;
typedef struct hsa_amd_queue_create_desc_s hsa_amd_queue_create_desc_t;
typedef struct hsa_ext_image_data_info_s hsa_ext_image_data_info_t;
typedef struct hsa_ext_image_descriptor_s hsa_ext_image_descriptor_t;
typedef struct hsa_ext_image_descriptor_v2_s hsa_ext_image_descriptor_v2_t;
typedef struct hsa_ext_image_format_s hsa_ext_image_format_t;
typedef struct hsa_ext_image_region_s hsa_ext_image_region_t;
typedef struct hsa_ext_sampler_descriptor_s hsa_ext_sampler_descriptor_t;
typedef struct hsa_ext_sampler_descriptor_v2_s hsa_ext_sampler_descriptor_v2_t;
typedef struct hsa_amd_event_s hsa_amd_event_t;

typedef struct hsa_amd_ipc_memory_s {
    uint32_t handle[8];
} hsa_amd_ipc_memory_t;
typedef hsa_amd_ipc_memory_t hsa_amd_ipc_signal_t;

typedef struct hsa_amd_svm_attribute_pair_s {
    uint64_t attribute;
    uint64_t value;
} hsa_amd_svm_attribute_pair_t;

typedef struct hsa_amd_memory_access_desc_s {
    hsa_access_permission_t permissions;
    hsa_agent_t agent_handle;
} hsa_amd_memory_access_desc_t;

typedef struct hsa_pitched_ptr_s {
    void* base;
    size_t pitch;
    size_t slice;
} hsa_pitched_ptr_t;

// --- enums of attributes (values of the specification) -------------------------------------------------------------

typedef enum { HSA_AGENT_FEATURE_KERNEL_DISPATCH = 1, HSA_AGENT_FEATURE_AGENT_DISPATCH = 2 } hsa_agent_feature_t;
typedef enum { HSA_QUEUE_FEATURE_KERNEL_DISPATCH = 1, HSA_QUEUE_FEATURE_AGENT_DISPATCH = 2 } hsa_queue_feature_t;
typedef enum { HSA_ENDIANNESS_LITTLE = 0, HSA_ENDIANNESS_BIG = 1 } hsa_endianness_t;

typedef enum {
    HSA_REGION_SEGMENT_GLOBAL = 0,
    HSA_REGION_SEGMENT_READONLY = 1,
    HSA_REGION_SEGMENT_PRIVATE = 2,
    HSA_REGION_SEGMENT_GROUP = 3,
    HSA_REGION_SEGMENT_KERNARG = 4,
} hsa_region_segment_t;

typedef enum {
    HSA_REGION_GLOBAL_FLAG_KERNARG = 1,
    HSA_REGION_GLOBAL_FLAG_FINE_GRAINED = 2,
    HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED = 4,
} hsa_region_global_flag_t;

typedef enum {
    HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT = 1,
    HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED = 2,
    HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED = 4,
    HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_EXTENDED_SCOPE_FINE_GRAINED = 8,
} hsa_amd_memory_pool_global_flag_t;

typedef enum {
    HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED = 0,
    HSA_AMD_MEMORY_POOL_ACCESS_ALLOWED_BY_DEFAULT = 1,
    HSA_AMD_MEMORY_POOL_ACCESS_DISALLOWED_BY_DEFAULT = 2,
} hsa_amd_memory_pool_access_t;

typedef enum {
    HSA_EXT_POINTER_TYPE_UNKNOWN = 0,
    HSA_EXT_POINTER_TYPE_HSA = 1,
    HSA_EXT_POINTER_TYPE_LOCKED = 2,
    HSA_EXT_POINTER_TYPE_HSA_VMEM = 6,
} hsa_amd_pointer_type_t;

typedef struct hsa_amd_pointer_info_s {
    uint32_t size;
    hsa_amd_pointer_type_t type;
    void* agentBaseAddress;
    void* hostBaseAddress;
    size_t sizeInBytes;
    void* userData;
    hsa_agent_t agentOwner;
    uint32_t global_flags;
    bool registered;
} hsa_amd_pointer_info_t;

// --- queues and AQL packets ----------------------------------------------------------------------------------------

typedef struct hsa_queue_s {
    hsa_queue_type32_t type;
    uint32_t features;
    void* base_address;
    hsa_signal_t doorbell_signal;
    uint32_t size;
    uint32_t reserved1;
    uint64_t id;
} hsa_queue_t;

typedef enum {
    HSA_PACKET_TYPE_VENDOR_SPECIFIC = 0,
    HSA_PACKET_TYPE_INVALID = 1,
    HSA_PACKET_TYPE_KERNEL_DISPATCH = 2,
    HSA_PACKET_TYPE_BARRIER_AND = 3,
    HSA_PACKET_TYPE_AGENT_DISPATCH = 4,
    HSA_PACKET_TYPE_BARRIER_OR = 5,
} hsa_packet_type_t;

typedef enum {
    HSA_PACKET_HEADER_TYPE = 0,
    HSA_PACKET_HEADER_BARRIER = 8,
    HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE = 9,
    HSA_PACKET_HEADER_ACQUIRE_FENCE_SCOPE = 9,
    HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE = 11,
    HSA_PACKET_HEADER_RELEASE_FENCE_SCOPE = 11,
} hsa_packet_header_t;

typedef enum {
    HSA_FENCE_SCOPE_NONE = 0,
    HSA_FENCE_SCOPE_AGENT = 1,
    HSA_FENCE_SCOPE_SYSTEM = 2,
} hsa_fence_scope_t;

typedef enum { HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS = 0 } hsa_kernel_dispatch_packet_setup_t;

typedef struct hsa_kernel_dispatch_packet_s {
    uint16_t header;
    uint16_t setup;
    uint16_t workgroup_size_x;
    uint16_t workgroup_size_y;
    uint16_t workgroup_size_z;
    uint16_t reserved0;
    uint32_t grid_size_x;
    uint32_t grid_size_y;
    uint32_t grid_size_z;
    uint32_t private_segment_size;
    uint32_t group_segment_size;
    uint64_t kernel_object;
    void* kernarg_address;
    uint64_t reserved2;
    hsa_signal_t completion_signal;
} hsa_kernel_dispatch_packet_t;

typedef struct hsa_agent_dispatch_packet_s {
    uint16_t header;
    uint16_t type;
    uint32_t reserved0;
    void* return_address;
    uint64_t arg[4];
    uint64_t reserved2;
    hsa_signal_t completion_signal;
} hsa_agent_dispatch_packet_t;

typedef struct hsa_barrier_and_packet_s {
    uint16_t header;
    uint16_t reserved0;
    uint32_t reserved1;
    hsa_signal_t dep_signal[5];
    uint64_t reserved2;
    hsa_signal_t completion_signal;
} hsa_barrier_and_packet_t;

typedef hsa_barrier_and_packet_t hsa_barrier_or_packet_t;

typedef enum { HSA_AMD_PACKET_TYPE_BARRIER_VALUE = 2 } hsa_amd_packet_type_t;

// A vendor-specific packet: waits until (value of the signal & mask) satisfies the condition.
typedef struct hsa_amd_barrier_value_packet_s {
    uint16_t header;
    uint8_t AmdFormat;
    uint8_t reserved;
    uint32_t reserved0;
    hsa_signal_t signal;
    hsa_signal_value_t value;
    hsa_signal_value_t mask;
    uint32_t cond; // hsa_signal_condition_t
    uint32_t reserved1;
    uint64_t reserved2;
    uint64_t reserved3;
    hsa_signal_t completion_signal;
} hsa_amd_barrier_value_packet_t;

// --- profiling, callbacks ------------------------------------------------------------------------------------------

typedef struct hsa_amd_profiling_dispatch_time_s {
    uint64_t start;
    uint64_t end;
} hsa_amd_profiling_dispatch_time_t;

typedef struct hsa_amd_profiling_async_copy_time_s {
    uint64_t start;
    uint64_t end;
} hsa_amd_profiling_async_copy_time_t;

typedef bool (*hsa_amd_signal_handler)(hsa_signal_value_t value, void* arg);
typedef void (*hsa_amd_deallocation_callback_t)(void* ptr, void* user_data);
typedef hsa_status_t (*hsa_amd_system_event_callback_t)(const hsa_amd_event_t* event, void* data);
typedef void (*hsa_amd_queue_intercept_packet_writer)(const void* packets, uint64_t count);
typedef void (*hsa_amd_queue_intercept_handler)(const void* packets, uint64_t count, uint64_t user_packet_index,
                                                void* data, hsa_amd_queue_intercept_packet_writer writer);
typedef void (*hsa_amd_runtime_queue_notifier)(const hsa_queue_t* queue, hsa_agent_t agent, void* data);
typedef void (*hsa_ven_amd_pcs_data_ready_callback_t)(void* client_data, size_t data_size, size_t lost_samples,
                                                      void* data_copy, void* hsa_data);
typedef hsa_status_t (*hsa_ven_amd_pcs_iterate_configuration_callback_t)(const void* configuration, void* data);

#ifndef __cplusplus
_Static_assert(sizeof(hsa_queue_t) == 40, "hsa_queue_t layout");
_Static_assert(sizeof(hsa_kernel_dispatch_packet_t) == 64, "AQL packet");
_Static_assert(sizeof(hsa_agent_dispatch_packet_t) == 64, "AQL packet");
_Static_assert(sizeof(hsa_barrier_and_packet_t) == 64, "AQL packet");
_Static_assert(sizeof(hsa_amd_barrier_value_packet_t) == 64, "AQL packet");
_Static_assert(offsetof(hsa_kernel_dispatch_packet_t, completion_signal) == 56, "AQL packet");
_Static_assert(sizeof(hsa_amd_pointer_info_t) == 56, "hsa_amd_pointer_info_t layout");
#endif

#ifdef __cplusplus
}
#endif

#endif
