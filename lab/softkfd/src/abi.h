// What the runtimes and the driver share: names and layouts of linux/kfd_ioctl.h, hsa/hsa.h, hsa/amd_hsa_queue.h and
// hsa/amd_hsa_signal.h. Written down here because linux/kfd_ioctl.h needs libdrm's headers, and changes its sizes.
#ifndef SOFTKFD_ABI_H
#define SOFTKFD_ABI_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

// The numbers of the driver's requests. Their sizes differ between releases, so only the number counts.
enum {
    KFD_GET_VERSION = 0x01,
    KFD_CREATE_QUEUE = 0x02,
    KFD_DESTROY_QUEUE = 0x03,
    KFD_SET_MEMORY_POLICY = 0x04,
    KFD_GET_CLOCK_COUNTERS = 0x05,
    KFD_GET_PROCESS_APERTURES = 0x06,
    KFD_UPDATE_QUEUE = 0x07,
    KFD_CREATE_EVENT = 0x08,
    KFD_DESTROY_EVENT = 0x09,
    KFD_SET_EVENT = 0x0a,
    KFD_RESET_EVENT = 0x0b,
    KFD_WAIT_EVENTS = 0x0c,
    KFD_SET_SCRATCH_BACKING_VA = 0x11,
    KFD_GET_TILE_CONFIG = 0x12,
    KFD_SET_TRAP_HANDLER = 0x13,
    KFD_GET_PROCESS_APERTURES_NEW = 0x14,
    KFD_ACQUIRE_VM = 0x15,
    KFD_ALLOC_MEMORY_OF_GPU = 0x16,
    KFD_FREE_MEMORY_OF_GPU = 0x17,
    KFD_MAP_MEMORY_TO_GPU = 0x18,
    KFD_UNMAP_MEMORY_FROM_GPU = 0x19,
    KFD_SET_CU_MASK = 0x1a,
    KFD_GET_DMABUF_INFO = 0x1c,
    KFD_IMPORT_DMABUF = 0x1d,
    KFD_ALLOC_QUEUE_GWS = 0x1e,
    KFD_SMI_EVENTS = 0x1f,
    KFD_SVM = 0x20,
    KFD_SET_XNACK_MODE = 0x21,
    KFD_AVAILABLE_MEMORY = 0x23,
    KFD_EXPORT_DMABUF = 0x24,
    KFD_RUNTIME_ENABLE = 0x25,
    KFD_IPC_IMPORT_HANDLE = 0x80, // these two of AMD's own driver
    KFD_IPC_EXPORT_HANDLE = 0x81,
};

typedef struct {
    uint32_t major, minor;
} kfd_version;

enum { KFD_QUEUE_COMPUTE = 0, KFD_QUEUE_SDMA = 1, KFD_QUEUE_AQL = 2, KFD_QUEUE_XGMI = 3, KFD_QUEUE_SDMA_BY_ID = 4 };

typedef struct {
    uint64_t ring_base, write_pointer, read_pointer, doorbell_offset;
    uint32_t ring_size, gpu_id, type, percentage, priority, queue_id;
    uint64_t eop_address, eop_size, save_address;
    uint32_t save_size, control_stack_size; // newer releases have eight bytes more
} kfd_create_queue;
static_assert(sizeof(kfd_create_queue) == 88, "kfd_ioctl_create_queue_args");

typedef struct {
    uint64_t ring_base;
    uint32_t queue_id, ring_size, percentage, priority;
} kfd_update_queue;

typedef struct {
    uint32_t queue_id, count; // of bits
    uint64_t mask;
} kfd_cu_mask;

typedef struct {
    uint64_t gpu, cpu, system, frequency;
    uint32_t gpu_id, pad;
} kfd_clock_counters;

typedef struct {
    uint64_t lds_base, lds_limit, scratch_base, scratch_limit, gpuvm_base, gpuvm_limit;
    uint32_t gpu_id, pad;
} kfd_apertures;

typedef struct {
    kfd_apertures apertures[7];
    uint32_t count, pad;
} kfd_process_apertures;

typedef struct {
    uint64_t apertures;
    uint32_t count, pad;
} kfd_process_apertures_new;

enum { KFD_EVENT_SIGNAL = 0, KFD_EVENT_HW_EXCEPTION = 3, KFD_EVENT_MEMORY = 8 };

typedef struct {
    uint64_t page_offset;
    uint32_t trigger_data, type, auto_reset, node_id, event_id, slot_index;
} kfd_create_event;

typedef struct {
    uint32_t not_present, read_only, no_execute, imprecise;
    uint64_t address;
    uint32_t gpu_id, error_type;
} kfd_memory_exception;

typedef struct {
    union {
        kfd_memory_exception memory;
        uint32_t hardware[4];
        uint64_t age; // of a signal event; releases before 1.13 know none
    };
    uint64_t extension;
    uint32_t event_id, pad;
} kfd_event_data;
static_assert(sizeof(kfd_event_data) == 48, "kfd_event_data");

enum { KFD_WAIT_COMPLETE = 0, KFD_WAIT_TIMEOUT = 1, KFD_WAIT_FAIL = 2 };

typedef struct {
    uint64_t events;
    uint32_t count, all, timeout_ms, result;
} kfd_wait_events;

typedef struct {
    uint64_t tiles, macro_tiles;
    uint32_t tile_count, macro_tile_count, gpu_id, address_config, banks, ranks;
} kfd_tile_config;

