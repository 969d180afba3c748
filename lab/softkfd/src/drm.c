// The functions of libdrm and libdrm_amdgpu that the runtimes use, for our render nodes. A render node of a real driver
// is handed to the real libraries.
#define _GNU_SOURCE
#include "backing.h"
#include "devices.h"
#include "engine_lock.h"
#include "memory.h"
#include "next.h"
#include "settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// Layouts of libdrm's amdgpu.h and of drm/amdgpu_drm.h.
typedef struct {
    uint32_t asic_id, chip_rev, chip_external_rev, family_id;
    uint64_t ids_flags, max_engine_clk, max_memory_clk;
    uint32_t num_shader_engines, num_shader_arrays_per_engine, avail_quad_shader_pipes, max_quad_shader_pipes;
    uint32_t cache_entries_per_quad_pipe, num_hw_gfx_contexts, rb_pipes, enabled_rb_pipes_mask, gpu_counter_freq;
    uint32_t backend_disable[4], mc_arb_ramcfg, gb_addr_cfg, gb_tile_mode[32], gb_macro_tile_mode[16];
    uint32_t pa_sc_raster_cfg[4], pa_sc_raster_cfg1[4], cu_active_number, cu_ao_mask, cu_bitmap[4][4];
    uint32_t vram_type, vram_bit_width, ce_ram_size, vce_harvest_config, pci_rev_id;
} gpu_info;

typedef struct {
    uint64_t flags, tiling_info;
    uint32_t size_metadata, umd_metadata[64];
} bo_metadata;

typedef struct {
    uint64_t alloc_size, phys_alignment;
    uint32_t preferred_heap;
    uint64_t alloc_flags;
    bo_metadata metadata;
} bo_info;

typedef struct {
    uint32_t gpu;
    int fd;
} device;

static_assert(sizeof(bo_metadata) <= SK_METADATA_BYTES, "room for metadata");

typedef struct {
    uint64_t handle; // of the driver
} bo;

typedef struct {
    bo* handle;
    uint64_t size;
} import_result;

enum { HANDLE_KMS = 1, HANDLE_DMABUF = 2 };
enum { VA_MAP = 1, VA_UNMAP = 2, VA_REPLACE = 4 };
enum { GEM_MMAP = 1 };

// --- devices ------------------------------------------------------------------------------------------------------

int drmOpenRender(int minor);
int drmClose(int fd);
int drmCommandWriteRead(int fd, unsigned long command, void* data, unsigned long size);
int drmPrimeFDToHandle(int fd, int prime, uint32_t* handle);
int amdgpu_device_initialize(int fd, uint32_t* major, uint32_t* minor, device** handle);
int amdgpu_device_initialize2(int fd, bool own, uint32_t* major, uint32_t* minor, device** handle);
int amdgpu_device_deinitialize(device* handle);
int amdgpu_device_get_fd(device* handle);
const char* amdgpu_get_marketing_name(device* handle);
int amdgpu_query_gpu_info(device* handle, gpu_info* info);
int amdgpu_query_info(device* handle, unsigned id, unsigned size, void* value);
int amdgpu_bo_alloc(device* handle, void* request, bo** object);
int amdgpu_bo_import(device* handle, int type, uint32_t shared, import_result* result);
int amdgpu_bo_export(bo* object, int type, uint32_t* shared);
int amdgpu_bo_free(bo* object);
int amdgpu_bo_cpu_map(bo* object, void** address);
int amdgpu_bo_cpu_unmap(bo* object);
int amdgpu_bo_va_op(bo* object, uint64_t offset, uint64_t size, uint64_t address, uint64_t flags, uint32_t operation);
int amdgpu_bo_query_info(bo* object, bo_info* info);
int amdgpu_bo_set_metadata(bo* object, bo_metadata* metadata);

