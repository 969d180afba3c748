#define _GNU_SOURCE
#include "names.h"

#include "log.h"
#include "memory.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { BUCKETS = 4096, MOST_OBJECTS = 1 << 16, LONGEST_NAME = 8000 };
enum { DESCRIPTOR_ARGUMENT_BYTES = 8 }; // kernarg_size, llvm/Support/AMDHSAKernelDescriptor.h

typedef struct known {
    struct known* next;
    uint64_t kernel_object;
    uint32_t generation;
    sk_kernel kernel;
} known;

static _Atomic(struct r_debug*) list;
static known* buckets[BUCKETS];
static uint32_t generation;

void sk_names_find(void) {
    if (atomic_load(&list) != NULL) return;
    void* symbol = dlsym(RTLD_DEFAULT, "_amdgpu_r_debug");
    if (symbol == NULL) {
        // Loaded by dlopen, out of the global scope.
        void* library = dlopen("libhsa-runtime64.so.1", RTLD_LAZY | RTLD_NOLOAD);
        if (library == NULL) return;
        symbol = dlsym(library, "_amdgpu_r_debug");
        dlclose(library);
    }
    atomic_store(&list, symbol);
}

// Reads memory that another thread may free meanwhile: by a system call, which fails then.
static bool safely(uint64_t address, void* target, size_t bytes) {
    struct iovec here = {target, bytes}, there = {(void*)(uintptr_t)address, bytes};
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)bytes;
}

// --- a code object ------------------------------------------------------------------------------------------------

// An ELF file as it was loaded: its symbols for the dynamic loader are among what is loaded, in the GPUs' memory.
typedef struct {
    uint64_t base, end;
    const Elf64_Sym* symbols;
    uint32_t symbol_count;
    uint64_t strings;
} object;

static bool read_dynamic(object* o, const Elf64_Dyn* entry, uint64_t count) {
    uint64_t hash = 0, symbols = 0;
    for (; count > 0 && entry->d_tag != DT_NULL; count--, entry++) {
        if (entry->d_tag == DT_SYMTAB) symbols = o->base + entry->d_un.d_ptr;
        if (entry->d_tag == DT_STRTAB) o->strings = o->base + entry->d_un.d_ptr;
        if (entry->d_tag == DT_HASH) hash = o->base + entry->d_un.d_ptr;
    }
    const uint32_t* counts = sk_memory_object(hash, 2 * sizeof *counts); // of buckets, of symbols
    if (hash == 0 || symbols == 0 || o->strings == 0 || counts == NULL) return false;
    o->symbol_count = counts[1];
    o->symbols = sk_memory_object(symbols, (uint64_t)counts[1] * sizeof *o->symbols);
    return o->symbols != NULL;
}

static bool read_object(object* o, uint64_t base) {
    *o = (object){.base = base};
    const Elf64_Ehdr* header = sk_memory_object(base, sizeof *header);
    if (header == NULL || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return false;
    const Elf64_Phdr* segments = sk_memory_object(base + header->e_phoff, header->e_phnum * sizeof *segments);
    const Elf64_Phdr* dynamic = NULL;
    for (uint32_t i = 0; segments != NULL && i < header->e_phnum; i++) {
        if (segments[i].p_type == PT_LOAD && base + segments[i].p_vaddr + segments[i].p_memsz > o->end)
            o->end = base + segments[i].p_vaddr + segments[i].p_memsz;
        if (segments[i].p_type == PT_DYNAMIC) dynamic = &segments[i];
    }
    if (dynamic == NULL) return false;
    const Elf64_Dyn* entries = sk_memory_object(base + dynamic->p_vaddr, dynamic->p_memsz);
    return entries != NULL && read_dynamic(o, entries, dynamic->p_memsz / sizeof *entries);
}

// The name of the symbol at `address`, without its ending; NULL if there is none. To be freed.
static char* symbol_at(const object* o, uint64_t address) {
    for (uint32_t i = 1; i < o->symbol_count; i++) {
        const Elf64_Sym* symbol = &o->symbols[i];
        if (ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT || o->base + symbol->st_value != address) continue;
        uint64_t bytes;
        const char* text = sk_memory_at(o->strings + symbol->st_name, &bytes);
        if (text == NULL) return NULL;
        size_t length = strnlen(text, bytes < LONGEST_NAME ? bytes : LONGEST_NAME);
        if (length > 3 && memcmp(text + length - 3, ".kd", 3) == 0) length -= 3;
        return strndup(text, length);
    }
    return NULL;
}

// Finds the code object that contains `address` among the runtime's.
static bool object_of(uint64_t address, object* o) {
    struct r_debug head;
    const void* at = atomic_load(&list);
    if (at == NULL || !safely((uint64_t)(uintptr_t)at, &head, sizeof head)) return false;
    uint64_t next = (uint64_t)(uintptr_t)head.r_map;
    for (int i = 0; next != 0 && i < MOST_OBJECTS; i++) {
        struct link_map map;
        if (!safely(next, &map, sizeof map)) return false;
        if (map.l_addr <= address && read_object(o, map.l_addr) && address < o->end) return true;
        next = (uint64_t)(uintptr_t)map.l_next;
    }
    return false;
}

// --- what is known ------------------------------------------------------------------------------------------------

static sk_kernel look_up(uint64_t kernel_object) {
    sk_kernel kernel = {.name = "?"};
    const uint32_t* bytes = sk_memory_object(kernel_object + DESCRIPTOR_ARGUMENT_BYTES, sizeof *bytes);
    if (bytes != NULL) kernel.argument_bytes = *bytes;
    object o;
    if (!object_of(kernel_object, &o)) return kernel;
    char* name = symbol_at(&o, kernel_object);
    if (name == NULL) return kernel;
    kernel.name = name;
    kernel.known = true;
    sk_log(SK_LOG_PACKET, "kernel %s at %llx, %u bytes of arguments", kernel.name, (unsigned long long)kernel_object,
           kernel.argument_bytes);
    return kernel;
}

static const sk_kernel nameless = {.name = "?"};

const sk_kernel* sk_kernel_of(uint64_t kernel_object) {
    known** bucket = &buckets[(kernel_object >> 6) % BUCKETS];
    known* k = *bucket;
    while (k != NULL && k->kernel_object != kernel_object) k = k->next;
    if (k != NULL && k->generation == generation) return &k->kernel;
    if (k == NULL) {
        k = malloc(sizeof *k);
        if (k == NULL) return &nameless;
        *k = (known){.next = *bucket, .kernel_object = kernel_object};
        *bucket = k;
    }
    sk_kernel kernel = look_up(kernel_object);
    if (kernel.known && k->kernel.known && strcmp(kernel.name, k->kernel.name) == 0) {
        free((void*)(uintptr_t)kernel.name);
        kernel.name = k->kernel.name;
    } // else the former name may be in use by a kernel in flight: it is not freed
    k->kernel = kernel;
    k->generation = generation;
    return &k->kernel;
}

void sk_names_forget(void) { generation++; }

void sk_names_after_fork(void) { memset(buckets, 0, sizeof buckets); }
