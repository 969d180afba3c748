// Which code is this library's.
#ifndef RPJ_THIS_LIBRARY_H
#define RPJ_THIS_LIBRARY_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>

// The beginning of this library in memory: its header, and more.
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

static inline bool rpj_is_in_this_library(uint64_t code) {
    const Elf64_Ehdr* header = (const Elf64_Ehdr*)__ehdr_start;
    uint64_t offset = code - (uint64_t)header;
    const Elf64_Phdr* part = (const Elf64_Phdr*)(__ehdr_start + header->e_phoff);
    for (int i = 0; i < header->e_phnum; i++)
        if ((part[i].p_flags & PF_X) && offset - part[i].p_vaddr < part[i].p_memsz) return true;
    return false;
}

#endif
