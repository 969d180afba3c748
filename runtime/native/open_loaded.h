// Opens objects that the process has already loaded, by the beginnings of their file names.
#ifndef RT_OPEN_LOADED_H
#define RT_OPEN_LOADED_H

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

struct rt_wanted_object {
    const char* prefix;
    char* path;
};

// Only stored here: opening an object would take the loader's locks in the wrong order.
static inline int rt_note_object(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    struct rt_wanted_object* wanted = data;
    if (info->dlpi_name == NULL) return 0;
    const char* slash = strrchr(info->dlpi_name, '/');
    const char* name = slash != NULL ? slash + 1 : info->dlpi_name;
    if (strncmp(name, wanted->prefix, strlen(wanted->prefix)) != 0) return 0;
    wanted->path = strdup(info->dlpi_name);
    return 1;
}

// Returns a handle of the first such object, which the caller closes or keeps; NULL if absent. Any thread; takes
// the loader's locks.
static inline void* rt_open_loaded(const char* prefix) {
    struct rt_wanted_object wanted = {prefix, NULL};
    dl_iterate_phdr(rt_note_object, &wanted);
    if (wanted.path == NULL) return NULL;
    void* handle = dlopen(wanted.path, RTLD_LAZY | RTLD_NOLOAD);
    free(wanted.path);
    return handle;
}

#endif
