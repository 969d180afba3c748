// A program that is linked with libroctracer64 has a tool that nobody sees: it wants the runtime's tables only once
// somebody has enabled something. It is told that a runtime comes, and decides.
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "../roctracer/descriptor.h"
#include "register_internal.h"

typedef void (*appeared_fn)(void);

/// Of a libroctracer64 of ours, which is never unloaded.
static _Atomic(appeared_fn) known;

struct search {
    char path[4096];         ///< of the library; empty: it is not loaded
    const char* descriptor;  ///< where one would be
    bool is_mapped;          ///< all of it belongs to an object
};

static int find_library(struct dl_phdr_info* info, size_t size, void* data) {
    (void) size;
    struct search* search = data;
    const char* slash = info->dlpi_name != NULL ? strrchr(info->dlpi_name, '/') : NULL;
    if (slash == NULL || strncmp(slash, "/libroctracer64.so", 18) != 0) return 0;
    if (strlen(info->dlpi_name) >= sizeof search->path) return 0;
    strcpy(search->path, info->dlpi_name);
    return 1;
}

/// AMD's library has only a number there, and perhaps the end of its memory behind it.
static int find_segment(struct dl_phdr_info* info, size_t size, void* data) {
    (void) size;
    struct search* search = data;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr)* segment = &info->dlpi_phdr[i];
        const char* begin = (const char*) (info->dlpi_addr + segment->p_vaddr);
        if (segment->p_type != PT_LOAD || search->descriptor < begin) continue;
        if (search->descriptor + sizeof(struct rt_descriptor) > begin + segment->p_memsz) continue;
        search->is_mapped = true;
        return 1;
    }
    return 0;
}

/// It reads behind a number that may be another library's: memory that is mapped, and that a sanitizer may guard.
__attribute__((no_sanitize("address"))) static appeared_fn find(void) {
    struct search search = {.path = ""};
    if (dl_iterate_phdr(find_library, &search) == 0) return NULL;
    void* library = dlopen(search.path, RTLD_NOLOAD | RTLD_LAZY);
    if (library == NULL) return NULL;
    search.descriptor = dlsym(library, "HSA_AMD_TOOL_PRIORITY");
    if (search.descriptor != NULL) dl_iterate_phdr(find_segment, &search);
    const struct rt_descriptor* descriptor = (const struct rt_descriptor*) search.descriptor;
    appeared_fn appeared = NULL;
    if (search.is_mapped && descriptor->magic == RT_DESCRIPTOR_MAGIC && descriptor->bytes >= sizeof *descriptor)
        appeared = (appeared_fn) rt_descriptor_function(&descriptor->appeared);
    dlclose(library);
    return appeared;
}

void tell_roctracer(void) {
    appeared_fn appeared = atomic_load_explicit(&known, memory_order_acquire);
    if (appeared == NULL) {
        look_up_begins();
        appeared = find();
        look_up_ends();
        atomic_store_explicit(&known, appeared, memory_order_release);
    }
    if (appeared != NULL) appeared();
}