enum {
    KFD_MEM_VRAM = 1u << 0,
    KFD_MEM_GTT = 1u << 1,
    KFD_MEM_USERPTR = 1u << 2,
    KFD_MEM_DOORBELL = 1u << 3,
    KFD_MEM_MMIO_REMAP = 1u << 4
};

typedef struct {
    uint64_t address, size, handle, mmap_offset;
    uint32_t gpu_id, flags;
} kfd_alloc_memory;

typedef struct {
    uint64_t handle, gpu_ids;
    uint32_t count, succeeded;
} kfd_map_memory;

typedef struct {
    uint64_t size, metadata;
    uint32_t metadata_size, gpu_id, flags, fd;
} kfd_dmabuf_info;

typedef struct {
    uint64_t address, handle;
    uint32_t gpu_id, fd;
} kfd_import_dmabuf;

typedef struct {
    uint64_t handle;
    uint32_t flags, fd;
} kfd_export_dmabuf;

typedef struct {
    uint64_t handle;
    uint32_t share[4], gpu_id, flags;
} kfd_ipc_export;
static_assert(sizeof(kfd_ipc_export) == 32, "kfd_ioctl_ipc_export_handle_args");

typedef struct {
    uint64_t handle, address, mmap_offset;
    uint32_t share[4], gpu_id, flags;
} kfd_ipc_import;
static_assert(sizeof(kfd_ipc_import) == 48, "kfd_ioctl_ipc_import_handle_args");

typedef struct {
    uint32_t queue_id, count, first, pad;
} kfd_queue_gws;

typedef struct {
    uint32_t gpu_id, fd;
} kfd_smi_events;

typedef struct {
    uint64_t start, size;
    uint32_t operation, count;
    struct {
        uint32_t type, value;
    } attributes[];
} kfd_svm;

typedef struct {
    uint64_t available;
    uint32_t gpu_id, pad;
} kfd_available_memory;

typedef struct {
    uint64_t debug;
    uint32_t mode, capabilities;
} kfd_runtime_enable;

// The head of a queue's context-save area, written by libhsakmt: where the driver reports a queue's errors.
typedef struct {
    uint32_t control_stack_offset, control_stack_size, wave_state_offset, wave_state_size, debug_offset, debug_size;
    uint64_t error_payload;
    uint32_t error_event, pad;
} kfd_save_area;

// --- HSA ----------------------------------------------------------------------------------------------------------

enum {
    HSA_PACKET_VENDOR = 0,
    HSA_PACKET_INVALID = 1,
    HSA_PACKET_DISPATCH = 2,
    HSA_PACKET_BARRIER_AND = 3,
    HSA_PACKET_AGENT_DISPATCH = 4,
    HSA_PACKET_BARRIER_OR = 5
};
enum { AMD_PACKET_PM4 = 1, AMD_PACKET_BARRIER_VALUE = 2 }; // the format byte of a vendor packet
enum { HSA_PACKET_BARRIER_BIT = 1 << 8 };

typedef struct {
    uint16_t header;
    uint16_t setup;
    uint16_t workgroup[3], reserved;
    uint32_t grid[3];
    uint32_t private_bytes, group_bytes;
    uint64_t kernel_object, arguments, reserved2, completion;
} hsa_dispatch;

typedef struct {
    uint16_t header, reserved;
    uint32_t reserved1;
    uint64_t dependencies[5], reserved2, completion;
} hsa_barrier;

typedef struct {
    uint16_t header;
    uint8_t format, reserved;
    uint32_t reserved1;
    uint64_t signal;
    int64_t value, mask;
    uint32_t condition, reserved2;
    uint64_t reserved3[2], completion;
} amd_barrier_value;

typedef union {
    struct {
        uint16_t header;
        uint8_t format, reserved[53];
        uint64_t completion;
    };
    hsa_dispatch dispatch;
    hsa_barrier barrier;
    amd_barrier_value barrier_value;
} hsa_packet;
static_assert(sizeof(hsa_packet) == 64 && offsetof(hsa_packet, completion) == 56, "packets");
static_assert(sizeof(hsa_dispatch) == 64 && offsetof(hsa_dispatch, kernel_object) == 32,
              "hsa_kernel_dispatch_packet_t");
static_assert(sizeof(amd_barrier_value) == 64 && offsetof(amd_barrier_value, condition) == 32, "amd_barrier_value");

typedef struct {
    int64_t kind;
    _Atomic(int64_t) value;
    uint64_t mailbox;
    uint32_t event_id, reserved;
    uint64_t start, end, queue, reserved2[1];
} amd_signal;
static_assert(sizeof(amd_signal) == 64 && offsetof(amd_signal, start) == 32, "amd_signal_t");

// The fields of amd_queue_t that the packet processor uses.
enum {
    AMD_QUEUE_CAPABILITIES = 40,
    AMD_QUEUE_READ_INDEX = 128,
    AMD_QUEUE_READ_INDEX_OFFSET = 136,
    AMD_QUEUE_SCRATCH_LANE_BYTES = 176, // scratch_wave64_lane_byte_size
    AMD_QUEUE_PROPERTIES = 180,
    AMD_QUEUE_INACTIVE_SIGNAL = 192
};
enum { AMD_QUEUE_PROFILING = 1 << 3, AMD_QUEUE_SCRATCH_ONCE = 1 << 4 };

#endif
