// How our other libraries find functions of libroctracer64 that it does not export, since its exports are exactly
// AMD's. A descriptor follows the exported object HSA_AMD_TOOL_PRIORITY, in read-only memory and without
// relocations, as that object requires.
#ifndef ROCTRACER_DESCRIPTOR_H
#define ROCTRACER_DESCRIPTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "open_loaded.h"

#define RT_DESCRIPTOR_MAGIC 0x31636172742d6a70

// Offsets are relative to the field itself.
struct rt_descriptor {
    uint32_t priority; // the exported object
    uint32_t bytes;    // of the descriptor
    uint64_t magic;
    int32_t configure; // rocprofiler_configure_func_t
    int32_t appeared;  // void (*)(void): a runtime was loaded
};

struct rt_descriptor_search {
    const char* at;
    bool is_mapped; // all of it belongs to an object
};

static inline int rt_search_segment(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    struct rt_descriptor_search* search = data;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr)* segment = &info->dlpi_phdr[i];
        const char* begin = (const char*)(info->dlpi_addr + segment->p_vaddr);
        if (segment->p_type != PT_LOAD || search->at < begin) continue;
        if (search->at + sizeof(struct rt_descriptor) > begin + segment->p_memsz) continue;
        search->is_mapped = true;
        return 1;
    }
    return 0;
}

// Returns the descriptor of a loaded libroctracer64 of ours, which is never unloaded; NULL if absent. AMD's has
// only a number there, and perhaps the end of its memory behind it: all bytes read are mapped, but a sanitizer may
// guard them. Any thread; takes the loader's locks.
__attribute__((no_sanitize("address"))) static inline const struct rt_descriptor* rt_find_descriptor(void) {
    void* library = rt_open_loaded("libroctracer64.so");
    if (library == NULL) return NULL;
    struct rt_descriptor_search search = {.at = dlsym(library, "HSA_AMD_TOOL_PRIORITY")};
    if (search.at != NULL) dl_iterate_phdr(rt_search_segment, &search);
    const struct rt_descriptor* descriptor = (const struct rt_descriptor*)search.at;
    if (search.is_mapped && (descriptor->magic != RT_DESCRIPTOR_MAGIC || descriptor->bytes < sizeof *descriptor))
        search.is_mapped = false;
    dlclose(library);
    return search.is_mapped ? descriptor : NULL;
}

// The function at an offset.
static inline void* rt_descriptor_function(const int32_t* offset) {
    return (void*)((uintptr_t)offset + (uintptr_t)(intptr_t)*offset);
}

#endif
