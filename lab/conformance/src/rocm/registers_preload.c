// Registers AMD's runtimes as those do that are built with rocprofiler-register, which distributions' are not: HSA's
// table from OnLoad, where HSA_TOOLS_LIB names this library, and HIP's before main, where it is preloaded. HIP's
// table is no symbol; each of HIP's functions begins with a call of the function that returns it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rocprofiler-register/rocprofiler-register.h>

enum { CALL = 0xe8, NEAR = 40 };

typedef void* (*get_table)(void);

static void give(const char* name, uint32_t version, void* table) {
    rocprofiler_register_library_indentifier_t identifier;
    rocprofiler_register_error_code_t code =
        rocprofiler_register_library_api_table(name, NULL, version, &table, 1, &identifier);
    if (code != ROCP_REG_SUCCESS && code != ROCP_REG_NO_TOOLS)
        fprintf(stderr, "%s is not registered: %s\n", name, rocprofiler_register_error_string(code));
}

__attribute__((visibility("default"))) bool OnLoad(void* table, uint64_t version, uint64_t failed,
                                                   const char* const* names) {
    (void)version, (void)failed, (void)names;
    if (((const uint32_t*)table)[0] < 2) return true; // that of ROCm 5, which never registers
    give("hsa", 11500, table);
    return true;
}

__attribute__((visibility("default"))) void OnUnload(void) {}

// Returns the table to whose slot the exported function jumps, NULL if its code is another.
static void* table_of(const unsigned char* function) {
    for (int i = 0; function != NULL && i < NEAR; i++)
        if (function[i] == CALL) {
            int32_t distance;
            memcpy(&distance, function + i + 1, sizeof distance);
            return ((get_table)(uintptr_t)(function + i + 5 + distance))();
        }
    return NULL;
}

__attribute__((constructor)) static void register_hip(void) {
    Dl_info library;
    void* function = dlsym(RTLD_DEFAULT, "hipMalloc");
    if (function == NULL || dladdr(function, &library) == 0) return;
    const char* number = strstr(library.dli_fname, ".so.");
    const uint32_t major = number != NULL ? (uint32_t)atoi(number + 4) : 0;
    if (major < 6) return; // older ones have no tables
    void *runtime = table_of(function), *compiler = table_of(dlsym(RTLD_DEFAULT, "__hipPushCallConfiguration"));
    if (runtime != NULL) give("hip", 10000 * major, runtime);
    if (compiler != NULL) give("hip_compiler", 10000 * major, compiler);
    if (runtime == NULL || compiler == NULL) fprintf(stderr, "HIP's tables are not found\n");
}
