// Virtual memory: address ranges and memory (a memfd) are reserved separately, and memory is mapped into ranges.
#define _GNU_SOURCE
#include "vmem.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent.h"
#include "fault.h"
#include "hsa.h"
#include "memory.h"
#include "ranges.h"
#include "state.h"

enum { PAGE = 4096 };

typedef struct reservation {
    struct reservation* next;
    uintptr_t start;
    size_t size;
} reservation;

typedef struct memory {
    struct memory* next;
    int fd;
    ino_t inode; // identifies imported memory
    size_t size;
    sg_pool* pool;
    hsa_amd_memory_type_t type;
    uint32_t handles;  // creations, imports and retains less releases
    uint32_t mappings; // it lives while either is not 0
} memory;

typedef struct mapping {
    struct mapping* next;
    uintptr_t start;
    size_t size;
    memory* memory;
    hsa_access_permission_t access[1 + SG_MAX_GPUS]; // by node
} mapping;

pthread_mutex_t sg_vmem_lock = PTHREAD_MUTEX_INITIALIZER; // guards the lists
static reservation* reservations;
static memory* memories;
static mapping* mappings;

static bool whole_pages(const void* va, size_t size) {
    return size != 0 && size % PAGE == 0 && (uintptr_t)va % PAGE == 0;
}

// With the lock, as for all look-ups. NULL: not found.
static memory* memory_of(hsa_amd_vmem_alloc_handle_t handle) {
    memory* m = memories;
    while (m != NULL && (m->handles == 0 || (uintptr_t)m != handle.handle)) m = m->next;
    return m;
}

static mapping* mapping_at(uintptr_t address) {
    mapping* m = mappings;
    while (m != NULL && address - m->start >= m->size) m = m->next;
    return m;
}

static mapping* mapping_within(uintptr_t start, size_t size) {
    mapping* m = mappings;
    while (m != NULL && (m->start >= start + size || start >= m->start + m->size)) m = m->next;
    return m;
}

static bool is_reserved(uintptr_t start, size_t size) {
    for (const reservation* r = reservations; r != NULL; r = r->next) {
        if (start >= r->start && size <= r->size && start - r->start <= r->size - size) return true;
    }
    return false;
}

// --- addresses -----------------------------------------------------------------------------------------------------

// Unmaps the surplus of an aligned range at once.
static void* reserve(size_t size, uint64_t address, uint64_t alignment) {
    size_t whole = size + alignment - PAGE;
    char* start = mmap((void*)(uintptr_t)address, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) return NULL;
    char* aligned = start + (-(uintptr_t)start & (alignment - 1));
    if (aligned > start) munmap(start, (size_t)(aligned - start));
    size_t behind = whole - size - (size_t)(aligned - start);
    if (behind > 0) munmap(aligned + size, behind);
    return aligned;
}

