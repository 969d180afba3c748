#include "register_internal.h"
#include <ctype.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/// Names and lowest versions as in facts/register-functions.json, read as what they mean: the whole file name, any
/// major version from the lowest on. Two entries there match no library that exists: RCCL is librccl.so.1, and markers
/// come from librocprofiler-sdk-roctx.so.1 today; both are accepted.
static const struct library libraries[LIBRARY_COUNT] = {
    {"hsa", "rocprofiler_register_import_hsa", {{"libhsa-runtime64.so.", 2}, {NULL, 0}}},
    {"hip", "rocprofiler_register_import_hip", {{"libamdhip64.so.", 6}, {NULL, 0}}},
    {"roctx", "rocprofiler_register_import_roctx", {{"libroctx64.so.", 4}, {"librocprofiler-sdk-roctx.so.", 0}}},
    {"hip_compiler", "rocprofiler_register_import_hip_compiler", {{"libamdhip64.so.", 6}, {NULL, 0}}},
    {"rccl", "rocprofiler_register_import_rccl", {{"librccl.so.", 1}, {NULL, 0}}},
    {"rocdecode", "rocprofiler_register_import_rocdecode", {{"librocdecode.so.", 0}, {NULL, 0}}},
    {"rocjpeg", "rocprofiler_register_import_rocjpeg", {{"librocjpeg.so.", 0}, {NULL, 0}}},
};

static bool is_file_of(const struct library* library, const char* path);
static bool names_version(const char* text, unsigned int lowest);
static bool defines(const char* path, const char* symbol, const void* address);

const struct library* library_named(const char* common_name) {
    if (common_name == NULL) return NULL;
    for (uint32_t i = 0; i < LIBRARY_COUNT; i++) {
        if (strcmp(libraries[i].common_name, common_name) == 0) return &libraries[i];
    }
    return NULL;
}

uint32_t library_index(const struct library* library) {
    return (uint32_t) (library - libraries);
}

bool library_owns(const struct library* library, rocprofiler_register_import_func_t import_function) {
    const void* address = (const void*) import_function;
    Dl_info info;
    if (dladdr(address, &info) == 0 || info.dli_fname == NULL) return false;
    bool named = is_file_of(library, info.dli_fname);
    if (!named) {
        // Opened through the development link, libamdhip64.so: the file behind it carries the version.
        char* file = realpath(info.dli_fname, NULL);
        named = file != NULL && is_file_of(library, file);
        free(file);
    }
    return named && defines(info.dli_fname, library->import_symbol, address);
}

static bool is_file_of(const struct library* library, const char* path) {
    const char* slash = strrchr(path, '/');
    const char* file = slash != NULL ? slash + 1 : path;
    for (size_t i = 0; i < 2 && library->files[i].name != NULL; i++) {
        size_t length = strlen(library->files[i].name);
        if (strncmp(file, library->files[i].name, length) == 0
                && names_version(file + length, library->files[i].lowest)) {
            return true;
        }
    }
    return false;
}

/// `7`, `7.1.52802`: a major version from `lowest` on, then digits and dots.
static bool names_version(const char* text, unsigned int lowest) {
    if (!isdigit((unsigned char) *text)) return false;
    char* rest;
    unsigned long major = strtoul(text, &rest, 10);
    if (major < lowest) return false;
    if (*rest == '\0') return true;
    return *rest == '.' && rest[1] != '\0' && rest[strspn(rest, "0123456789.")] == '\0';
}

static bool defines(const char* path, const char* symbol, const void* address) {
    void* handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == NULL) return false;
    bool same = dlsym(handle, symbol) == address;
    dlclose(handle);
    return same;
}
