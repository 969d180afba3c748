#include "hip_library.h"

#include "register_internal.h"
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HIP "libamdhip64.so"
#define REGISTER "librocprofiler-register.so"

enum { CANDIDATES = 4 }; // more copies of HIP are not looked at

struct candidates {
    struct hip_library libraries[CANDIDATES];
    char* paths[CANDIDATES];
    size_t count;
};

static int note_hip(struct dl_phdr_info* info, size_t size, void* data);
static void note_segments(struct hip_library* library, const struct dl_phdr_info* info);
static bool registers_itself(void* handle);
static uint32_t version_of(const char* path);

bool hip_library_find(struct hip_library* library) {
    struct candidates all = {.count = 0};
    bool found = false;
    if (!look_up_begins()) return false;
    dl_iterate_phdr(note_hip, &all); // only stored there: opening would take the loader's locks in the wrong order
    for (size_t i = 0; i < all.count; i++) {
        void* handle = found ? NULL : dlopen(all.paths[i], RTLD_LAZY | RTLD_NOLOAD);
        if (handle != NULL && registers_itself(handle)) dlclose(handle);
        else if (handle != NULL) {
            *library = all.libraries[i];
            library->handle = handle;
            library->version = version_of(all.paths[i]);
            found = true;
        }
        free(all.paths[i]);
    }
    look_up_ends();
    return found;
}

static int note_hip(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    struct candidates* all = data;
    if (info->dlpi_name == NULL || all->count == CANDIDATES) return 0;
    const char* slash = strrchr(info->dlpi_name, '/');
    const char* name = slash != NULL ? slash + 1 : info->dlpi_name;
    if (strncmp(name, HIP, strlen(HIP)) != 0 || (all->paths[all->count] = strdup(info->dlpi_name)) == NULL) return 0;
    note_segments(&all->libraries[all->count++], info);
    return 0;
}

static void note_segments(struct hip_library* library, const struct dl_phdr_info* info) {
    size_t code = 0, zeros = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr)* segment = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
        struct hip_memory all = {begin, begin + segment->p_memsz};
        struct hip_memory rest = {begin + segment->p_filesz, begin + segment->p_memsz};
        if (segment->p_type != PT_LOAD) continue;
        if (segment->p_flags & PF_X && code < HIP_SEGMENTS) library->code[code++] = all;
        if (segment->p_flags & PF_W && zeros < HIP_SEGMENTS) library->zeros[zeros++] = rest;
    }
}

// AMD's own builds are linked with rocprofiler-register, and export their import functions.
static bool registers_itself(void* handle) {
    const struct link_map* map;
    const char* strings = NULL;
    if (dlsym(handle, "rocprofiler_register_import_hip") != NULL) return true;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) return true;
    for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_STRTAB) strings = (const char*)entry->d_un.d_ptr;
    for (const ElfW(Dyn)* entry = map->l_ld; strings != NULL && entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_NEEDED && strncmp(strings + entry->d_un.d_val, REGISTER, strlen(REGISTER)) == 0)
            return true;
    return false;
}

// libamdhip64.so.6.4.43484, behind any links, is 60400.
static uint32_t version_of(const char* path) {
    char* file = realpath(path, NULL);
    const char* name = file != NULL ? strstr(file, HIP ".") : NULL;
    unsigned int major = 0, minor = 0;
    if (name != NULL) (void)sscanf(name + strlen(HIP "."), "%u.%u", &major, &minor);
    free(file);
    return major < 1000 && minor < 100 ? 10000 * major + 100 * minor : 0;
}
