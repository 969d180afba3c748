// Reads the kernels of a code object, in both forms that code_object.h describes.
#define _GNU_SOURCE
#include "code.h"

#include <dlfcn.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "code_object.h"
#include "hsa.h"
#include "kernel.h"

static const char SUFFIX[] = ".kd";

void sg_code_free(sg_code* code) {
    for (uint32_t i = 0; i < code->count; i++) free(code->kernels[i].name);
    free(code->kernels);
    *code = (sg_code){0};
}

static bool append(sg_code* code, softgpu_kernel function, const char* name) {
    size_t length = strlen(name);
    sg_kernel* kernel = softgpu_kernel_of_function(function);
    char* copy = kernel == NULL ? NULL : malloc(length + sizeof SUFFIX);
    if (copy == NULL) return false;
    memcpy(copy, name, length);
    memcpy(copy + length, SUFFIX, sizeof SUFFIX);
    code->kernels[code->count++] = (sg_code_kernel){kernel, copy};
    return true;
}

// --- a list of functions -------------------------------------------------------------------------------------------

static bool is_text(const char* start, size_t size, uint64_t offset) {
    return offset < size && memchr(start + offset, 0, size - offset) != NULL;
}

static hsa_status_t read_list(const sg_storage* storage, sg_code* code) {
    const sg_code_object* object = storage->memory;
    size_t room = (storage->size - sizeof *object) / sizeof(sg_code_object_kernel);
    if (object->size != storage->size || object->count > room) return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    const sg_code_object_kernel* kernels = (const sg_code_object_kernel*)(object + 1);
    code->kernels = calloc(object->count + 1u, sizeof *code->kernels);
    if (code->kernels == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    for (uint32_t i = 0; i < object->count; i++) {
        const char* start = storage->memory;
        if (kernels[i].function == 0 || !is_text(start, storage->size, kernels[i].name)) {
            return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
        }
        if (!append(code, (softgpu_kernel)(uintptr_t)kernels[i].function, start + kernels[i].name)) {
            return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
        }
    }
    return HSA_STATUS_SUCCESS;
}

// --- a shared library ----------------------------------------------------------------------------------------------

// Puts bytes in memory into a private file. Its descriptor stays open, because the loader identifies files by
// their name.
static void* open_memory(const sg_storage* storage) {
    int file = memfd_create("softgpu-code-object", MFD_CLOEXEC);
    if (file < 0) return NULL;
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    bool whole = write(file, storage->memory, storage->size) == (ssize_t)storage->size;
    void* library = whole ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (library == NULL) close(file);
    return library;
}

// Finds the dynamic symbol table by the section headers; NULL without one.
static const Elf64_Shdr* find_symbols(const char* image, size_t size) {
    const Elf64_Ehdr* header = (const Elf64_Ehdr*)image;
    if (size < sizeof *header || sg_library_size(image) > size || sg_library_size(image) == 0) return NULL;
    if (header->e_shentsize != sizeof(Elf64_Shdr) || header->e_shoff % 8 != 0) return NULL;
    const Elf64_Shdr* sections = (const Elf64_Shdr*)(image + header->e_shoff);
    for (uint32_t i = 0; i < header->e_shnum; i++) {
        const Elf64_Shdr* s = &sections[i];
        if (s->sh_type != SHT_DYNSYM || s->sh_entsize != sizeof(Elf64_Sym) || s->sh_link >= header->e_shnum) continue;
        const Elf64_Shdr* names = &sections[s->sh_link];
        bool inside = s->sh_offset <= size && s->sh_size <= size - s->sh_offset && names->sh_offset <= size
                   && names->sh_size <= size - names->sh_offset;
        return inside ? s : NULL;
    }
    return NULL;
}

static bool is_kernel(const Elf64_Sym* symbol, const char* names, size_t size) {
    unsigned type = ELF64_ST_TYPE(symbol->st_info), binding = ELF64_ST_BIND(symbol->st_info);
    bool exported = symbol->st_shndx != SHN_UNDEF && ELF64_ST_VISIBILITY(symbol->st_other) == STV_DEFAULT
                 && (binding == STB_GLOBAL || binding == STB_WEAK);
    if (type != STT_FUNC || !exported || !is_text(names, size, symbol->st_name)) return false;
    const char* name = names + symbol->st_name;
    return strcmp(name, "_init") != 0 && strcmp(name, "_fini") != 0;
}

static hsa_status_t read_library(const sg_storage* storage, sg_code* code) {
    const char* image = storage->memory;
    const Elf64_Shdr* table = find_symbols(image, storage->size);
    if (table == NULL) return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    bool whole_file = storage->path != NULL && storage->offset == 0;
    void* library = whole_file ? dlopen(storage->path, RTLD_NOW | RTLD_LOCAL) : open_memory(storage);
    if (library == NULL) return HSA_STATUS_ERROR_INVALID_CODE_OBJECT; // for another machine, or with unresolved symbols
    const Elf64_Shdr* sections = (const Elf64_Shdr*)(image + ((const Elf64_Ehdr*)image)->e_shoff);
    const char* names = image + sections[table->sh_link].sh_offset;
    const Elf64_Sym* symbols = (const Elf64_Sym*)(image + table->sh_offset);
    uint64_t count = table->sh_size / sizeof *symbols;
    code->kernels = calloc(count + 1, sizeof *code->kernels);
    if (code->kernels == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    for (uint64_t i = 0; i < count; i++) {
        if (!is_kernel(&symbols[i], names, sections[table->sh_link].sh_size)) continue;
        void* function = dlsym(library, names + symbols[i].st_name);
        if (function != NULL && !append(code, (softgpu_kernel)(uintptr_t)function, names + symbols[i].st_name)) {
            return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
        }
    }
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_code_read(const sg_storage* storage, sg_code* code) {
    *code = (sg_code){0};
    if ((uintptr_t)storage->memory % 8 != 0) return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    bool list = storage->size >= sizeof(sg_code_object)
             && memcmp(storage->memory, SG_CODE_OBJECT_MAGIC, sizeof SG_CODE_OBJECT_MAGIC) == 0;
    hsa_status_t status = list ? read_list(storage, code) : read_library(storage, code);
    if (status != HSA_STATUS_SUCCESS) sg_code_free(code);
    return status;
}
