#define _GNU_SOURCE
#include "memory.h"

#include "backing.h"
#include "log.h"
#include "ranges.h"
#include "settings.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct {
    bool live;
    uint32_t gpu, flags;
    uint64_t address, size;
    uint64_t offset; // in the file, 0 for what is not in one
    int fd;          // of the file of another process, else -1
    uint32_t import; // its place among the imports; of a freed one, the next free one
} allocation;

enum { MOST_IMPORTS = 4096 };

// Offsets from here on are those of imports: the number of an import plus 1, in units of 8 TiB.
static const int64_t IMPORTS = (int64_t)1 << 43;
enum { IMPORT_SHIFT = 43 };

static allocation* allocations; // index 0 is never used
static uint32_t allocation_count, allocation_capacity, free_hint;
static sk_ranges ranges;
static uint64_t used[SK_MOST_GPUS];
static uint64_t allocations_made;

// For mmap, which takes no lock.
static struct {
    _Atomic(int) fd; // + 1; 0: free
    _Atomic(int64_t) offset;
} imports[MOST_IMPORTS];

int sk_gpu_of_id(uint32_t gpu_id) {
    uint32_t gpu = gpu_id - SK_FIRST_GPU_ID;
    return gpu < sk_settings_get()->gpus ? (int)gpu : -1;
}

uint64_t sk_memory_available(uint32_t gpu) { return sk_settings_get()->memory_bytes - used[gpu]; }

// --- handles ------------------------------------------------------------------------------------------------------

static uint64_t handle_of(uint32_t index) { return (uint64_t)(SK_FIRST_GPU_ID + allocations[index].gpu) << 32 | index; }

// Returns NULL for a handle that was never given or is freed.
static allocation* found(uint64_t handle) {
    uint32_t index = (uint32_t)handle;
    if (index == 0 || index >= allocation_count || !allocations[index].live) return NULL;
    return handle_of(index) == handle ? &allocations[index] : NULL;
}

// Returns the index of a free slot, 0 without memory. Freed slots are on a list through `import`.
static uint32_t slot(void) {
    if (free_hint != 0) {
        uint32_t index = free_hint;
        free_hint = allocations[index].import;
        return index;
    }
    if (allocation_count == allocation_capacity) {
        uint32_t capacity = allocation_capacity == 0 ? 256 : 2 * allocation_capacity;
        allocation* more = realloc(allocations, capacity * sizeof *more);
        if (more == NULL) return 0;
        allocations = more;
        allocation_capacity = capacity;
        if (allocation_count == 0) allocation_count = 1;
    }
    return allocation_count++;
}

static uint64_t entered(allocation a) {
    uint32_t index = slot();
    if (index == 0) return 0;
    a.live = true;
    allocations[index] = a;
    return handle_of(index);
}

// --- addresses ----------------------------------------------------------------------------------------------------

int sk_memory_show(uint64_t address, uint64_t size, uint64_t host) {
    return sk_ranges_add(&ranges, (sk_range){address, address + size, host}) ? 0 : ENOMEM;
}

void sk_memory_hide(uint64_t address, uint64_t size) { sk_ranges_remove(&ranges, address, address + size); }

void* sk_memory_at(uint64_t address, uint64_t* bytes) {
    const sk_range* range = sk_ranges_find(&ranges, address);
    if (range == NULL) return NULL;
    *bytes = range->end - address;
    return (void*)(uintptr_t)(range->host + (address - range->start));
}

void* sk_memory_object(uint64_t address, uint64_t size) {
    uint64_t bytes;
    void* at = sk_memory_at(address, &bytes);
    return at != NULL && bytes >= size ? at : NULL;
}

void sk_memory_mapped(int* fd, int64_t* offset) {
    if (sk_backing_is_doorbell((uint64_t)*offset)) *offset = (int64_t)sk_backing_doorbell_page((uint64_t)*offset);
    if (*offset < IMPORTS) {
        *fd = sk_backing_fd();
        return;
    }
    uint64_t import = (uint64_t)(*offset >> IMPORT_SHIFT) - 1;
    if (import >= MOST_IMPORTS) return;
    *fd = atomic_load(&imports[import].fd) - 1;
    *offset = atomic_load(&imports[import].offset) + (*offset & (IMPORTS - 1));
}

// Maps the file where the runtime has reserved the address, which it may do again by itself, or not.
static bool mapped(uint64_t address, uint64_t size, int fd, uint64_t offset) {
    void* at = (void*)syscall(SYS_mmap, address, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, offset);
    return at != MAP_FAILED;
}

// --- allocation ---------------------------------------------------------------------------------------------------

