// The kernels: a hash of host functions, read without a lock.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"
#include "slab.h"

enum { BUCKETS = 1024, KERNEL_LIVE = 0x6b65726e };

sg_slab sg_kernels = SG_SLAB(sg_kernel, 1u << 17, link);
pthread_mutex_t sg_kernels_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(sg_kernel*) buckets[BUCKETS];

static _Atomic(sg_kernel*)* bucket_of(softgpu_kernel function) {
    return &buckets[((uintptr_t)function * UINT64_C(0x9e3779b97f4a7c15)) >> 54];
}

static sg_kernel* find(softgpu_kernel function) {
    sg_kernel* kernel = atomic_load_explicit(bucket_of(function), memory_order_acquire);
    while (kernel != NULL && kernel->function != function) kernel = kernel->next;
    return kernel;
}

// A copy of `text` that is never freed, because traces refer to names. Listed, so that leak checkers see
// a reference.
typedef struct text_copy {
    struct text_copy* next;
    char text[];
} text_copy;
static _Atomic(text_copy*) texts;

static const char* keep(const char* text) {
    size_t size = strlen(text) + 1;
    text_copy* copy = malloc(sizeof *copy + size);
    if (copy == NULL) return NULL;
    memcpy(copy->text, text, size);
    copy->next = atomic_load(&texts);
    while (!atomic_compare_exchange_weak(&texts, &copy->next, copy)) {
    }
    return copy->text;
}

static const char* default_name(softgpu_kernel function) {
    Dl_info info;
    if (dladdr((void*)function, &info) != 0 && info.dli_sname != NULL && info.dli_saddr == (void*)function) {
        return keep(info.dli_sname);
    }
    char name[32];
    snprintf(name, sizeof name, "kernel@%lx", (unsigned long)function);
    return keep(name);
}

static bool lay_out(sg_kernel* kernel, uint32_t count, const uint32_t* sizes) {
    uint32_t offset = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = sizes == NULL ? 8 : sizes[i];
        if (size == 0 || size > 4096) return false;
        uint32_t align = size >= 16 ? 16 : size >= 8 ? 8 : size >= 4 ? 4 : size >= 2 ? 2 : 1;
        offset = (offset + align - 1) / align * align;
        kernel->offsets[i] = offset;
        kernel->sizes[i] = size;
        offset += size;
    }
    kernel->count = count;
    kernel->kernarg_bytes = offset;
    return true;
}

sg_kernel* softgpu_kernel_of_function(softgpu_kernel function) {
    if (function == NULL) return NULL;
    sg_kernel* kernel = find(function);
    if (kernel != NULL) return kernel;
    const char* name = default_name(function); // takes the loader's lock, so not under ours
    pthread_mutex_lock(&sg_kernels_lock);
    kernel = find(function);
    if (kernel == NULL && (kernel = sg_slab_take(&sg_kernels)) != NULL) {
        kernel->function = function;
        atomic_store(&kernel->name, name == NULL ? "kernel" : name);
        lay_out(kernel, SG_KERNEL_DEFAULT_ARGS, NULL);
        kernel->next = atomic_load(bucket_of(function));
        atomic_store(&kernel->magic, KERNEL_LIVE);
        atomic_store_explicit(bucket_of(function), kernel, memory_order_release);
    }
    pthread_mutex_unlock(&sg_kernels_lock);
    return kernel;
}

int softgpu_kernel_rename(softgpu_kernel function, const char* name) {
    sg_kernel* kernel = softgpu_kernel_of_function(function);
    const char* copy = name == NULL ? NULL : keep(name);
    if (kernel == NULL || copy == NULL) return -1;
    atomic_store(&kernel->name, copy); // the old name is not freed: a trace may refer to it
    return 0;
}

int softgpu_kernel_declare(softgpu_kernel function, const char* name, uint32_t count, const uint32_t* sizes) {
    if (count > SG_KERNEL_MAX_ARGS || (count > 0 && sizes == NULL)) return -1;
    if (softgpu_kernel_rename(function, name) != 0) return -1;
    sg_kernel* kernel = softgpu_kernel_of_function(function);
    pthread_mutex_lock(&sg_kernels_lock);
    bool ok = lay_out(kernel, count, sizes);
    atomic_store(&kernel->sized, ok);
    if (!ok) lay_out(kernel, SG_KERNEL_DEFAULT_ARGS, NULL);
    pthread_mutex_unlock(&sg_kernels_lock);
    return ok ? 0 : -1;
}

int softgpu_kernel_set_private(softgpu_kernel function, uint32_t bytes) {
    sg_kernel* kernel = softgpu_kernel_of_function(function);
    if (kernel == NULL) return -1;
    atomic_store(&kernel->private_bytes, bytes);
    return 0;
}

sg_kernel* softgpu_kernel_by_name(const char* name) {
    if (name == NULL) return NULL;
    for (int i = 0; i < BUCKETS; i++) {
        for (sg_kernel* kernel = atomic_load_explicit(&buckets[i], memory_order_acquire); kernel != NULL;
             kernel = kernel->next) {
            if (strcmp(atomic_load(&kernel->name), name) == 0) return kernel;
        }
    }
    void* symbol = dlsym(RTLD_DEFAULT, name);
    return softgpu_kernel_of_function((softgpu_kernel)symbol);
}

bool softgpu_is_kernel(const void* kernel) {
    return sg_slab_owns(&sg_kernels, kernel) && atomic_load(&((sg_kernel*)kernel)->magic) == KERNEL_LIVE;
}
