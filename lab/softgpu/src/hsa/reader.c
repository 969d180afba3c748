// Code object readers: the sources of code objects. A file is mapped for the lifetime of its reader.
#define _GNU_SOURCE
#include "reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "code.h"
#include "hsa.h"
#include "state.h"

pthread_mutex_t sg_loader_lock = PTHREAD_MUTEX_INITIALIZER;

typedef struct sg_reader {
    sg_storage storage;
    void* map;
    size_t map_bytes;
    struct sg_reader* next;
} sg_reader;

static sg_reader* readers; // guarded by the loader lock

// With the lock. Returns the link to the reader, or the link to NULL when there is no such reader.
static sg_reader** find(hsa_code_object_reader_t handle) {
    sg_reader** link = &readers;
    while (*link != NULL && (uintptr_t)*link != handle.handle) link = &(*link)->next;
    return link;
}

const sg_storage* sg_reader_storage(hsa_code_object_reader_t handle) {
    sg_reader* reader = *find(handle);
    return reader == NULL ? NULL : &reader->storage;
}

static hsa_status_t make(const sg_reader* content, hsa_code_object_reader_t* handle) {
    sg_reader* reader = malloc(sizeof *reader);
    if (reader == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    *reader = *content;
    pthread_mutex_lock(&sg_loader_lock);
    reader->next = readers;
    readers = reader;
    pthread_mutex_unlock(&sg_loader_lock);
    handle->handle = (uintptr_t)reader;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_code_object_reader_create_from_memory(const void* code_object, size_t size,
                                                          hsa_code_object_reader_t* code_object_reader) {
    SG_REQUIRE_INIT();
    if (code_object == NULL || size == 0 || code_object_reader == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    sg_reader content = {.storage = {.type = HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_MEMORY,
                                     .memory = code_object,
                                     .size = size,
                                     .file = -1}};
    return make(&content, code_object_reader);
}

static char* path_of(hsa_file_t file) {
    char link[32], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return NULL;
    path[length] = 0;
    return strdup(path);
}

// The whole file is mapped, because an offset need not be page-aligned.
static hsa_status_t from_file(hsa_file_t file, size_t offset, size_t size, hsa_code_object_reader_t* handle) {
    struct stat stat;
    if (fstat(file, &stat) != 0) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    size_t bytes = (size_t)stat.st_size;
    if (size == 0 && offset < bytes) size = bytes - offset;
    if (bytes == 0 || offset >= bytes || size > bytes - offset) return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    void* map = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, file, 0);
    if (map == MAP_FAILED) return HSA_STATUS_ERROR_INVALID_FILE;
    sg_reader content = {.storage = {.type = HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_FILE,
                                     .memory = (char*)map + offset,
                                     .size = size,
                                     .file = file,
                                     .offset = offset,
                                     .path = path_of(file)},
                         .map = map,
                         .map_bytes = bytes};
    hsa_status_t status = content.storage.path == NULL ? HSA_STATUS_ERROR_OUT_OF_RESOURCES : make(&content, handle);
    if (status != HSA_STATUS_SUCCESS) {
        free(content.storage.path);
        munmap(map, bytes);
    }
    return status;
}

hsa_status_t sg_hsa_code_object_reader_create_from_file(hsa_file_t file, hsa_code_object_reader_t* code_object_reader) {
    SG_REQUIRE_INIT();
    if (code_object_reader == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return from_file(file, 0, 0, code_object_reader);
}

hsa_status_t sg_loader_reader_create_from_file_with_offset_size(hsa_file_t file, size_t offset, size_t size,
                                                                hsa_code_object_reader_t* code_object_reader) {
    SG_REQUIRE_INIT();
    if (code_object_reader == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return size == 0 ? HSA_STATUS_ERROR_INVALID_CODE_OBJECT : from_file(file, offset, size, code_object_reader);
}

hsa_status_t sg_hsa_code_object_reader_destroy(hsa_code_object_reader_t code_object_reader) {
    SG_REQUIRE_INIT();
    pthread_mutex_lock(&sg_loader_lock);
    sg_reader** link = find(code_object_reader);
    sg_reader* reader = *link;
    if (reader != NULL) *link = reader->next;
    pthread_mutex_unlock(&sg_loader_lock);
    if (reader == NULL) return HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER;
    if (reader->map != NULL) munmap(reader->map, reader->map_bytes);
    free(reader->storage.path);
    free(reader);
    return HSA_STATUS_SUCCESS;
}
