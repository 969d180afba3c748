// Functions of the C library that our JVM is given others for: symbol look-ups that do not wait for the loader, and the bounds
// of the stacks that we make for Java (stacks.c).
//
// A JVM that starts, or collects garbage, below a library's constructor finds the loader's lock taken by the thread that is
// opening that library. Its other threads look up native methods with dlsym, which waits for that lock, and the JVM waits
// for those threads to come to a safepoint: nobody would ever go on. Python programs open libraries whose constructors call
// HIP, so that this is no rare case. What libjvm calls dlsym is therefore ours, which reads the library's own symbol table;
// that needs no lock, because the JVM never closes what it looks into.
#include <dlfcn.h>
#include <elf.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rpj.h"

typedef struct {
    const struct link_map* map;
    const ElfW(Sym)* symbols;
    const char* names;
    const uint32_t* gnu_hash;
} symbol_table;

static const ElfW(Dyn)* entry(const struct link_map* map, ElfW(Sxword) tag) {
    for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == tag) return entry;
    return NULL;
}

// NULL when the library has no such entry. The loader has relocated it in most libraries, but not in all.
static const void* pointer(const struct link_map* map, ElfW(Sxword) tag) {
    const ElfW(Dyn)* found = entry(map, tag);
    if (!found) return NULL;
    return (const void*)(found->d_un.d_ptr < map->l_addr ? found->d_un.d_ptr + map->l_addr : found->d_un.d_ptr);
}

static bool open_table(symbol_table* table, const struct link_map* map) {
    table->map = map;
    table->symbols = pointer(map, DT_SYMTAB);
    table->names = pointer(map, DT_STRTAB);
    table->gnu_hash = pointer(map, DT_GNU_HASH);
    return table->symbols && table->names && table->gnu_hash;
}

static uint32_t hash_of(const char* name) {
    uint32_t hash = 5381;
    for (const unsigned char* c = (const unsigned char*)name; *c; c++) hash = hash * 33 + *c;
    return hash;
}

// A function or an object with an address of its own; anything stranger is dlsym's to find.
static void* address_of(const symbol_table* table, const ElfW(Sym)* symbol) {
    unsigned type = ELF64_ST_TYPE(symbol->st_info);
    if (symbol->st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_OBJECT)) return NULL;
    return (void*)(table->map->l_addr + symbol->st_value);
}

// A look-up in DT_GNU_HASH: a Bloom filter (not used here), buckets, and a chain of hashes per bucket whose last has its
// lowest bit set.
static void* look_up(const symbol_table* table, const char* name) {
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

// The folder of the JVM's own libraries, with the slash at its end.
static char own_folder[PATH_MAX];

// A library of the JVM itself defines its native methods itself: what is not there need not be searched for in the libraries
// that it uses.
static bool is_nowhere(const struct link_map* map, const char* name) {
    size_t length = strlen(own_folder);
    return length && strncmp(name, "Java_", 5) == 0 && map->l_name && strncmp(map->l_name, own_folder, length) == 0;
}

// Any thread. The same answers as dlsym's.
static void* find_symbol(void* handle, const char* name) {
    symbol_table table;
    // With the GNU loader a handle is the library's entry in the link map; these two are no libraries.
    if (handle == RTLD_DEFAULT || handle == RTLD_NEXT || !open_table(&table, handle)) return dlsym(handle, name);
    void* found = look_up(&table, name);
    return found || is_nowhere(table.map, name) ? found : dlsym(handle, name);
}

// --- in libjvm -----------------------------------------------------------------------------------------------------

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

static bool replace(const struct link_map* map, void** slot, void* function) {
    protected_part part = {map, 0, 0};
    dl_iterate_phdr(find_protected, &part);
    uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE), address = (uintptr_t)slot;
    bool is_protected = address >= part.from && address < part.to;
    void* page = (void*)(address & -page_size);
    if (is_protected && mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) return false;
    __atomic_store_n(slot, function, __ATOMIC_RELEASE);
    if (is_protected) mprotect(page, page_size, PROT_READ);
    return true;
}

// Whether it was there to be replaced.
static bool replace_all(const symbol_table* table, const char* name, void* function) {
    const ElfW(Sxword) places[][2] = {{DT_RELA, DT_RELASZ}, {DT_JMPREL, DT_PLTRELSZ}};
    bool replaced = false;
    for (size_t i = 0; i < 2; i++) {
        const ElfW(Dyn)* bytes = entry(table->map, places[i][1]);
        const ElfW(Rela)* relocation = bytes ? pointer(table->map, places[i][0]) : NULL;
        const ElfW(Rela)* end = relocation ? relocation + bytes->d_un.d_val / sizeof *relocation : NULL;
        for (; relocation < end; relocation++) {
            unsigned type = (unsigned)ELF64_R_TYPE(relocation->r_info);
            if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) continue;
            const ElfW(Sym)* symbol = &table->symbols[ELF64_R_SYM(relocation->r_info)];
            if (strcmp(table->names + symbol->st_name, name) != 0) continue;
            replaced |= replace(table->map, (void**)(table->map->l_addr + relocation->r_offset), function);
        }
    }
    return replaced;
}

// Of `lib/server/libjvm.so`: `lib/`. A JVM finds its libraries by the real path of this one.
static void note_folder(const char* libjvm) {
    if (!realpath(libjvm, own_folder)) return;
    for (int i = 0; i < 2; i++) {
        char* slash = strrchr(own_folder, '/');
        if (slash) *slash = '\0';
    }
    strcat(own_folder, "/");
}

bool rpj_free_lookups(void* libjvm) {
    symbol_table table;
    struct link_map* map = NULL;
    if (dlinfo(libjvm, RTLD_DI_LINKMAP, &map) != 0 || !open_table(&table, map)) return false;
    note_folder(map->l_name);
    replace_all(&table, "dlsym", (void*)find_symbol);
    return replace_all(&table, "pthread_getattr_np", (void*)rpj_stack_for_jvm);
}
