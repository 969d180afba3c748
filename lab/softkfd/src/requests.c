#include "requests.h"

#include "abi.h"
#include "backing.h"
#include "engine.h"
#include "engine_lock.h"
#include "events.h"
#include "log.h"
#include "memory.h"
#include "names.h"
#include "queues.h"
#include "settings.h"
#include "smi.h"
#include "svm.h"
#include "truth.h"

#include <errno.h>
#include <string.h>
#include <time.h>

enum { VERSION_MAJOR = 1, VERSION_MINOR = 17 };

// --- what the GPUs are --------------------------------------------------------------------------------------------

static int version(kfd_version* a) {
    *a = (kfd_version){VERSION_MAJOR, VERSION_MINOR};
    return 0;
}

// One reading for all counters: conversions between them are exact.
static int clocks(kfd_clock_counters* a) {
    struct timespec raw;
    clock_gettime(CLOCK_MONOTONIC_RAW, &raw);
    uint64_t now = sk_now_ns();
    a->gpu = sk_gpu_of_id(a->gpu_id) < 0 ? 0 : sk_ticks(now); // the host's node has no such counter
    a->cpu = (uint64_t)raw.tv_sec * 1000000000u + (uint64_t)raw.tv_nsec;
    a->system = now;
    a->frequency = 1000000000;
    return 0;
}

static void fill_apertures(kfd_apertures* at, uint32_t count) {
    // Up to 2^47 a GPU's address is the host's; what only a GPU has lies above.
    const uint64_t lds = (uint64_t)1 << 48, scratch = (uint64_t)2 << 48, window = 0xffffffff;
    for (uint32_t i = 0; i < count; i++)
        at[i] = (kfd_apertures){.lds_base = lds,
                                .lds_limit = lds + window,
                                .scratch_base = scratch,
                                .scratch_limit = scratch + window,
                                .gpuvm_base = 0x4000,
                                .gpuvm_limit = ((uint64_t)1 << 47) - 1,
                                .gpu_id = SK_FIRST_GPU_ID + i};
}

static int apertures(kfd_process_apertures* a) {
    a->count = sk_settings_get()->gpus < 7 ? sk_settings_get()->gpus : 7;
    fill_apertures(a->apertures, a->count);
    return 0;
}

static int apertures_new(kfd_process_apertures_new* a) {
    uint32_t gpus = sk_settings_get()->gpus;
    if (a->count == 0 || a->apertures == 0) {
        a->count = gpus;
        return 0;
    }
    if (a->count > gpus) a->count = gpus;
    fill_apertures((kfd_apertures*)(uintptr_t)a->apertures, a->count);
    return 0;
}

static int tile_config(kfd_tile_config* a) {
    int gpu = sk_gpu_of_id(a->gpu_id);
    if (gpu < 0) return EINVAL;
    if (a->tile_count > 32) a->tile_count = 32;
    if (a->macro_tile_count > 16) a->macro_tile_count = 16;
    if (a->tiles != 0) memset((void*)(uintptr_t)a->tiles, 0, a->tile_count * sizeof(uint32_t));
    if (a->macro_tiles != 0) memset((void*)(uintptr_t)a->macro_tiles, 0, a->macro_tile_count * sizeof(uint32_t));
    a->address_config = sk_settings_get()->architectures[gpu]->address_config;
    a->banks = 2;
    a->ranks = 0;
    return 0;
}

static int available(kfd_available_memory* a) {
    int gpu = sk_gpu_of_id(a->gpu_id);
    if (gpu < 0) return EINVAL;
    sk_engine_lock();
    a->available = sk_memory_available((uint32_t)gpu);
    sk_engine_unlock();
    return 0;
}

// No retry of page faults: what a shared range needs is told to the driver.
static int xnack(int32_t* mode) {
    if (*mode > 0) return EPERM;
    *mode = 0;
    return 0;
}

static int runtime_enable(kfd_runtime_enable* a) {
    a->capabilities = 0;
    sk_names_find();
    return 0;
}

static int smi(kfd_smi_events* a) { return sk_smi_open(a); }

// --- memory -------------------------------------------------------------------------------------------------------

#define LOCKED(call) \
    sk_engine_lock(); \
    int error = call; \
    sk_engine_unlock(); \
    return error

static int alloc(kfd_alloc_memory* a) { LOCKED(sk_memory_alloc(a)); }
static int release(const uint64_t* handle) { LOCKED(sk_memory_free(*handle)); }
static int map(kfd_map_memory* a) { LOCKED(sk_memory_map(a)); }
static int export_dmabuf(kfd_export_dmabuf* a) { LOCKED(sk_memory_export(a)); }
static int import_dmabuf(kfd_import_dmabuf* a) { LOCKED(sk_memory_import(a)); }
static int dmabuf_info(kfd_dmabuf_info* a) { LOCKED(sk_memory_dmabuf_info(a)); }
static int ipc_export(kfd_ipc_export* a) { LOCKED(sk_memory_ipc_export(a)); }
static int ipc_import(kfd_ipc_import* a) { LOCKED(sk_memory_ipc_import(a)); }
static int svm(kfd_svm* a) { LOCKED(sk_svm(a)); }

