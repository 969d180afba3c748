// hsa_ven_amd_loader: queries of loaded code by debuggers and profilers.
#include "loader.h"

#include <stdlib.h>
#include <string.h>

#include "executable.h"
#include "hsa.h"
#include "reader.h"
#include "state.h"

hsa_status_t sg_loader_reader_create_from_file_with_offset_size(
    hsa_file_t file, size_t offset, size_t size, hsa_code_object_reader_t* code_object_reader); // reader.c

// --- addresses -----------------------------------------------------------------------------------------------------

// Every address is valid on host and device; but only those of loaded code are known here.
static hsa_status_t query_host_address(const void* device_address, const void** host_address) {
    SG_REQUIRE_INIT();
    if (device_address == NULL || host_address == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&sg_loader_lock);
    bool known = sg_loaded_at(device_address) != NULL;
    pthread_mutex_unlock(&sg_loader_lock);
    if (known) *host_address = device_address;
    return known ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

static hsa_status_t query_executable(const void* device_address, hsa_executable_t* executable) {
    SG_REQUIRE_INIT();
    if (device_address == NULL || executable == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&sg_loader_lock);
    const sg_loaded* loaded = sg_loaded_at(device_address);
    if (loaded != NULL) executable->handle = (uintptr_t)loaded->executable;
    pthread_mutex_unlock(&sg_loader_lock);
    return loaded == NULL ? HSA_STATUS_ERROR_INVALID_ARGUMENT : HSA_STATUS_SUCCESS;
}

static hsa_ven_amd_loader_segment_descriptor_t describe(const sg_loaded* l) {
    bool file = l->storage.path != NULL;
    return (hsa_ven_amd_loader_segment_descriptor_t){
        .agent = {(uintptr_t)l->agent},
        .executable = {(uintptr_t)l->executable},
        .code_object_storage_type = l->storage.type,
        .code_object_storage_base = file ? l->storage.path : l->storage.memory,
        .code_object_storage_size = file ? strlen(l->storage.path) + 1 : l->storage.size,
        .segment_base = l->descriptors,
        .segment_size = l->descriptor_count * sizeof *l->descriptors};
}

// Called twice: for the number, and then with room for exactly that many.
static hsa_status_t query_segment_descriptors(hsa_ven_amd_loader_segment_descriptor_t* descriptors, size_t* count) {
    SG_REQUIRE_INIT();
    if (count == NULL || (descriptors == NULL) != (*count == 0)) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    size_t all = 0;
    pthread_mutex_lock(&sg_loader_lock);
    for (sg_executable* e = sg_executables; e != NULL; e = e->next) {
        for (sg_loaded* l = e->first; l != NULL; l = l->next) {
            if (all < *count) descriptors[all] = describe(l);
            all++;
        }
    }
    pthread_mutex_unlock(&sg_loader_lock);
    if (descriptors != NULL) return all == *count ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS;
    *count = all;
    return HSA_STATUS_SUCCESS;
}

// --- iteration: over a copy, because callbacks run without a lock --------------------------------------------------

static hsa_status_t iterate_loaded_code_objects(
    hsa_executable_t handle, hsa_status_t (*callback)(hsa_executable_t, hsa_loaded_code_object_t, void*), void* data) {
    SG_REQUIRE_INIT();
    if (callback == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    hsa_loaded_code_object_t* objects = NULL;
    size_t count = 0;
    pthread_mutex_lock(&sg_loader_lock);
    const sg_executable* executable = sg_executable_of(handle);
    if (executable != NULL) {
        for (sg_loaded* l = executable->first; l != NULL; l = l->next) count++;
        objects = calloc(count + 1, sizeof *objects);
        count = 0;
        for (sg_loaded* l = executable->first; l != NULL && objects != NULL; l = l->next) {
            objects[count++].handle = (uintptr_t)l;
        }
    }
    pthread_mutex_unlock(&sg_loader_lock);
    if (executable == NULL) return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
    hsa_status_t status = objects == NULL ? HSA_STATUS_ERROR_OUT_OF_RESOURCES : HSA_STATUS_SUCCESS;
    for (size_t i = 0; i < count && status == HSA_STATUS_SUCCESS; i++) status = callback(handle, objects[i], data);
    free(objects);
    return status;
}

static hsa_status_t iterate_executables(hsa_status_t (*callback)(hsa_executable_t, void*), void* data) {
    SG_REQUIRE_INIT();
    if (callback == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    size_t count = 0;
    pthread_mutex_lock(&sg_loader_lock);
    for (sg_executable* e = sg_executables; e != NULL; e = e->next) count++;
    hsa_executable_t* executables = calloc(count + 1, sizeof *executables);
    count = 0;
    for (sg_executable* e = sg_executables; e != NULL && executables != NULL; e = e->next) {
        executables[count++].handle = (uintptr_t)e;
    }
    pthread_mutex_unlock(&sg_loader_lock);
    hsa_status_t status = executables == NULL ? HSA_STATUS_ERROR_OUT_OF_RESOURCES : HSA_STATUS_SUCCESS;
    for (size_t i = 0; i < count && status == HSA_STATUS_SUCCESS; i++) status = callback(executables[i], data);
    free(executables);
    return status;
}

// --- a loaded code object ------------------------------------------------------------------------------------------

#define PUT(type, ...) \
    do { \
        *(type*)value = (type)(__VA_ARGS__); \
        return HSA_STATUS_SUCCESS; \
    } while (0)

// With the loader lock. The addresses in a code object start at 0, so the delta is the base.
static hsa_status_t put(const sg_loaded* loaded, hsa_ven_amd_loader_loaded_code_object_info_t attribute, void* value) {
    switch (attribute) {
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_EXECUTABLE:
            PUT(hsa_executable_t, (hsa_executable_t){(uintptr_t)loaded->executable});
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_KIND:
            PUT(uint32_t, HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_KIND_AGENT);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_AGENT:
            PUT(hsa_agent_t, (hsa_agent_t){(uintptr_t)loaded->agent});
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_TYPE: PUT(uint32_t, loaded->storage.type);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_MEMORY_BASE:
            if (loaded->storage.path != NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
            PUT(uint64_t, (uintptr_t)loaded->storage.memory);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_MEMORY_SIZE:
            if (loaded->storage.path != NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
            PUT(uint64_t, loaded->storage.size);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_FILE:
            if (loaded->storage.path == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
            PUT(int, loaded->storage.file);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_DELTA: PUT(int64_t, (intptr_t)loaded->descriptors);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_BASE: PUT(uint64_t, (uintptr_t)loaded->descriptors);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_SIZE:
            PUT(uint64_t, loaded->descriptor_count * sizeof *loaded->descriptors);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_URI_LENGTH: PUT(uint32_t, strlen(loaded->uri));
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_URI:
            memcpy(value, loaded->uri, strlen(loaded->uri));
            return HSA_STATUS_SUCCESS;
        default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

static hsa_status_t loaded_code_object_get_info(hsa_loaded_code_object_t handle,
                                                hsa_ven_amd_loader_loaded_code_object_info_t attribute, void* value) {
    SG_REQUIRE_INIT();
    if (value == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&sg_loader_lock);
    const sg_loaded* loaded = sg_loaded_of(handle);
    hsa_status_t status = loaded == NULL ? HSA_STATUS_ERROR_INVALID_CODE_OBJECT : put(loaded, attribute, value);
    pthread_mutex_unlock(&sg_loader_lock);
    return status;
}

// --- the table -----------------------------------------------------------------------------------------------------

void sg_loader_table(void* table, size_t bytes) {
    static const hsa_ven_amd_loader_1_03_pfn_t functions = {
        query_host_address,          query_segment_descriptors,   query_executable,
        iterate_loaded_code_objects, loaded_code_object_get_info, sg_loader_reader_create_from_file_with_offset_size,
        iterate_executables};
    memcpy(table, &functions, bytes < sizeof functions ? bytes : sizeof functions);
}