static int alloc_userptr(kfd_alloc_memory* request, uint32_t gpu) {
    allocation a = {.gpu = gpu, .flags = request->flags, .address = request->address, .size = request->size, .fd = -1};
    int error = sk_memory_show(request->address, request->size, request->mmap_offset);
    if (error != 0) return error;
    request->handle = entered(a);
    return request->handle == 0 ? ENOMEM : 0;
}

static int alloc_doorbell(kfd_alloc_memory* request, uint32_t gpu) {
    allocation a = {.gpu = gpu, .flags = request->flags, .address = request->address, .size = request->size, .fd = -1};
    request->handle = entered(a);
    return request->handle == 0 ? ENOMEM : 0;
}

static int alloc_file(kfd_alloc_memory* request, uint32_t gpu) {
    uint64_t size = sk_round_up(request->size, SK_PAGE);
    bool vram = (request->flags & KFD_MEM_VRAM) != 0;
    if (vram && size > sk_memory_available(gpu)) return ENOMEM;
    uint64_t offset = sk_backing_take((sk_extent){.size = size, .gpu = gpu, .flags = request->flags});
    if (offset == 0) return ENOMEM;
    allocation a = {.gpu = gpu, .flags = request->flags, .size = size, .offset = offset, .fd = -1};
    a.address = request->address;
    bool ok = request->address == 0
           || (mapped(request->address, size, sk_backing_fd(), offset)
               && sk_memory_show(request->address, size, request->address) == 0);
    request->handle = ok ? entered(a) : 0;
    if (request->handle == 0) {
        sk_backing_release(sk_backing_fd(), offset);
        return ENOMEM;
    }
    if (vram) used[gpu] += size;
    request->mmap_offset = offset;
    return 0;
}

int sk_memory_alloc(kfd_alloc_memory* request) {
    int gpu = sk_gpu_of_id(request->gpu_id);
    sk_log(SK_LOG_IOCTL, "alloc on GPU %d: %llx + %llx, flags %x, offset %llx", gpu,
           (unsigned long long)request->address, (unsigned long long)request->size, request->flags,
           (unsigned long long)request->mmap_offset);
    if (gpu < 0 || request->size == 0 || request->address % SK_PAGE != 0) return EINVAL;
    if (request->flags & KFD_MEM_USERPTR) return alloc_userptr(request, (uint32_t)gpu);
    if (request->flags & KFD_MEM_DOORBELL) return alloc_doorbell(request, (uint32_t)gpu);
    if (!(request->flags & (KFD_MEM_VRAM | KFD_MEM_GTT | KFD_MEM_MMIO_REMAP))) return EINVAL;
    if (request->flags & KFD_MEM_VRAM && allocations_made++ >= sk_settings_get()->most_allocations) return ENOMEM;
    return alloc_file(request, (uint32_t)gpu);
}

int sk_memory_free(uint64_t handle) {
    allocation* a = found(handle);
    if (a == NULL) return EINVAL;
    if (a->address != 0) sk_memory_hide(a->address, a->size);
    if (a->offset != 0) sk_backing_release(a->fd >= 0 ? a->fd : sk_backing_fd(), a->offset);
    if (a->fd >= 0) {
        atomic_store(&imports[a->import].fd, 0);
        syscall(SYS_close, a->fd);
    } else if (a->offset != 0 && a->flags & KFD_MEM_VRAM) {
        used[a->gpu] -= a->size;
    }
    a->live = false;
    a->import = free_hint;
    free_hint = (uint32_t)handle;
    return 0;
}

int sk_memory_map(kfd_map_memory* request) {
    if (found(request->handle) == NULL) return EINVAL;
    const uint32_t* ids = (const uint32_t*)(uintptr_t)request->gpu_ids;
    if (ids == NULL && request->count != 0) return EFAULT;
    for (uint32_t i = request->succeeded; i < request->count; i++)
        if (sk_gpu_of_id(ids[i]) < 0) return EINVAL;
    request->succeeded = request->count;
    return 0;
}

// --- sharing ------------------------------------------------------------------------------------------------------

int sk_memory_export(kfd_export_dmabuf* request) {
    allocation* a = found(request->handle);
    if (a == NULL || a->offset == 0) return EINVAL;
    int fd = sk_backing_export(a->fd >= 0 ? a->fd : sk_backing_fd(), a->offset);
    if (fd < 0) return errno;
    request->fd = (uint32_t)fd;
    return 0;
}

static uint32_t unused_import(void) {
    uint32_t import = 0;
    while (import < MOST_IMPORTS && atomic_load(&imports[import].fd) != 0) import++;
    return import;
}

