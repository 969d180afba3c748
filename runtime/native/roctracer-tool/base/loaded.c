#include "base/loaded.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../environment.h"
#include "../../open_loaded.h"

static const char* last_part(const char* path) {
    const char* slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

void* rt_tool_function(const char* library, const char* name) {
    // The handle is never closed: the function is called until the process exits.
    void* handle = rt_open_loaded(library);
    return handle == NULL ? NULL : dlsym(handle, name);
}

bool rt_tool_preloaded(const void* function) {
    Dl_info info;
    const char* list = rpj_environment("LD_PRELOAD");
    if (list == NULL || dladdr(function, &info) == 0 || info.dli_fname == NULL) return false;
    const char* name = last_part(info.dli_fname);
    size_t length = strlen(name);
    while (*list != 0) {
        size_t entry = strcspn(list, ": ");
        if (entry >= length && memcmp(list + entry - length, name, length) == 0
            && (entry == length || list[entry - length - 1] == '/'))
            return true;
        list += entry;
        list += strspn(list, ": ");
    }
    return false;
}

bool rt_tool_beside(const void* function, const char* file, char* path, size_t bytes) {
    Dl_info info;
    if (dladdr(function, &info) == 0 || info.dli_fname == NULL) return false;
    int folder = (int)(last_part(info.dli_fname) - info.dli_fname);
    return (size_t)snprintf(path, bytes, "%.*s%s", folder, info.dli_fname, file) < bytes;
}