// --- queues -------------------------------------------------------------------------------------------------------

static void log_queue(const char* event, uint32_t id, uint32_t gpu_id, uint32_t type) {
    static const char* const types[] = {"pm4", "sdma", "aql", "xgmi", "sdma"};
    sk_truth("queue", "gpu=%d queue=%u at=%llu event=%s type=%s", sk_gpu_of_id(gpu_id), id,
             (unsigned long long)sk_now_ns(), event, types[type]);
}

static int create_queue(kfd_create_queue* a) {
    sk_names_find();
    sk_engine_lock();
    int error = sk_engine_start();
    if (error == 0) error = sk_queue_create(a);
    sk_engine_unlock();
    if (error == 0) log_queue("created", a->queue_id, a->gpu_id, a->type);
    return error;
}

static int destroy_queue(const uint32_t* id) {
    sk_engine_lock();
    uint32_t gpu, type;
    bool known = sk_queue_known(*id, &gpu, &type);
    int error = sk_queue_destroy(*id);
    sk_engine_unlock();
    if (known && error == 0) log_queue("destroyed", *id, SK_FIRST_GPU_ID + gpu, type);
    return error;
}

static int update_queue(const kfd_update_queue* a) { LOCKED(sk_queue_update(a)); }
static int cu_mask(const kfd_cu_mask* a) { LOCKED(sk_queue_set_cu_mask(a)); }

static int queue_gws(kfd_queue_gws* a) {
    sk_engine_lock();
    uint32_t gpu, type;
    bool known = sk_queue_known(a->queue_id, &gpu, &type);
    int error = sk_queue_gws(a);
    sk_engine_unlock();
    if (known && error == 0) log_queue("cooperative", a->queue_id, SK_FIRST_GPU_ID + gpu, type);
    return error;
}

// --- all ----------------------------------------------------------------------------------------------------------

static int carry_out(unsigned number, void* a) {
    switch (number) {
        case KFD_GET_VERSION: return version(a);
        case KFD_CREATE_QUEUE: return create_queue(a);
        case KFD_DESTROY_QUEUE: return destroy_queue(a);
        case KFD_GET_CLOCK_COUNTERS: return clocks(a);
        case KFD_GET_PROCESS_APERTURES: return apertures(a);
        case KFD_UPDATE_QUEUE: return update_queue(a);
        case KFD_CREATE_EVENT: return sk_event_create(a);
        case KFD_DESTROY_EVENT: return sk_event_destroy(*(uint32_t*)a);
        case KFD_SET_EVENT: return sk_event_set(*(uint32_t*)a);
        case KFD_RESET_EVENT: return sk_event_reset(*(uint32_t*)a);
        case KFD_WAIT_EVENTS: return sk_event_wait(a);
        case KFD_GET_TILE_CONFIG: return tile_config(a);
        case KFD_GET_PROCESS_APERTURES_NEW: return apertures_new(a);
        case KFD_ALLOC_MEMORY_OF_GPU: return alloc(a);
        case KFD_FREE_MEMORY_OF_GPU: return release(a);
        case KFD_MAP_MEMORY_TO_GPU:
        case KFD_UNMAP_MEMORY_FROM_GPU: return map(a);
        case KFD_SET_CU_MASK: return cu_mask(a);
        case KFD_GET_DMABUF_INFO: return dmabuf_info(a);
        case KFD_IMPORT_DMABUF: return import_dmabuf(a);
        case KFD_EXPORT_DMABUF: return export_dmabuf(a);
        case KFD_ALLOC_QUEUE_GWS: return queue_gws(a);
        case KFD_SMI_EVENTS: return smi(a);
        case KFD_SVM: return svm(a);
        case KFD_SET_XNACK_MODE: return xnack(a);
        case KFD_AVAILABLE_MEMORY: return available(a);
        case KFD_RUNTIME_ENABLE: return runtime_enable(a);
        case KFD_IPC_IMPORT_HANDLE: return ipc_import(a);
        case KFD_IPC_EXPORT_HANDLE: return ipc_export(a);
        case KFD_SET_MEMORY_POLICY:
        case KFD_SET_SCRATCH_BACKING_VA:
        case KFD_SET_TRAP_HANDLER:
        case KFD_ACQUIRE_VM: return 0; // nothing depends on them here
        default: return EINVAL;        // as a driver of another release; runtimes cope
    }
}

int sk_request(unsigned number, void* argument) {
    if (argument == NULL) return EFAULT;
    int error = carry_out(number, argument);
    if (error != 0) sk_log(SK_LOG_UNKNOWN, "request %#x: %s", number, strerror(error));
    else sk_log(SK_LOG_IOCTL, "request %#x", number);
    return error;
}