// Takes over `fd`, of which the allocation at `offset` shall be seen at `address`, if that is not 0.
static int import(int fd, uint64_t offset, sk_extent extent, uint32_t gpu, uint64_t address, uint64_t* handle) {
    allocation a = {
        .gpu = gpu, .flags = extent.flags, .address = address, .size = extent.size, .offset = offset, .fd = fd};
    a.import = unused_import();
    if (a.import == MOST_IMPORTS || !sk_backing_retain(fd, offset)) return ENOMEM;
    bool seen = address == 0
             || (mapped(address, extent.size, fd, offset) && sk_memory_show(address, extent.size, address) == 0);
    *handle = seen ? entered(a) : 0;
    if (*handle == 0) {
        sk_backing_release(fd, offset);
        return ENOMEM;
    }
    atomic_store(&imports[a.import].offset, (int64_t)offset);
    atomic_store(&imports[a.import].fd, fd + 1);
    return 0;
}

int sk_memory_import(kfd_import_dmabuf* request) {
    int gpu = sk_gpu_of_id(request->gpu_id);
    uint64_t offset;
    sk_extent extent;
    if (gpu < 0 || !sk_backing_exported((int)request->fd, &offset, &extent)) return EINVAL;
    int fd = (int)syscall(SYS_fcntl, (int)request->fd, F_DUPFD_CLOEXEC, 3);
    if (fd < 0) return errno;
    int error = import(fd, offset, extent, (uint32_t)gpu, request->address, &request->handle);
    if (error != 0) syscall(SYS_close, fd);
    return error;
}

int sk_memory_dmabuf_info(kfd_dmabuf_info* request) {
    uint64_t offset;
    sk_extent extent;
    if (!sk_backing_exported((int)request->fd, &offset, &extent)) return EINVAL;
    request->size = extent.size;
    request->gpu_id = SK_FIRST_GPU_ID + extent.gpu;
    request->flags = extent.flags;
    request->metadata_size = 0;
    return 0;
}

// A handle that another process can use: which process, which descriptor there, which page.
int sk_memory_ipc_export(kfd_ipc_export* request) {
    allocation* a = found(request->handle);
    if (a == NULL || a->offset == 0 || a->fd >= 0) return EINVAL;
    request->share[0] = (uint32_t)getpid();
    request->share[1] = (uint32_t)sk_backing_fd();
    request->share[2] = (uint32_t)(a->offset / SK_PAGE);
    request->share[3] = (uint32_t)(a->size / SK_PAGE);
    return 0;
}

int sk_memory_ipc_import(kfd_ipc_import* request) {
    int gpu = sk_gpu_of_id(request->gpu_id);
    if (gpu < 0) return EINVAL;
    char path[64];
    snprintf(path, sizeof path, "/proc/%u/fd/%u", request->share[0], request->share[1]);
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
    if (fd < 0) return EINVAL;
    uint64_t offset = (uint64_t)request->share[2] * SK_PAGE;
    sk_extent extent;
    int error = EINVAL;
    if (sk_backing_extent(fd, offset, &extent))
        error = import(fd, offset, extent, (uint32_t)gpu, request->address, &request->handle);
    if (error != 0) {
        syscall(SYS_close, fd);
        return error;
    }
    request->flags = extent.flags;
    request->mmap_offset = sk_memory_mmap_offset(request->handle);
    return 0;
}

// --- buffer objects -----------------------------------------------------------------------------------------------

uint64_t sk_memory_size(uint64_t handle) {
    const allocation* a = found(handle);
    return a == NULL ? 0 : a->size;
}

uint64_t sk_memory_mmap_offset(uint64_t handle) {
    const allocation* a = found(handle);
    return a == NULL || a->fd < 0 ? 0 : (uint64_t)(a->import + 1) << IMPORT_SHIFT;
}

bool sk_memory_set_metadata(uint64_t handle, const void* metadata, size_t bytes) {
    const allocation* a = found(handle);
    return a != NULL && a->fd >= 0 && sk_backing_set_metadata(a->fd, a->offset, metadata, bytes);
}

bool sk_memory_metadata(uint64_t handle, void* metadata, size_t bytes) {
    const allocation* a = found(handle);
    return a != NULL && a->fd >= 0 && sk_backing_metadata(a->fd, a->offset, metadata, bytes);
}

int sk_memory_place(uint64_t handle, uint64_t offset, uint64_t size, uint64_t address) {
    const allocation* a = found(handle);
    if (a == NULL || a->fd < 0 || offset > a->size || size > a->size - offset || address % SK_PAGE != 0) return EINVAL;
    if (!mapped(address, size, a->fd, a->offset + offset)) return ENOMEM;
    return sk_memory_show(address, size, address);
}

void sk_memory_after_fork(void) {
    allocations = NULL; // the parent's heap is let lie
    allocation_count = allocation_capacity = free_hint = 0;
    ranges = (sk_ranges){0};
    memset(used, 0, sizeof used);
    allocations_made = 0;
    for (int i = 0; i < MOST_IMPORTS; i++) atomic_store(&imports[i].fd, 0);
}
