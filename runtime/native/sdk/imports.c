// A library calls functions of other libraries through its own table, which the loader fills. Only entries of
// libjvm's table are changed: the calls of the program and its libraries stay the same.
#include "imports.h"

#include <dlfcn.h>
#include <elf.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const ElfW(Dyn) * entry(const struct link_map* map, ElfW(Sxword) tag) {
    for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == tag) return entry;
    return NULL;
}

// NULL when the library has no such entry. The loader has relocated it in most libraries, but not in all.
static const void* pointer(const struct link_map* map, ElfW(Sxword) tag) {
    const ElfW(Dyn)* found = entry(map, tag);
    if (found == NULL) return NULL;
    return (const void*)(found->d_un.d_ptr < map->l_addr ? found->d_un.d_ptr + map->l_addr : found->d_un.d_ptr);
}

bool rpj_open_symbols(rpj_symbols* table, const struct link_map* map) {
    table->map = map;
    table->symbols = pointer(map, DT_SYMTAB);
    table->names = pointer(map, DT_STRTAB);
    table->gnu_hash = pointer(map, DT_GNU_HASH);
    return table->symbols != NULL && table->names != NULL && table->gnu_hash != NULL;
}

typedef struct {
    const struct link_map* map;
    uintptr_t from, to;
} protected_part;

static int find_protected(struct dl_phdr_info* info, size_t size, void* data) {
    protected_part* part = data;
    (void)size;
    if (info->dlpi_addr != part->map->l_addr) return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_GNU_RELRO) continue;
        part->from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        part->to = part->from + info->dlpi_phdr[i].p_memsz;
    }
    return 1;
}

static bool replace(const struct link_map* map, void** slot, void* replacement) {
    protected_part part = {map, 0, 0};
    dl_iterate_phdr(find_protected, &part);
    uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE), address = (uintptr_t)slot;
    bool is_protected = address >= part.from && address < part.to;
    void* page = (void*)(address & -page_size);
    if (is_protected && mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) return false;
    __atomic_store_n(slot, replacement, __ATOMIC_RELEASE);
    if (is_protected) mprotect(page, page_size, PROT_READ);
    return true;
}

static bool replace_all(const rpj_symbols* table, ElfW(Sxword) tag, ElfW(Sxword) size_tag, const char* name,
                        void* replacement) {
    const ElfW(Rela)* relocation = pointer(table->map, tag);
    const ElfW(Dyn)* size = entry(table->map, size_tag);
    const ElfW(Rela)* end =
        relocation != NULL && size != NULL ? relocation + size->d_un.d_val / sizeof *relocation : relocation;
    bool replaced = false;
    for (; relocation < end; relocation++) {
        unsigned type = (unsigned)ELF64_R_TYPE(relocation->r_info);
        if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) continue;
        const ElfW(Sym)* symbol = &table->symbols[ELF64_R_SYM(relocation->r_info)];
        if (strcmp(table->names + symbol->st_name, name) == 0)
            replaced |= replace(table->map, (void**)(table->map->l_addr + relocation->r_offset), replacement);
    }
    return replaced;
}

bool rpj_replace_import(void* library, const char* name, void* replacement) {
    rpj_symbols table;
    struct link_map* map = NULL;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !rpj_open_symbols(&table, map)) return false;
    bool data = replace_all(&table, DT_RELA, DT_RELASZ, name, replacement);
    bool calls = replace_all(&table, DT_JMPREL, DT_PLTRELSZ, name, replacement);
    return data || calls;
}
