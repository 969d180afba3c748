#define _GNU_SOURCE
#include "binary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base.h"
#include "code_object.h"
#include "device.h"
#include "finish.h"
#include "hip.h"
#include "kernel.h"
#include "stream.h"

enum { NOT_LOADED, LOADING, LOADED, FAILED };
static const uint64_t PATIENCE_NS = 100000000u;

pthread_mutex_t sg_binaries_lock = PTHREAD_MUTEX_INITIALIZER;
static sg_binary* binaries;

static int self(void) { return gettid(); }

// With the lock.
static sg_binary* make(void) {
    sg_binary* binary = calloc(1, sizeof *binary);
    if (binary == NULL) return NULL;
    binary->file = -1;
    binary->next = binaries;
    binaries = binary;
    return binary;
}

sg_binary* sg_binary_make(void) {
    pthread_mutex_lock(&sg_binaries_lock);
    sg_binary* binary = make();
    pthread_mutex_unlock(&sg_binaries_lock);
    return binary;
}

bool sg_binary_is(const void* handle) {
    pthread_mutex_lock(&sg_binaries_lock);
    const sg_binary* binary = binaries;
    while (binary != NULL && binary != handle) binary = binary->next;
    pthread_mutex_unlock(&sg_binaries_lock);
    return binary != NULL;
}

// --- kernels -------------------------------------------------------------------------------------------------------

// With the lock.
static sg_binary_kernel* find_kernel(const sg_binary* binary, const sg_kernel* kernel) {
    sg_binary_kernel* found = binary->kernels;
    while (found != NULL && found->kernel != kernel) found = found->next;
    return found;
}

// With the lock.
static sg_binary_kernel* add(sg_binary* binary, sg_kernel* kernel, const char* name) {
    sg_binary_kernel* known = find_kernel(binary, kernel);
    if (known != NULL) return known;
    sg_binary_kernel* added = calloc(1, sizeof *added);
    if (added != NULL) added->name = strdup(name);
    if (added == NULL || added->name == NULL) {
        free(added);
        return NULL;
    }
    added->kernel = kernel;
    sg_binary_kernel** link = &binary->kernels;
    while (*link != NULL) link = &(*link)->next;
    *link = added;
    return added;
}

sg_binary_kernel* sg_binary_add(sg_binary* binary, sg_kernel* kernel, const char* name) {
    pthread_mutex_lock(&sg_binaries_lock);
    sg_binary_kernel* added = add(binary, kernel, name);
    pthread_mutex_unlock(&sg_binaries_lock);
    return added;
}

// With the lock. Makes the list of the kernels known by now: later ones are launched outside of any code object.
static bool require_image(sg_binary* binary) {
    if (binary->image != NULL) return true;
    uint32_t count = 0;
    for (sg_binary_kernel* k = binary->kernels; k != NULL; k = k->next) count++;
    void** functions = calloc(count + 1u, sizeof *functions);
    const char** names = calloc(count + 1u, sizeof *names);
    count = 0;
    for (sg_binary_kernel* k = binary->kernels; k != NULL && functions != NULL && names != NULL; k = k->next) {
        functions[count] = (void*)(uintptr_t)k->kernel->function;
        names[count++] = k->name;
    }
    sg_code_object* object = functions == NULL || names == NULL ? NULL : sg_code_object_make(count, functions, names);
    free(functions);
    free(names);
    if (object == NULL) return false;
    binary->image = object;
    binary->size = object->size;
    return true;
}

// --- loading -------------------------------------------------------------------------------------------------------

static hsa_status_t open_reader(sg_binary* binary, hsa_code_object_reader_t* reader) {
    if (binary->file >= 0) return hsa_code_object_reader_create_from_file(binary->file, reader);
    pthread_mutex_lock(&sg_binaries_lock);
    bool ready = require_image(binary);
    pthread_mutex_unlock(&sg_binaries_lock);
    if (!ready) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    return hsa_code_object_reader_create_from_memory(binary->image, binary->size, reader);
}

// Loads as AMD's HIP does: an executable per binary and device, with one code object.
static bool load(sg_binary* binary, int device, hsa_executable_t* executable) {
    hsa_code_object_reader_t reader;
    if (hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, executable)
        != HSA_STATUS_SUCCESS) {
        return false;
    }
    hsa_status_t status = open_reader(binary, &reader);
    if (status == HSA_STATUS_SUCCESS) {
        status = hsa_executable_load_agent_code_object(*executable, sg_devices[device].agent, reader, NULL, NULL);
        if (status == HSA_STATUS_SUCCESS) status = hsa_executable_freeze(*executable, NULL);
        hsa_code_object_reader_destroy(reader);
    }
    if (status != HSA_STATUS_SUCCESS) hsa_executable_destroy(*executable);
    return status == HSA_STATUS_SUCCESS;
}

