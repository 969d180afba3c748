// Kernel descriptors: 64 bytes each, as in AMD's code objects, in one block of memory, so that a dispatch packet's
// kernel object can be told from garbage by its address alone, without a lock.
#define _GNU_SOURCE
#include "descriptor.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "kernel.h"

enum { DESCRIPTORS = 1 << 18 };

// Released runs. First fit; a longer run is split.
typedef struct run {
    struct run* next;
    uint32_t first, count;
} run;

static amdhsa_kernel_descriptor_t* _Atomic base; // reserved at the first take, never released
static _Atomic(sg_kernel*)* owners;              // one per descriptor, NULL: not a kernel object
static uint32_t used;
static run* free_runs;
pthread_mutex_t sg_descriptors_lock = PTHREAD_MUTEX_INITIALIZER;

static void* reserve(size_t bytes) {
    void* memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static bool require_memory(void) {
    if (atomic_load(&base) != NULL) return true;
    if (owners == NULL) owners = reserve(DESCRIPTORS * sizeof *owners);
    if (owners != NULL) atomic_store(&base, reserve(DESCRIPTORS * sizeof(amdhsa_kernel_descriptor_t)));
    return atomic_load(&base) != NULL;
}

static int64_t reuse(uint32_t count) {
    for (run** link = &free_runs; *link != NULL; link = &(*link)->next) {
        run* found = *link;
        if (found->count < count) continue;
        uint32_t first = found->first;
        found->first += count;
        found->count -= count;
        if (found->count == 0) {
            *link = found->next;
            free(found);
        }
        return first;
    }
    return -1;
}

amdhsa_kernel_descriptor_t* sg_descriptors_take(uint32_t count) {
    amdhsa_kernel_descriptor_t* taken = NULL;
    pthread_mutex_lock(&sg_descriptors_lock);
    if (require_memory()) {
        int64_t first = reuse(count);
        if (first < 0 && count <= DESCRIPTORS - used) {
            first = used;
            used += count;
        }
        if (first >= 0) taken = atomic_load(&base) + first;
    }
    pthread_mutex_unlock(&sg_descriptors_lock);
    if (taken != NULL) memset(taken, 0, count * sizeof *taken);
    return taken;
}

void sg_descriptors_give(amdhsa_kernel_descriptor_t* first, uint32_t count) {
    uint32_t index = (uint32_t)(first - atomic_load(&base));
    for (uint32_t i = 0; i < count; i++) atomic_store(&owners[index + i], NULL);
    run* given = malloc(sizeof *given);
    if (given == NULL) return; // the run is leaked
    pthread_mutex_lock(&sg_descriptors_lock);
    *given = (run){.next = free_runs, .first = index, .count = count};
    free_runs = given;
    pthread_mutex_unlock(&sg_descriptors_lock);
}

void sg_descriptor_fill(amdhsa_kernel_descriptor_t* descriptor, sg_kernel* kernel) {
    descriptor->kernarg_size = kernel->kernarg_bytes;
    descriptor->private_segment_fixed_size = atomic_load(&kernel->private_bytes);
    descriptor->kernel_code_entry_byte_offset = (int64_t)((uintptr_t)kernel->function - (uintptr_t)descriptor);
    atomic_store(&owners[descriptor - atomic_load(&base)], kernel);
}

sg_kernel* softgpu_kernel_of_object(uint64_t kernel_object) {
    const amdhsa_kernel_descriptor_t* first = atomic_load(&base);
    uint64_t offset = kernel_object - (uintptr_t)first;
    if (first == NULL || offset % sizeof *first != 0 || offset / sizeof *first >= DESCRIPTORS) return NULL;
    return atomic_load(&owners[offset / sizeof *first]);
}

uint64_t softgpu_object_of_kernel(sg_kernel* kernel) {
    uint64_t object = atomic_load(&kernel->object);
    if (object != 0) return object;
    amdhsa_kernel_descriptor_t* descriptor = sg_descriptors_take(1);
    if (descriptor == NULL) return 0;
    sg_descriptor_fill(descriptor, kernel);
    if (!atomic_compare_exchange_strong(&kernel->object, &object, (uintptr_t)descriptor)) {
        sg_descriptors_give(descriptor, 1);
        return object;
    }
    return (uintptr_t)descriptor;
}
