// A library calls functions of other libraries through its own table, which the loader fills.
#include "system/imports.h"

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

static uint32_t hash_of(const char* name) {
    uint32_t hash = 5381;
    for (const unsigned char* c = (const unsigned char*)name; *c; c++) hash = hash * 33 + *c;
    return hash;
}

// Returns a plain function or object; anything else is left to dlsym.
static void* address_of(const rpj_symbols* table, const ElfW(Sym) * symbol) {
    unsigned type = ELF64_ST_TYPE(symbol->st_info);
    if (symbol->st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_OBJECT)) return NULL;
    return (void*)(table->map->l_addr + symbol->st_value);
}

// Searches DT_GNU_HASH: a Bloom filter (not used here), buckets, and a chain of hashes per bucket whose last has
// its lowest bit set.
void* rpj_look_up(const rpj_symbols* table, const char* name) {
    const uint32_t buckets = table->gnu_hash[0], first = table->gnu_hash[1], bloom_words = table->gnu_hash[2];
    const uint32_t* bucket = table->gnu_hash + 4 + bloom_words * (sizeof(ElfW(Addr)) / sizeof(uint32_t));
    const uint32_t* chain = bucket + buckets;
    const uint32_t hash = hash_of(name);
    uint32_t index = buckets ? bucket[hash % buckets] : 0;
    for (; index >= first && index != 0; index++) {
        uint32_t other = chain[index - first];
        if ((other | 1) == (hash | 1) && strcmp(table->names + table->symbols[index].st_name, name) == 0)
            return address_of(table, &table->symbols[index]);
        if (other & 1) break;
    }
    return NULL;
}

// Where a library lies, and which part the loader protects when it has filled that: whole pages only.
typedef struct {
    uintptr_t at, low, high, from, to;
} extent;

static int find_extent(struct dl_phdr_info* info, size_t size, void* data) {
    extent* found = data;
    const uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    (void)size;
    if (info->dlpi_addr != found->at) return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, end = begin + info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type == PT_LOAD && begin < found->low) found->low = begin;
        if (info->dlpi_phdr[i].p_type == PT_LOAD && end > found->high) found->high = end;
        if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO) {
            found->from = begin & -page_size;
            found->to = end & -page_size;
        }
    }
    return 1;
}

static extent extent_of(const struct link_map* map) {
    extent found = {map->l_addr, UINTPTR_MAX, 0, 0, 0};
    dl_iterate_phdr(find_extent, &found);
    return found;
}

// Whether the loader has the address of `import->former` in this place, or has yet to look for it when the function
// is first called: the place then holds code of the library itself.
static bool is_former(const extent* library, const void* value, const rpj_import* import) {
    const uintptr_t address = (uintptr_t)value;
    return import->former == NULL || value == import->former || (address >= library->low && address < library->high);
}

static bool replace(const extent* library, void** slot, const rpj_import* import) {
    const uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE), address = (uintptr_t)slot;
    const bool is_protected = address >= library->from && address < library->to;
    void* page = (void*)(address & -page_size);
    if (!is_former(library, __atomic_load_n(slot, __ATOMIC_ACQUIRE), import)) return false;
    if (is_protected && mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) return false;
    __atomic_store_n(slot, import->replacement, __ATOMIC_RELEASE);
    if (is_protected) mprotect(page, page_size, PROT_READ);
    return true;
}

static const rpj_import* import_named(const char* name, const rpj_import* imports, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, imports[i].name) == 0) return &imports[i];
    return NULL;
}

// The entries of the table that begin with DT_RELACOUNT's number of them are no imports.
static bool replace_all(const rpj_symbols* table, ElfW(Sxword) tag, ElfW(Sxword) size_tag, const rpj_import* imports,
                        size_t count) {
    const ElfW(Rela)* relocation = pointer(table->map, tag);
    const ElfW(Dyn)* size = entry(table->map, size_tag);
    const ElfW(Dyn)* relative = entry(table->map, DT_RELACOUNT);
    if (relocation == NULL || size == NULL) return false;
    const extent library = extent_of(table->map);
    const ElfW(Rela)* end = relocation + size->d_un.d_val / sizeof *relocation;
    bool replaced = false;
    if (tag == DT_RELA && relative != NULL) relocation += relative->d_un.d_val;
    for (; relocation < end; relocation++) {
        unsigned type = (unsigned)ELF64_R_TYPE(relocation->r_info);
        if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) continue;
        const ElfW(Sym)* symbol = &table->symbols[ELF64_R_SYM(relocation->r_info)];
        const rpj_import* import = import_named(table->names + symbol->st_name, imports, count);
        if (import != NULL && symbol->st_shndx == SHN_UNDEF)
            replaced |= replace(&library, (void**)(table->map->l_addr + relocation->r_offset), import);
    }
    return replaced;
}

bool rpj_replace_imports(void* library, const rpj_import* imports, size_t count) {
    rpj_symbols table;
    struct link_map* map = NULL;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !rpj_open_symbols(&table, map)) return false;
    bool data = replace_all(&table, DT_RELA, DT_RELASZ, imports, count);
    bool calls = replace_all(&table, DT_JMPREL, DT_PLTRELSZ, imports, count);
    return data || calls;
}

bool rpj_replace_import(void* library, const char* name, void* replacement) {
    return rpj_replace_imports(library, &(const rpj_import){name, NULL, replacement}, 1);
}