bool sg_binary_load_on(sg_binary* binary, int device) {
    sg_binary_load* l = &binary->loads[device];
    for (;;) {
        uint32_t state = atomic_load_explicit(&l->state, memory_order_acquire);
        if (state == LOADED) return true;
        if (state == FAILED || (state == LOADING && atomic_load(&l->loader) == self())) return false;
        if (state == LOADING) {
            sg_futex_wait(&l->state, LOADING, PATIENCE_NS);
        } else if (atomic_compare_exchange_strong(&l->state, &state, LOADING)) {
            break;
        }
    }
    atomic_store(&l->loader, self());
    bool loaded = load(binary, device, &l->executable);
    atomic_store(&l->loader, 0);
    atomic_store_explicit(&l->state, loaded ? LOADED : FAILED, memory_order_release);
    sg_futex_wake(&l->state);
    return loaded;
}

void sg_binaries_abandon(void) {
    for (sg_binary* b = binaries; b != NULL; b = b->next) {
        for (int i = 0; i < SG_MAX_DEVICES; i++) {
            if (atomic_load(&b->loads[i].state) == LOADING) atomic_store(&b->loads[i].state, NOT_LOADED);
        }
    }
}

// --- kernel objects ------------------------------------------------------------------------------------------------

static uint64_t object_of(sg_binary* binary, int device, const char* name) {
    hsa_executable_symbol_t symbol;
    uint64_t object = 0;
    size_t size = strlen(name) + sizeof ".kd";
    char* full = malloc(size);
    if (full == NULL) return 0;
    snprintf(full, size, "%s.kd", name);
    hsa_status_t status =
        hsa_executable_get_symbol_by_name(binary->loads[device].executable, full, &sg_devices[device].agent, &symbol);
    if (status == HSA_STATUS_SUCCESS) {
        hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &object);
    }
    free(full);
    return object;
}

static void remember(sg_binary_kernel* entry, int device, uint64_t object) {
    atomic_store(&entry->objects[device], object);
    atomic_store_explicit(&entry->kernel->loaded[device], object, memory_order_release);
}

sg_kernel* sg_binary_kernel_named(sg_binary* binary, int device, const char* name) {
    if (!sg_binary_load_on(binary, device)) return NULL;
    uint64_t object = object_of(binary, device, name);
    sg_kernel* kernel = softgpu_kernel_of_object(object);
    sg_binary_kernel* entry = kernel == NULL ? NULL : sg_binary_add(binary, kernel, name);
    if (entry == NULL) return NULL;
    remember(entry, device, object);
    return kernel;
}

// Returns the newest binary that has the kernel, else makes one for it. NULL: out of memory.
static sg_binary* binary_of(sg_kernel* kernel, sg_binary_kernel** entry) {
    pthread_mutex_lock(&sg_binaries_lock);
    sg_binary* binary = binaries;
    *entry = NULL;
    while (binary != NULL && (*entry = find_kernel(binary, kernel)) == NULL) binary = binary->next;
    if (binary == NULL && (binary = make()) != NULL) *entry = add(binary, kernel, atomic_load(&kernel->name));
    pthread_mutex_unlock(&sg_binaries_lock);
    return *entry == NULL ? NULL : binary;
}

uint64_t sg_kernel_object(sg_kernel* kernel, int device) {
    uint64_t object = atomic_load_explicit(&kernel->loaded[device], memory_order_acquire);
    if (object != 0) return object;
    sg_binary_kernel* entry;
    sg_binary* binary = binary_of(kernel, &entry);
    if (binary != NULL && sg_binary_load_on(binary, device)) object = object_of(binary, device, entry->name);
    if (object == 0) return softgpu_object_of_kernel(kernel); // in no code object, but runnable
    remember(entry, device, object);
    return object;
}

// --- the end -------------------------------------------------------------------------------------------------------

static void forget_objects(sg_binary_kernel* entry) {
    for (int device = 0; device < SG_MAX_DEVICES; device++) {
        uint64_t object = atomic_load(&entry->objects[device]);
        if (object != 0) atomic_compare_exchange_strong(&entry->kernel->loaded[device], &object, 0);
    }
}

// Waits before it unloads: queued work must not lose its kernel.
static void unload(sg_binary* binary, int device) {
    if (atomic_load(&binary->loads[device].state) != LOADED) return;
    sg_device_finish(device, false);
    hsa_executable_destroy(binary->loads[device].executable);
}

void sg_binary_free(sg_binary* binary) {
    pthread_mutex_lock(&sg_binaries_lock);
    sg_binary** link = &binaries;
    while (*link != NULL && *link != binary) link = &(*link)->next;
    bool known = *link != NULL;
    if (known) *link = binary->next;
    pthread_mutex_unlock(&sg_binaries_lock);
    if (!known) return;
    for (sg_binary_kernel* k = binary->kernels; k != NULL; k = k->next) forget_objects(k);
    for (int device = 0; device < SG_MAX_DEVICES; device++) unload(binary, device);
    for (sg_binary_kernel* k = binary->kernels; k != NULL;) {
        sg_binary_kernel* next = k->next;
        free(k->name);
        free(k);
        k = next;
    }
    if (binary->file >= 0) close(binary->file);
    free(binary->image);
    free(binary);
}
