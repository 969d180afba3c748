// Executables: created, loaded with code objects, frozen, destroyed.
#define _GNU_SOURCE
#include "executable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent.h"
#include "code.h"
#include "descriptor.h"
#include "hsa.h"
#include "reader.h"
#include "signal.h"
#include "signal_change.h"
#include "state.h"

sg_executable* sg_executables;
static sg_executable* youngest;

sg_executable* sg_executable_of(hsa_executable_t handle) {
    sg_executable* executable = youngest;
    while (executable != NULL && (uintptr_t)executable != handle.handle) executable = executable->previous;
    return executable;
}

sg_loaded* sg_loaded_of(hsa_loaded_code_object_t handle) {
    for (sg_executable* e = youngest; e != NULL; e = e->previous) {
        for (sg_loaded* l = e->first; l != NULL; l = l->next) {
            if ((uintptr_t)l == handle.handle) return l;
        }
    }
    return NULL;
}

sg_symbol* sg_symbol_of(hsa_executable_symbol_t handle) {
    for (sg_executable* e = youngest; e != NULL; e = e->previous) {
        for (sg_loaded* l = e->first; l != NULL; l = l->next) {
            uint64_t offset = handle.handle - (uintptr_t)l->symbols;
            bool ours = offset % sizeof(sg_symbol) == 0 && offset / sizeof(sg_symbol) < l->code.count;
            if (ours) return (sg_symbol*)(uintptr_t)handle.handle;
        }
    }
    return NULL;
}

sg_loaded* sg_loaded_at(const void* address) {
    for (sg_executable* e = youngest; e != NULL; e = e->previous) {
        for (sg_loaded* l = e->first; l != NULL; l = l->next) {
            uintptr_t offset = (uintptr_t)address - (uintptr_t)l->descriptors;
            if (offset < l->descriptor_count * sizeof *l->descriptors) return l;
        }
    }
    return NULL;
}

// --- creation and destruction --------------------------------------------------------------------------------------

