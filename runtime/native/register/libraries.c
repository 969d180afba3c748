#include "register_internal.h"
#include <ctype.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static const struct library libraries[LIBRARY_COUNT] = {
#define RPJ_LIBRARY(index, common_name, import_symbol, pattern) [index] = {index, common_name, import_symbol, pattern},
#include <rpj_register_libraries.inc>
#undef RPJ_LIBRARY
};

// Files that the patterns leave out although they exist: RCCL is librccl.so.1, and markers come from
// rocprofiler-sdk today.
static const struct {
    const char* common_name;
    const char* file_pattern;
} further_files[] = {
    {"roctx", "librocprofiler-sdk-roctx.so.[0-9]"},
    {"rccl", "librccl.so.[1-9]"},
};

static bool is_file_of(const struct library* library, const char* path);
static bool matches(const char* pattern, const char* file);
static bool defines(const char* path, const char* symbol, const void* address);

const struct library* library_named(const char* common_name) {
    if (common_name == NULL) return NULL;
    for (uint32_t i = 0; i < LIBRARY_COUNT; i++) {
        if (strcmp(libraries[i].common_name, common_name) == 0) return &libraries[i];
    }
    return NULL;
}

bool library_owns(const struct library* library, rocprofiler_register_import_func_t import_function) {
    const void* address = (const void*)import_function;
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
    if (matches(library->file_pattern, file)) return true;
    for (size_t i = 0; i < sizeof further_files / sizeof *further_files; i++) {
        if (strcmp(further_files[i].common_name, library->common_name) == 0
            && matches(further_files[i].file_pattern, file)) {
            return true;
        }
    }
    return false;
}

// Interprets `libamdhip64.so.[6-9]` as: the whole file name, any major version from the first one on, then digits
// and dots. 7, 7.1.52802 and 10 match, 5 and 7-evil do not.
static bool matches(const char* pattern, const char* file) {
    size_t length = strcspn(pattern, "[");
    if (strncmp(file, pattern, length) != 0) return false;
    const char* version = file + length;
    if (!isdigit((unsigned char)*version)) return false;
    char* rest;
    unsigned long major = strtoul(version, &rest, 10);
    if (major < (unsigned long)(pattern[length + 1] - '0')) return false;
    if (*rest == '\0') return true;
    return *rest == '.' && rest[1] != '\0' && rest[strspn(rest, "0123456789.")] == '\0';
}

static bool defines(const char* path, const char* symbol, const void* address) {
    if (!look_up_begins()) return false;
    void* handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
    bool same = handle != NULL && dlsym(handle, symbol) == address;
    if (handle != NULL) dlclose(handle);
    look_up_ends();
    return same;
}
