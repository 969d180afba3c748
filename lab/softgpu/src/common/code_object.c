#include "code_object.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

sg_code_object* sg_code_object_make(uint32_t count, void* const* functions, const char* const* names) {
    size_t size = sizeof(sg_code_object) + count * sizeof(sg_code_object_kernel);
    size_t name = size;
    for (uint32_t i = 0; i < count; i++) size += strlen(names[i]) + 1;
    sg_code_object* object = size > UINT32_MAX ? NULL : malloc(size);
    if (object == NULL) return NULL;
    *object = (sg_code_object){.magic = SG_CODE_OBJECT_MAGIC, .size = (uint32_t)size, .count = count};
    sg_code_object_kernel* kernels = (sg_code_object_kernel*)(object + 1);
    for (uint32_t i = 0; i < count; i++) {
        kernels[i] = (sg_code_object_kernel){.function = (uintptr_t)functions[i], .name = name};
        size_t length = strlen(names[i]) + 1;
        memcpy((char*)object + name, names[i], length);
        name += length;
    }
    return object;
}

size_t sg_library_size(const void* image) {
    const Elf64_Ehdr* header = image;
    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return 0;
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_type != ET_DYN) return 0;
    return header->e_shoff + (size_t)header->e_shnum * header->e_shentsize; // the section headers are at the end
}