static hsa_status_t create(hsa_profile_t profile, hsa_default_float_rounding_mode_t rounding, bool frozen,
                           hsa_executable_t* handle) {
    SG_REQUIRE_INIT();
    if ((uint32_t)profile > HSA_PROFILE_FULL || handle == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if ((uint32_t)rounding > HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    sg_executable* executable = calloc(1, sizeof *executable);
    if (executable == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    *executable =
        (sg_executable){.profile = profile, .rounding = rounding, .frozen = frozen, .last = &executable->first};
    pthread_mutex_lock(&sg_loader_lock);
    executable->previous = youngest;
    *(youngest == NULL ? &sg_executables : &youngest->next) = executable;
    youngest = executable;
    pthread_mutex_unlock(&sg_loader_lock);
    handle->handle = (uintptr_t)executable;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_executable_create(hsa_profile_t profile, hsa_executable_state_t executable_state,
                                      const char* options, hsa_executable_t* executable) {
    (void)options;
    if ((uint32_t)executable_state > HSA_EXECUTABLE_STATE_FROZEN) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return create(profile, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, executable_state == HSA_EXECUTABLE_STATE_FROZEN,
                  executable);
}

hsa_status_t sg_hsa_executable_create_alt(hsa_profile_t profile,
                                          hsa_default_float_rounding_mode_t default_float_rounding_mode,
                                          const char* options, hsa_executable_t* executable) {
    (void)options;
    return create(profile, default_float_rounding_mode, false, executable);
}

static void free_loaded(sg_loaded* loaded) {
    if (loaded->descriptors != NULL) sg_descriptors_give(loaded->descriptors, loaded->descriptor_count);
    sg_code_free(&loaded->code);
    free(loaded->symbols);
    free(loaded->uri);
    free(loaded->storage.path);
    free(loaded);
}

hsa_status_t sg_hsa_executable_destroy(hsa_executable_t handle) {
    SG_REQUIRE_INIT();
    pthread_mutex_lock(&sg_loader_lock);
    sg_executable* executable = sg_executable_of(handle);
    if (executable != NULL) {
        *(executable->previous == NULL ? &sg_executables : &executable->previous->next) = executable->next;
        *(executable->next == NULL ? &youngest : &executable->next->previous) = executable->previous;
        while (executable->first != NULL) {
            sg_loaded* loaded = executable->first;
            executable->first = loaded->next;
            free_loaded(loaded);
        }
        free(executable);
    }
    pthread_mutex_unlock(&sg_loader_lock);
    return executable == NULL ? HSA_STATUS_ERROR_INVALID_EXECUTABLE : HSA_STATUS_SUCCESS;
}

// --- loading -------------------------------------------------------------------------------------------------------

static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("/_.~-", c) != NULL;
}

// The URIs of the extension's specification: a path with special characters as %XX, or an address range in
// our memory.
static char* uri_of(const sg_storage* storage) {
    char* uri = NULL;
    if (storage->type == HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_MEMORY) {
        const char form[] = "memory://%d#offset=0x%zx&size=%zu";
        return asprintf(&uri, form, getpid(), (size_t)storage->memory, storage->size) < 0 ? NULL : uri;
    }
    uri = malloc(3 * strlen(storage->path) + 80);
    if (uri == NULL) return NULL;
    char* to = uri + sprintf(uri, "file://");
    for (const char* c = storage->path; *c != 0; c++) {
        if (is_plain(*c)) *to++ = *c;
        else to += sprintf(to, "%%%02X", (unsigned char)*c);
    }
    *to = 0;
    if (storage->offset != 0) sprintf(to, "#offset=%zu&size=%zu", storage->offset, storage->size);
    return uri;
}

static bool fill(sg_loaded* loaded) {
    loaded->descriptor_count = loaded->code.count == 0 ? 1 : loaded->code.count;
    loaded->descriptors = sg_descriptors_take(loaded->descriptor_count);
    loaded->symbols = calloc(loaded->descriptor_count, sizeof *loaded->symbols);
    loaded->uri = uri_of(&loaded->storage);
    if (loaded->descriptors == NULL || loaded->symbols == NULL || loaded->uri == NULL) return false;
    for (uint32_t i = 0; i < loaded->code.count; i++) {
        sg_descriptor_fill(&loaded->descriptors[i], loaded->code.kernels[i].kernel);
        loaded->symbols[i] = (sg_symbol){loaded, &loaded->code.kernels[i], &loaded->descriptors[i]};
    }
    return true;
}

// Takes ownership of the code; the storage's path is copied.
static sg_loaded* make_loaded(sg_agent* agent, const sg_storage* storage, sg_code code) {
    sg_loaded* loaded = calloc(1, sizeof *loaded);
    if (loaded == NULL) {
        sg_code_free(&code);
        return NULL;
    }
    loaded->agent = agent;
    loaded->storage = *storage;
    loaded->storage.path = storage->path == NULL ? NULL : strdup(storage->path);
    loaded->code = code;
    if ((storage->path == NULL || loaded->storage.path != NULL) && fill(loaded)) return loaded;
    free_loaded(loaded);
    return NULL;
}

static hsa_status_t add(hsa_executable_t handle, sg_loaded* loaded) {
    pthread_mutex_lock(&sg_loader_lock);
    sg_executable* executable = sg_executable_of(handle);
    hsa_status_t status = executable == NULL ? HSA_STATUS_ERROR_INVALID_EXECUTABLE
                        : executable->frozen ? HSA_STATUS_ERROR_FROZEN_EXECUTABLE
                                             : HSA_STATUS_SUCCESS;
    if (status == HSA_STATUS_SUCCESS && loaded != NULL) {
        loaded->executable = executable;
        *executable->last = loaded;
        executable->last = &loaded->next;
    }
    pthread_mutex_unlock(&sg_loader_lock);
    return status;
}

// Reads the code without the lock, because reading runs a library's constructors.
hsa_status_t sg_hsa_executable_load_agent_code_object(hsa_executable_t executable, hsa_agent_t agent,
                                                      hsa_code_object_reader_t code_object_reader, const char* options,
                                                      hsa_loaded_code_object_t* loaded_code_object) {
    (void)options;
    SG_REQUIRE_INIT();
    hsa_status_t status = add(executable, NULL);
    if (status != HSA_STATUS_SUCCESS) return status;
    sg_agent* found = sg_agent_of(agent);
    pthread_mutex_lock(&sg_loader_lock);
    const sg_storage* known = sg_reader_storage(code_object_reader);
    sg_storage storage = known == NULL ? (sg_storage){0} : *known;
    pthread_mutex_unlock(&sg_loader_lock);
    if (known == NULL) return HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER;
    sg_code code;
    status = sg_code_read(&storage, &code);
    if (status != HSA_STATUS_SUCCESS) return status;
    if (found == NULL) sg_code_free(&code);
    if (found == NULL) return HSA_STATUS_ERROR_INVALID_AGENT;
    sg_loaded* loaded = make_loaded(found, &storage, code);
    if (loaded == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    status = add(executable, loaded);
    if (status != HSA_STATUS_SUCCESS) free_loaded(loaded);
    else if (loaded_code_object != NULL) loaded_code_object->handle = (uintptr_t)loaded;
    return status;
}

// As ROCr does when it has made the GPU forget code that it may have cached: a call by the public name, so that tools
// see one that the program did not make.
static void wait_for_the_gpu(void) {
    sg_signal* done = sg_signal_make(0);
    if (done == NULL) return;
    hsa_signal_wait_scacquire(sg_signal_handle(done), HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
    sg_signal_unmake(done);
}

hsa_status_t sg_hsa_executable_freeze(hsa_executable_t handle, const char* options) {
    (void)options;
    SG_REQUIRE_INIT();
    hsa_status_t status = add(handle, NULL);
    if (status != HSA_STATUS_SUCCESS) return status;
    pthread_mutex_lock(&sg_loader_lock);
    sg_executable* executable = sg_executable_of(handle);
    bool has_code = executable != NULL && executable->first != NULL;
    if (executable != NULL) executable->frozen = true;
    pthread_mutex_unlock(&sg_loader_lock);
    if (has_code) wait_for_the_gpu();
    return executable == NULL ? HSA_STATUS_ERROR_INVALID_EXECUTABLE : HSA_STATUS_SUCCESS;
}

// --- queries -------------------------------------------------------------------------------------------------------

hsa_status_t sg_hsa_executable_get_info(hsa_executable_t handle, hsa_executable_info_t attribute, void* value) {
    SG_REQUIRE_INIT();
    if (value == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    hsa_status_t status = HSA_STATUS_SUCCESS;
    pthread_mutex_lock(&sg_loader_lock);
    const sg_executable* executable = sg_executable_of(handle);
    if (executable == NULL) {
        status = HSA_STATUS_ERROR_INVALID_EXECUTABLE;
    } else if (attribute == HSA_EXECUTABLE_INFO_PROFILE) {
        *(uint32_t*)value = executable->profile;
    } else if (attribute == HSA_EXECUTABLE_INFO_STATE) {
        *(uint32_t*)value = executable->frozen ? HSA_EXECUTABLE_STATE_FROZEN : HSA_EXECUTABLE_STATE_UNFROZEN;
    } else if (attribute == HSA_EXECUTABLE_INFO_DEFAULT_FLOAT_ROUNDING_MODE) {
        *(uint32_t*)value = executable->rounding;
    } else {
        status = HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    pthread_mutex_unlock(&sg_loader_lock);
    return status;
}

hsa_status_t sg_hsa_executable_validate(hsa_executable_t executable, uint32_t* result) {
    uint32_t state;
    if (result == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    hsa_status_t status = sg_hsa_executable_get_info(executable, HSA_EXECUTABLE_INFO_STATE, &state);
    if (status == HSA_STATUS_SUCCESS) *result = 0; // a loaded executable is always valid
    return status;
}

hsa_status_t sg_hsa_executable_validate_alt(hsa_executable_t executable, const char* options, uint32_t* result) {
    (void)options;
    return sg_hsa_executable_validate(executable, result);
}
