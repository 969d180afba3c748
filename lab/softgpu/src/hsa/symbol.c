// Symbols of executables: one per kernel and agent.
#include <stdlib.h>
#include <string.h>

#include "agent.h"
#include "executable.h"
#include "hsa.h"
#include "reader.h"
#include "state.h"

enum { KERNARG_ALIGNMENT = 16 };

static const hsa_executable_symbol_t NO_SYMBOL = {0};

static hsa_executable_symbol_t handle_of(const sg_symbol* symbol) {
    return (hsa_executable_symbol_t){(uintptr_t)symbol};
}

// --- by name -------------------------------------------------------------------------------------------------------

static hsa_status_t find(hsa_executable_t handle, const char* name, const sg_agent* agent,
                         hsa_executable_symbol_t* symbol) {
    *symbol = NO_SYMBOL;
    pthread_mutex_lock(&sg_loader_lock);
    const sg_executable* executable = sg_executable_of(handle);
    for (sg_loaded* l = executable == NULL ? NULL : executable->first; l != NULL; l = l->next) {
        for (uint32_t i = 0; l->agent == agent && symbol->handle == 0 && i < l->code.count; i++) {
            if (strcmp(l->code.kernels[i].name, name) == 0) *symbol = handle_of(&l->symbols[i]);
        }
    }
    pthread_mutex_unlock(&sg_loader_lock);
    if (executable == NULL) return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
    return symbol->handle == 0 ? HSA_STATUS_ERROR_INVALID_SYMBOL_NAME : HSA_STATUS_SUCCESS;
}