SK_EXPORT int drmOpenRender(int minor) {
    int gpu = minor - 128;
    if (gpu >= 0 && gpu < (int)sk_settings_get()->gpus) {
        int fd = sk_device_open((sk_file){.kind = SK_FILE_RENDER, .gpu = (uint8_t)gpu});
        return fd < 0 ? -errno : fd;
    }
    __typeof__(&drmOpenRender) next = NEXT(drmOpenRender);
    return next == NULL ? -ENOENT : next(minor);
}

SK_EXPORT int drmClose(int fd) { return close(fd) == 0 ? 0 : -errno; }

static bool is_render(int fd) { return sk_file_get(fd).kind == SK_FILE_RENDER; }

SK_EXPORT int amdgpu_device_initialize(int fd, uint32_t* major, uint32_t* minor, device** handle) {
    if (!is_render(fd)) {
        __typeof__(&amdgpu_device_initialize) next = NEXT(amdgpu_device_initialize);
        return next == NULL ? -EINVAL : next(fd, major, minor, handle);
    }
    device* made = malloc(sizeof *made);
    if (made == NULL) return -ENOMEM;
    sk_file file = sk_file_get(fd);
    *made = (device){.gpu = file.gpu, .fd = sk_device_open(file)};
    if (made->fd < 0) {
        free(made);
        return -errno;
    }
    *major = 3;
    *minor = 58;
    *handle = made;
    return 0;
}

SK_EXPORT int amdgpu_device_initialize2(int fd, bool own, uint32_t* major, uint32_t* minor, device** handle) {
    (void)own;
    return amdgpu_device_initialize(fd, major, minor, handle);
}

// The runtime uses the handle again after this: it stays.
SK_EXPORT int amdgpu_device_deinitialize(device* handle) {
    (void)handle;
    return 0;
}

SK_EXPORT int amdgpu_device_get_fd(device* handle) { return handle->fd; }

SK_EXPORT const char* amdgpu_get_marketing_name(device* handle) {
    return sk_settings_get()->architectures[handle->gpu]->product;
}

SK_EXPORT int amdgpu_query_gpu_info(device* handle, gpu_info* info) {
    const sk_architecture* a = sk_settings_get()->architectures[handle->gpu];
    memset(info, 0, sizeof *info);
    info->asic_id = a->device_id;
    info->chip_rev = 1;
    info->chip_external_rev = 60;
    info->family_id = a->family_id;
    info->max_engine_clk = 1700000; // kHz, as all clocks
    info->max_memory_clk = 1600000;
    info->num_shader_engines = a->arrays / a->arrays_per_engine;
    info->num_shader_arrays_per_engine = a->arrays_per_engine;
    info->gpu_counter_freq = 100000;
    info->gb_addr_cfg = a->address_config;
    info->cu_active_number = sk_compute_units(a);
    info->vram_type = 6;
    info->vram_bit_width = 4096;
    return 0;
}

SK_EXPORT int amdgpu_query_info(device* handle, unsigned id, unsigned size, void* value) {
    (void)handle, (void)id;
    memset(value, 0, size);
    return 0;
}

SK_EXPORT int drmPrimeFDToHandle(int fd, int prime, uint32_t* handle) {
    if (is_render(fd)) return -EINVAL; // what is imported here, amdgpu_bo_import imports
    __typeof__(&drmPrimeFDToHandle) next = NEXT(drmPrimeFDToHandle);
    return next == NULL ? -EINVAL : next(fd, prime, handle);
}

// --- buffer objects -----------------------------------------------------------------------------------------------

SK_EXPORT int amdgpu_bo_alloc(device* handle, void* request, bo** object) {
    (void)handle, (void)request, (void)object;
    return -EINVAL; // the runtimes allocate through the other driver
}

SK_EXPORT int amdgpu_bo_import(device* handle, int type, uint32_t shared, import_result* result) {
    if (type != HANDLE_DMABUF) return -EINVAL;
    bo* object = calloc(1, sizeof *object);
    if (object == NULL) return -ENOMEM;
    kfd_import_dmabuf request = {.gpu_id = SK_FIRST_GPU_ID + handle->gpu, .fd = shared};
    sk_engine_lock();
    int error = sk_memory_import(&request);
    uint64_t size = error == 0 ? sk_memory_size(request.handle) : 0;
    sk_engine_unlock();
    if (error != 0) {
        free(object);
        return -error;
    }
    object->handle = request.handle;
    *result = (import_result){.handle = object, .size = size};
    return 0;
}

