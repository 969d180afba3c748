/// Which objects the process has loaded.
#include "rt.h"
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

static int count_loads(struct dl_phdr_info* info, size_t size, void* data) {
    (void) size;
    *(uint64_t*) data = info->dlpi_adds;
    return 1; // the first object knows
}

uint64_t rt_loads(void) {
    uint64_t loads = 0;
    dl_iterate_phdr(count_loads, &loads);
    return loads;
}

struct wanted {
    const char* prefix;
    char* path;
};

/// Only noted here: to open an object would take the loader's locks in the wrong order.
static int note(struct dl_phdr_info* info, size_t size, void* data) {
    (void) size;
    struct wanted* wanted = data;
    if (info->dlpi_name == NULL) return 0;
    const char* slash = strrchr(info->dlpi_name, '/');
    const char* name = slash != NULL ? slash + 1 : info->dlpi_name;
    if (strncmp(name, wanted->prefix, strlen(wanted->prefix)) != 0) return 0;
    wanted->path = strdup(info->dlpi_name);
    return 1;
}

void* rt_loaded(const char* prefix) {
    struct wanted wanted = {prefix, NULL};
    dl_iterate_phdr(note, &wanted);
    if (wanted.path == NULL) return NULL;
    void* handle = dlopen(wanted.path, RTLD_LAZY | RTLD_NOLOAD);
    free(wanted.path);
    return handle;
}