// A null agent requests program symbols, of which there are none.
hsa_status_t sg_hsa_executable_get_symbol_by_name(hsa_executable_t executable, const char* symbol_name,
                                                  const hsa_agent_t* agent, hsa_executable_symbol_t* symbol) {
    SG_REQUIRE_INIT();
    if (symbol_name == NULL || symbol == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    const sg_agent* found = agent == NULL ? NULL : sg_agent_of(*agent);
    return find(executable, symbol_name, found, symbol);
}

hsa_status_t sg_hsa_executable_get_symbol(hsa_executable_t executable, const char* module_name, const char* symbol_name,
                                          hsa_agent_t agent, int32_t call_convention, hsa_executable_symbol_t* symbol) {
    (void)call_convention;
    if (module_name != NULL && module_name[0] != 0) return HSA_STATUS_ERROR_INVALID_SYMBOL_NAME;
    return sg_hsa_executable_get_symbol_by_name(executable, symbol_name, &agent, symbol);
}

// --- iteration -----------------------------------------------------------------------------------------------------

// Returns a copy of the symbols of an executable, for all agents (`agent` NULL) or one, because the callbacks run
// without a lock. To be freed.
static hsa_status_t list(hsa_executable_t handle, const sg_agent* agent, hsa_executable_symbol_t** symbols,
                         uint32_t* count) {
    hsa_status_t status = HSA_STATUS_ERROR_INVALID_EXECUTABLE;
    *count = 0;
    pthread_mutex_lock(&sg_loader_lock);
    const sg_executable* executable = sg_executable_of(handle);
    if (executable != NULL) {
        uint32_t all = 0;
        for (sg_loaded* l = executable->first; l != NULL; l = l->next) all += l->code.count;
        *symbols = calloc(all + 1u, sizeof **symbols);
        status = *symbols == NULL ? HSA_STATUS_ERROR_OUT_OF_RESOURCES : HSA_STATUS_SUCCESS;
        for (sg_loaded* l = executable->first; l != NULL && *symbols != NULL; l = l->next) {
            if (agent != NULL && l->agent != agent) continue;
            for (uint32_t i = 0; i < l->code.count; i++) (*symbols)[(*count)++] = handle_of(&l->symbols[i]);
        }
    }
    pthread_mutex_unlock(&sg_loader_lock);
    return status;
}

hsa_status_t sg_hsa_executable_iterate_symbols(hsa_executable_t executable,
                                               hsa_status_t (*callback)(hsa_executable_t, hsa_executable_symbol_t,
                                                                        void*),
                                               void* data) {
    SG_REQUIRE_INIT();
    if (callback == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    hsa_executable_symbol_t* symbols;
    uint32_t count;
    hsa_status_t status = list(executable, NULL, &symbols, &count);
    if (status != HSA_STATUS_SUCCESS) return status;
    for (uint32_t i = 0; i < count && status == HSA_STATUS_SUCCESS; i++)
        status = callback(executable, symbols[i], data);
    free(symbols);
    return status;
}

hsa_status_t sg_hsa_executable_iterate_agent_symbols(hsa_executable_t executable, hsa_agent_t agent,
                                                     hsa_status_t (*callback)(hsa_executable_t, hsa_agent_t,
                                                                              hsa_executable_symbol_t, void*),
                                                     void* data) {
    SG_REQUIRE_INIT();
    const sg_agent* found = sg_agent_of(agent);
    if (found == NULL) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (callback == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    hsa_executable_symbol_t* symbols;
    uint32_t count;
    hsa_status_t status = list(executable, found, &symbols, &count);
    if (status != HSA_STATUS_SUCCESS) return status;
    for (uint32_t i = 0; i < count && status == HSA_STATUS_SUCCESS; i++) {
        status = callback(executable, agent, symbols[i], data);
    }
    free(symbols);
    return status;
}

hsa_status_t sg_hsa_executable_iterate_program_symbols(hsa_executable_t executable,
                                                       hsa_status_t (*callback)(hsa_executable_t,
                                                                                hsa_executable_symbol_t, void*),
                                                       void* data) {
    (void)data;
    SG_REQUIRE_INIT();
    if (callback == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&sg_loader_lock);
    const sg_executable* found = sg_executable_of(executable);
    pthread_mutex_unlock(&sg_loader_lock);
    return found == NULL ? HSA_STATUS_ERROR_INVALID_EXECUTABLE : HSA_STATUS_SUCCESS; // all kernels belong to an agent
}

// --- properties ----------------------------------------------------------------------------------------------------

#define PUT(type, ...) \
    do { \
        *(type*)value = (type)(__VA_ARGS__); \
        return HSA_STATUS_SUCCESS; \
    } while (0)

// With the loader lock. Names have no terminating NUL, as in HSA.
static hsa_status_t put(const sg_symbol* symbol, hsa_executable_symbol_info_t attribute, void* value) {
    const amdhsa_kernel_descriptor_t* descriptor = symbol->descriptor;
    switch (attribute) {
        case HSA_EXECUTABLE_SYMBOL_INFO_TYPE: PUT(uint32_t, HSA_SYMBOL_KIND_KERNEL);
        case HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH: PUT(uint32_t, strlen(symbol->code->name));
        case HSA_EXECUTABLE_SYMBOL_INFO_NAME:
            memcpy(value, symbol->code->name, strlen(symbol->code->name));
            return HSA_STATUS_SUCCESS;
        case HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME_LENGTH: PUT(uint32_t, 0);
        case HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME: return HSA_STATUS_SUCCESS;
        case HSA_EXECUTABLE_SYMBOL_INFO_AGENT: PUT(hsa_agent_t, (hsa_agent_t){(uintptr_t)symbol->loaded->agent});
        case HSA_EXECUTABLE_SYMBOL_INFO_LINKAGE: PUT(uint32_t, HSA_SYMBOL_LINKAGE_PROGRAM);
        case HSA_EXECUTABLE_SYMBOL_INFO_IS_DEFINITION: PUT(bool, true);
        case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT: PUT(uint64_t, (uintptr_t)descriptor);
        case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE: PUT(uint32_t, descriptor->kernarg_size);
        case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT: PUT(uint32_t, KERNARG_ALIGNMENT);
        case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE: PUT(uint32_t, descriptor->group_segment_fixed_size);
        case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE:
            PUT(uint32_t, descriptor->private_segment_fixed_size);
        case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK: PUT(bool, false);
        case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_CALL_CONVENTION: PUT(uint32_t, 0);
        default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

hsa_status_t sg_hsa_executable_symbol_get_info(hsa_executable_symbol_t executable_symbol,
                                               hsa_executable_symbol_info_t attribute, void* value) {
    SG_REQUIRE_INIT();
    if (value == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&sg_loader_lock);
    const sg_symbol* symbol = sg_symbol_of(executable_symbol);
    hsa_status_t status = symbol == NULL ? HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL : put(symbol, attribute, value);
    pthread_mutex_unlock(&sg_loader_lock);
    return status;
}