SK_EXPORT int amdgpu_bo_export(bo* object, int type, uint32_t* shared) {
    if (type == HANDLE_KMS) {
        *shared = (uint32_t)object->handle;
        return 0;
    }
    if (type != HANDLE_DMABUF) return -EINVAL;
    kfd_export_dmabuf request = {.handle = object->handle};
    sk_engine_lock();
    int error = sk_memory_export(&request);
    sk_engine_unlock();
    *shared = request.fd;
    return -error;
}

SK_EXPORT int amdgpu_bo_free(bo* object) {
    sk_engine_lock();
    int error = sk_memory_free(object->handle);
    sk_engine_unlock();
    free(object);
    return -error;
}

SK_EXPORT int amdgpu_bo_cpu_map(bo* object, void** address) {
    sk_engine_lock();
    uint64_t size = sk_memory_size(object->handle);
    int64_t offset = (int64_t)sk_memory_mmap_offset(object->handle);
    int fd = -1;
    sk_memory_mapped(&fd, &offset);
    void* map = (void*)syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
    sk_engine_unlock();
    if (map == MAP_FAILED) return -errno;
    *address = map;
    return 0;
}

// The address is not told here; the program's own munmap ends the mapping.
SK_EXPORT int amdgpu_bo_cpu_unmap(bo* object) {
    (void)object;
    return 0;
}

SK_EXPORT int amdgpu_bo_va_op(bo* object, uint64_t offset, uint64_t size, uint64_t address, uint64_t flags,
                              uint32_t operation) {
    (void)flags; // who may read and write is not looked at
    size = sk_round_up(size, SK_PAGE);
    int error = 0;
    sk_engine_lock();
    if (operation == VA_UNMAP || operation == VA_REPLACE) sk_memory_hide(address, size);
    if (operation == VA_MAP || operation == VA_REPLACE) error = sk_memory_place(object->handle, offset, size, address);
    else if (operation != VA_UNMAP) error = EINVAL;
    sk_engine_unlock();
    return -error;
}

// What is said of a buffer object, all who share it can read.
SK_EXPORT int amdgpu_bo_query_info(bo* object, bo_info* info) {
    *info = (bo_info){.phys_alignment = SK_PAGE};
    sk_engine_lock();
    info->alloc_size = sk_memory_size(object->handle);
    bool ok = sk_memory_metadata(object->handle, &info->metadata, sizeof info->metadata);
    sk_engine_unlock();
    return ok ? 0 : -EINVAL;
}

SK_EXPORT int amdgpu_bo_set_metadata(bo* object, bo_metadata* metadata) {
    sk_engine_lock();
    bool ok = sk_memory_set_metadata(object->handle, metadata, sizeof *metadata);
    sk_engine_unlock();
    return ok ? 0 : -EINVAL;
}

SK_EXPORT int drmCommandWriteRead(int fd, unsigned long command, void* data, unsigned long size) {
    if (!is_render(fd)) {
        __typeof__(&drmCommandWriteRead) next = NEXT(drmCommandWriteRead);
        return next == NULL ? -EINVAL : next(fd, command, data, size);
    }
    if (command != GEM_MMAP || size < sizeof(uint64_t)) return -EINVAL;
    uint32_t index;
    memcpy(&index, data, sizeof index);
    sk_engine_lock();
    uint64_t offset = sk_memory_mmap_offset((uint64_t)(SK_FIRST_GPU_ID + sk_file_get(fd).gpu) << 32 | index);
    sk_engine_unlock();
    memcpy(data, &offset, sizeof offset);
    return offset == 0 ? -EINVAL : 0;
}