hsa_status_t sg_hsa_amd_vmem_address_reserve_align(void** va, size_t size, uint64_t address, uint64_t alignment,
                                                   uint64_t flags) {
    (void)flags;
    SG_REQUIRE_INIT();
    if (alignment == 0) alignment = PAGE;
    bool power = (alignment & (alignment - 1)) == 0 && alignment >= PAGE && alignment <= UINT64_C(1) << 40;
    if (va == NULL || !power || !whole_pages(NULL, size) || size > UINT64_C(1) << 46)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    reservation* made = malloc(sizeof *made);
    void* start = made == NULL ? NULL : reserve(size, address, alignment);
    if (start == NULL) {
        free(made);
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    pthread_mutex_lock(&sg_vmem_lock);
    *made = (reservation){.next = reservations, .start = (uintptr_t)start, .size = size};
    reservations = made;
    pthread_mutex_unlock(&sg_vmem_lock);
    *va = start;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_vmem_address_reserve(void** va, size_t size, uint64_t address, uint64_t flags) {
    return sg_hsa_amd_vmem_address_reserve_align(va, size, address, PAGE, flags);
}

hsa_status_t sg_hsa_amd_vmem_address_free(void* va, size_t size) {
    SG_REQUIRE_INIT();
    if (va == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    hsa_status_t status = HSA_STATUS_ERROR_INVALID_ALLOCATION;
    pthread_mutex_lock(&sg_vmem_lock);
    reservation** link = &reservations;
    while (*link != NULL && ((*link)->start != (uintptr_t)va || (*link)->size != size)) link = &(*link)->next;
    if (*link != NULL) {
        reservation* found = *link;
        status = mapping_within(found->start, size) != NULL ? HSA_STATUS_ERROR_RESOURCE_FREE : HSA_STATUS_SUCCESS;
        if (status == HSA_STATUS_SUCCESS) {
            *link = found->next;
            munmap(va, size);
            free(found);
        }
    }
    pthread_mutex_unlock(&sg_vmem_lock);
    return status;
}

// --- memory --------------------------------------------------------------------------------------------------------

// Takes ownership of the file. With or without the lock.
static memory* make_memory(int fd, size_t size, sg_pool* pool, hsa_amd_memory_type_t type) {
    struct stat status;
    memory* made = fd < 0 || fstat(fd, &status) != 0 ? NULL : calloc(1, sizeof *made);
    if (made == NULL) {
        if (fd >= 0) close(fd);
        return NULL;
    }
    *made = (memory){.fd = fd, .inode = status.st_ino, .size = size, .pool = pool, .type = type, .handles = 1};
    atomic_fetch_add(&pool->agent->allocated, size);
    return made;
}

static void drop_if_unused(memory* m) {
    if (m->handles > 0 || m->mappings > 0) return;
    memory** link = &memories;
    while (*link != m) link = &(*link)->next;
    *link = m->next;
    atomic_fetch_sub(&m->pool->agent->allocated, m->size);
    close(m->fd);
    free(m);
}

hsa_status_t sg_hsa_amd_vmem_handle_create(hsa_amd_memory_pool_t pool, size_t size, hsa_amd_memory_type_t type,
                                           uint64_t flags, hsa_amd_vmem_alloc_handle_t* memory_handle) {
    (void)flags;
    SG_REQUIRE_INIT();
    sg_pool* found = sg_pool_of(pool.handle);
    if (found == NULL || memory_handle == NULL || !whole_pages(NULL, size)) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (found->segment != HSA_AMD_SEGMENT_GLOBAL) return HSA_STATUS_ERROR_INVALID_ALLOCATION;
    bool room = size <= found->size - atomic_load(&found->agent->allocated);
    if (!room || sg_fault(SG_FAULT_OUT_OF_MEMORY, NULL)) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    int fd = memfd_create("softgpu-memory", MFD_CLOEXEC);
    if (fd >= 0 && ftruncate(fd, (off_t)size) != 0) {
        close(fd);
        fd = -1;
    }
    memory* made = make_memory(fd, size, found, type);
    if (made == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    pthread_mutex_lock(&sg_vmem_lock);
    made->next = memories;
    memories = made;
    pthread_mutex_unlock(&sg_vmem_lock);
    *memory_handle = (hsa_amd_vmem_alloc_handle_t){(uintptr_t)made};
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_vmem_handle_release(hsa_amd_vmem_alloc_handle_t memory_handle) {
    SG_REQUIRE_INIT();
    pthread_mutex_lock(&sg_vmem_lock);
    memory* found = memory_of(memory_handle);
    if (found != NULL) {
        found->handles--;
        drop_if_unused(found);
    }
    pthread_mutex_unlock(&sg_vmem_lock);
    return found == NULL ? HSA_STATUS_ERROR_INVALID_ALLOCATION : HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_vmem_retain_alloc_handle(hsa_amd_vmem_alloc_handle_t* memory_handle, void* addr) {
    SG_REQUIRE_INIT();
    if (memory_handle == NULL || addr == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&sg_vmem_lock);
    mapping* found = mapping_at((uintptr_t)addr);
    if (found != NULL) {
        found->memory->handles++;
        *memory_handle = (hsa_amd_vmem_alloc_handle_t){(uintptr_t)found->memory};
    }
    pthread_mutex_unlock(&sg_vmem_lock);
    return found == NULL ? HSA_STATUS_ERROR_INVALID_ALLOCATION : HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_vmem_get_alloc_properties_from_handle(hsa_amd_vmem_alloc_handle_t memory_handle,
                                                              hsa_amd_memory_pool_t* pool,
                                                              hsa_amd_memory_type_t* type) {
    SG_REQUIRE_INIT();
    if (pool == NULL || type == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&sg_vmem_lock);
    memory* found = memory_of(memory_handle);
    if (found != NULL) {
        *pool = (hsa_amd_memory_pool_t){(uintptr_t)found->pool};
        *type = found->type;
    }
    pthread_mutex_unlock(&sg_vmem_lock);
    return found == NULL ? HSA_STATUS_ERROR_INVALID_ALLOCATION : HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_vmem_export_shareable_handle(int* dmabuf_fd, hsa_amd_vmem_alloc_handle_t handle,
                                                     uint64_t flags) {
    SG_REQUIRE_INIT();
    if (dmabuf_fd == NULL || flags != 0) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&sg_vmem_lock);
    memory* found = memory_of(handle);
    int fd = found == NULL ? -1 : dup(found->fd);
    pthread_mutex_unlock(&sg_vmem_lock);
    if (found == NULL) return HSA_STATUS_ERROR_INVALID_ALLOCATION;
    if (fd < 0) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    *dmabuf_fd = fd;
    return HSA_STATUS_SUCCESS;
}

// Memory of this process is returned under its own handle; that of another process counts as host memory.
hsa_status_t sg_hsa_amd_vmem_import_shareable_handle(int dmabuf_fd, hsa_amd_vmem_alloc_handle_t* handle) {
    SG_REQUIRE_INIT();
    struct stat status;
    if (handle == NULL || fstat(dmabuf_fd, &status) != 0 || !whole_pages(NULL, (size_t)status.st_size)) {
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    pthread_mutex_lock(&sg_vmem_lock);
    memory* found = memories;
    while (found != NULL && found->inode != status.st_ino) found = found->next;
    if (found != NULL) {
        found->handles++;
    } else {
        found = make_memory(dup(dmabuf_fd), (size_t)status.st_size, &sg_agents[0].pools[0], MEMORY_TYPE_NONE);
        if (found != NULL) {
            found->next = memories;
            memories = found;
        }
    }
    pthread_mutex_unlock(&sg_vmem_lock);
    if (found == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    *handle = (hsa_amd_vmem_alloc_handle_t){(uintptr_t)found};
    return HSA_STATUS_SUCCESS;
}

// --- mappings ------------------------------------------------------------------------------------------------------

// With the lock.
static hsa_status_t map(uintptr_t start, size_t size, size_t offset, memory* m) {
    if (m == NULL) return HSA_STATUS_ERROR_INVALID_ALLOCATION;
    bool fits = size <= m->size && offset <= m->size - size;
    if (!fits || !is_reserved(start, size) || mapping_within(start, size) != NULL)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    sg_range range = {
        .start = start, .size = size, .owner = m->pool, .kind = HSA_EXT_POINTER_TYPE_HSA_VMEM, .flags = m->pool->flags};
    mapping* made = calloc(1, sizeof *made);
    if (made == NULL || !sg_ranges_add(&sg_allocations, range)) {
        free(made);
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    if (mmap((void*)start, size, PROT_NONE, MAP_SHARED | MAP_FIXED, m->fd, (off_t)offset) == MAP_FAILED) {
        sg_ranges_remove(&sg_allocations, (void*)start, &range);
        free(made);
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    *made = (mapping){.next = mappings, .start = start, .size = size, .memory = m};
    mappings = made;
    m->mappings++;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_vmem_map(void* va, size_t size, size_t in_offset, hsa_amd_vmem_alloc_handle_t memory_handle,
                                 uint64_t flags) {
    (void)flags;
    SG_REQUIRE_INIT();
    if (va == NULL || !whole_pages(va, size) || in_offset % PAGE != 0) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&sg_vmem_lock);
    hsa_status_t status = map((uintptr_t)va, size, in_offset, memory_of(memory_handle));
    pthread_mutex_unlock(&sg_vmem_lock);
    return status;
}

hsa_status_t sg_hsa_amd_vmem_unmap(void* va, size_t size) {
    SG_REQUIRE_INIT();
    pthread_mutex_lock(&sg_vmem_lock);
    mapping **link = &mappings, *found;
    while (*link != NULL && ((*link)->start != (uintptr_t)va || (*link)->size != size)) link = &(*link)->next;
    if ((found = *link) != NULL) {
        sg_range range;
        *link = found->next;
        mmap(va, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        sg_ranges_remove(&sg_allocations, va, &range);
        found->memory->mappings--;
        drop_if_unused(found->memory);
        free(found);
    }
    pthread_mutex_unlock(&sg_vmem_lock);
    return found == NULL ? HSA_STATUS_ERROR_INVALID_ALLOCATION : HSA_STATUS_SUCCESS;
}

// The host gets all permissions that any agent has.
static void protect(const mapping* m) {
    int protection = PROT_NONE;
    for (int i = 0; i <= SG_MAX_GPUS; i++) {
        if ((m->access[i] & HSA_ACCESS_PERMISSION_RO) != 0) protection |= PROT_READ;
        if ((m->access[i] & HSA_ACCESS_PERMISSION_WO) != 0) protection |= PROT_READ | PROT_WRITE;
    }
    mprotect((void*)m->start, m->size, protection);
}

hsa_status_t sg_hsa_amd_vmem_set_access(void* va, size_t size, const hsa_amd_memory_access_desc_t* desc,
                                        size_t desc_cnt) {
    SG_REQUIRE_INIT();
    if (!whole_pages(va, size) || desc == NULL || desc_cnt == 0) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    for (size_t i = 0; i < desc_cnt; i++) {
        if (sg_agent_of(desc[i].agent_handle) == NULL) return HSA_STATUS_ERROR_INVALID_AGENT;
        if ((uint32_t)desc[i].permissions > HSA_ACCESS_PERMISSION_RW) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    bool any = false;
    pthread_mutex_lock(&sg_vmem_lock);
    for (mapping* m = mappings; m != NULL; m = m->next) {
        if (m->start < (uintptr_t)va || m->start + m->size > (uintptr_t)va + size) continue;
        for (size_t i = 0; i < desc_cnt; i++) m->access[sg_agent_of(desc[i].agent_handle)->node] = desc[i].permissions;
        protect(m);
        any = true;
    }
    pthread_mutex_unlock(&sg_vmem_lock);
    return any ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ALLOCATION;
}

hsa_status_t sg_hsa_amd_vmem_get_access(void* va, hsa_access_permission_t* perms, hsa_agent_t agent_handle) {
    SG_REQUIRE_INIT();
    const sg_agent* agent = sg_agent_of(agent_handle);
    if (agent == NULL) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (va == NULL || perms == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&sg_vmem_lock);
    const mapping* found = mapping_at((uintptr_t)va);
    if (found != NULL) *perms = found->access[agent->node];
    pthread_mutex_unlock(&sg_vmem_lock);
    return found == NULL ? HSA_STATUS_ERROR_INVALID_ALLOCATION : HSA_STATUS_SUCCESS;
}
