// HSA executables: code objects in both forms, their symbols, and the answers of the loader extension.
#define _GNU_SOURCE
#include "check.h"
#include "code_object.h"

#include <fcntl.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ven_amd_loader.h>
#include <limits.h>
#include <softgpu/softgpu.h>
#include <string.h>
#include <unistd.h>

static hsa_agent_t cpu, gpus[2];
static uint32_t gpu_count;
static hsa_ven_amd_loader_1_03_pfn_t loader;

static hsa_status_t take_agent(hsa_agent_t agent, void* unused) {
    (void)unused;
    uint32_t type;
    HSA(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    if (type == HSA_DEVICE_TYPE_CPU) cpu = agent;
    else gpus[gpu_count++] = agent;
    return HSA_STATUS_SUCCESS;
}

static void set(const softgpu_workgroup* wg, void** args) { (*(uint32_t**)args[0])[wg->group.x] = 7; }

static void unset(const softgpu_workgroup* wg, void** args) { (*(uint32_t**)args[0])[wg->group.x] = 0; }

// Two host functions as a code object in memory.
static struct {
    sg_code_object head;
    sg_code_object_kernel kernels[2];
    char names[16];
} list = {
    .head = {.magic = SG_CODE_OBJECT_MAGIC, .size = sizeof list, .count = 2},
    .kernels = {{0, sizeof list.head + sizeof list.kernels}, {0, sizeof list.head + sizeof list.kernels + 4}},
    .names = "set\0unset",
};

static hsa_code_object_reader_t memory_reader(const void* code, size_t size) {
    hsa_code_object_reader_t reader;
    HSA(hsa_code_object_reader_create_from_memory(code, size, &reader));
    return reader;
}

static hsa_executable_t new_executable(void) {
    hsa_executable_t executable;
    HSA(hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR, NULL, &executable));
    return executable;
}

static hsa_loaded_code_object_t load(hsa_executable_t executable, hsa_agent_t agent, hsa_code_object_reader_t reader) {
    hsa_loaded_code_object_t loaded;
    HSA(hsa_executable_load_agent_code_object(executable, agent, reader, NULL, &loaded));
    return loaded;
}

static hsa_executable_t load_list(hsa_agent_t agent, hsa_loaded_code_object_t* loaded) {
    hsa_executable_t executable = new_executable();
    hsa_code_object_reader_t reader = memory_reader(&list, sizeof list);
    *loaded = load(executable, agent, reader);
    HSA(hsa_executable_freeze(executable, NULL));
    HSA(hsa_code_object_reader_destroy(reader));
    return executable;
}

static uint64_t kernel_object(hsa_executable_t executable, const char* name, hsa_agent_t agent) {
    hsa_executable_symbol_t symbol;
    uint64_t object;
    HSA(hsa_executable_get_symbol_by_name(executable, name, &agent, &symbol));
    HSA(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &object));
    return object;
}

// --- the extension's table -----------------------------------------------------------------------------------------

static void the_loader_extension_has_four_versions(void) {
    static const size_t functions[] = {3, 5, 6, 7};
    for (uint16_t minor = 0; minor < 4; minor++) {
        void* table[8] = {NULL};
        HSA(hsa_system_get_extension_table(HSA_EXTENSION_AMD_LOADER, 1, minor, table));
        CHECK(table[functions[minor] - 1] != NULL && table[functions[minor]] == NULL);
    }
    void* table[8] = {NULL};
    HSA(hsa_system_get_major_extension_table(HSA_EXTENSION_AMD_LOADER, 1, 16, table));
    CHECK(table[1] != NULL && table[2] == NULL);
    HSA(hsa_system_get_major_extension_table(HSA_EXTENSION_AMD_LOADER, 1, sizeof loader, &loader));
    HSA(hsa_system_get_major_extension_table(HSA_EXTENSION_AMD_LOADER, 1, sizeof table, table)); // newer than ours
    CHECK(table[6] != NULL && table[7] == NULL);
    CHECK_EQUAL(HSA_STATUS_ERROR, hsa_system_get_extension_table(HSA_EXTENSION_AMD_LOADER, 1, 4, table));
    CHECK_EQUAL(HSA_STATUS_ERROR, hsa_system_get_extension_table(HSA_EXTENSION_AMD_LOADER, 2, 0, table));
    CHECK_EQUAL(HSA_STATUS_ERROR, hsa_system_get_major_extension_table(HSA_EXTENSION_AMD_PROFILER, 1, 8, table));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT,
                hsa_system_get_major_extension_table(HSA_EXTENSION_AMD_LOADER, 1, 8, NULL));
    bool supported;
    uint16_t minor;
    uint8_t bits[128];
    HSA(hsa_system_extension_supported(HSA_EXTENSION_AMD_LOADER, 1, 3, &supported));
    CHECK(supported);
    HSA(hsa_system_extension_supported(HSA_EXTENSION_AMD_LOADER, 1, 4, &supported));
    CHECK(!supported);
    HSA(hsa_system_major_extension_supported(HSA_EXTENSION_AMD_LOADER, 1, &minor, &supported));
    CHECK(supported && minor == 3);
    HSA(hsa_system_get_info(HSA_SYSTEM_INFO_EXTENSIONS, bits));
    CHECK(bits[64] == 2 && bits[0] == 0);
}

// --- symbols -------------------------------------------------------------------------------------------------------

typedef struct names {
    char text[64];
    hsa_agent_t agent;
} names;

static hsa_status_t take_name(hsa_executable_symbol_t symbol, names* all) {
    char name[16] = "";
    uint32_t length, kind;
    bool definition;
    HSA(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, &kind));
    CHECK_EQUAL(HSA_SYMBOL_KIND_KERNEL, kind);
    HSA(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_IS_DEFINITION, &definition));
    CHECK(definition);
    HSA(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH, &length));
    HSA(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME, name));
    CHECK_EQUAL(strlen(name), length);
    strcat(strcat(all->text, name), " ");
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t any_symbol(hsa_executable_t executable, hsa_executable_symbol_t symbol, void* data) {
    CHECK(executable.handle != 0);
    return take_name(symbol, data);
}

static hsa_status_t agent_symbol(hsa_executable_t executable, hsa_agent_t agent, hsa_executable_symbol_t symbol,
                                 void* data) {
    hsa_agent_t own;
    HSA(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_AGENT, &own));
    CHECK(own.handle == agent.handle);
    return any_symbol(executable, symbol, data);
}

static hsa_status_t stop(hsa_executable_t executable, hsa_executable_symbol_t symbol, void* count) {
    (void)executable, (void)symbol;
    ++*(int*)count;
    return HSA_STATUS_INFO_BREAK;
}

static void symbols_have_the_names_of_kernel_descriptors(void) {
    hsa_executable_t executable = new_executable();
    hsa_code_object_reader_t reader = memory_reader(&list, sizeof list);
    load(executable, gpus[0], reader);
    load(executable, gpus[1], reader);
    HSA(hsa_code_object_reader_destroy(reader));
    HSA(hsa_executable_freeze(executable, NULL));
    names all = {.text = ""}, one = {.text = ""};
    HSA(hsa_executable_iterate_symbols(executable, any_symbol, &all));
    CHECK(strcmp(all.text, "set.kd unset.kd set.kd unset.kd ") == 0);
    HSA(hsa_executable_iterate_agent_symbols(executable, gpus[1], agent_symbol, &one));
    CHECK(strcmp(one.text, "set.kd unset.kd ") == 0);
    HSA(hsa_executable_iterate_program_symbols(executable, any_symbol, &all));
    int count = 0;
    CHECK_EQUAL(HSA_STATUS_INFO_BREAK, hsa_executable_iterate_symbols(executable, stop, &count));
    CHECK_EQUAL(1, count);
    CHECK(kernel_object(executable, "set.kd", gpus[0]) != kernel_object(executable, "set.kd", gpus[1]));
    hsa_executable_symbol_t symbol, same;
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_SYMBOL_NAME,
                hsa_executable_get_symbol_by_name(executable, "set", &gpus[0], &symbol));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_SYMBOL_NAME,
                hsa_executable_get_symbol_by_name(executable, "set.kd", NULL, &symbol));
    HSA(hsa_executable_get_symbol_by_name(executable, "unset.kd", &gpus[0], &symbol));
    HSA(hsa_executable_get_symbol(executable, NULL, "unset.kd", gpus[0], 0, &same));
    CHECK(same.handle == symbol.handle);
    uint32_t value;
    HSA(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE, &value));
    CHECK_EQUAL(128, value);
    HSA(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT, &value));
    CHECK_EQUAL(16, value);
    HSA(hsa_executable_destroy(executable));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL,
                hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, &value));
}

static hsa_status_t queue_error;

static void on_error(hsa_status_t status, hsa_queue_t* queue, void* signal) {
    (void)queue;
    queue_error = status;
    hsa_signal_store_screlease(*(hsa_signal_t*)signal, 0);
}

static void dispatch(uint64_t object, uint32_t* data) {
    hsa_queue_t* queue;
    hsa_signal_t done;
    uint64_t arguments[SOFTGPU_MAX_ARGS] = {(uintptr_t)data};
    HSA(hsa_signal_create(1, 0, NULL, &done));
    HSA(hsa_queue_create(gpus[0], 64, HSA_QUEUE_TYPE_MULTI, on_error, &done, 0, 0, &queue));
    hsa_kernel_dispatch_packet_t* packet = queue->base_address;
    *packet = (hsa_kernel_dispatch_packet_t){.header = HSA_PACKET_TYPE_INVALID,
                                             .setup = 1,
                                             .workgroup_size_x = 1,
                                             .workgroup_size_y = 1,
                                             .workgroup_size_z = 1,
                                             .grid_size_x = 4,
                                             .grid_size_y = 1,
                                             .grid_size_z = 1,
                                             .kernel_object = object,
                                             .kernarg_address = arguments,
                                             .completion_signal = done};
    __atomic_store_n(&packet->header, HSA_PACKET_TYPE_KERNEL_DISPATCH, __ATOMIC_SEQ_CST);
    hsa_queue_store_write_index_relaxed(queue, 1);
    hsa_signal_store_screlease(queue->doorbell_signal, 0);
    hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(done));
}

static void kernel_objects_live_as_long_as_their_executable(void) {
    hsa_loaded_code_object_t loaded;
    uint32_t data[4] = {0};
    hsa_executable_t executable = load_list(gpus[0], &loaded);
    uint64_t object = kernel_object(executable, "set.kd", gpus[0]);
    dispatch(object, data);
    CHECK(data[0] == 7 && data[3] == 7);
    CHECK_EQUAL(0, queue_error);
    HSA(hsa_executable_destroy(executable));
    dispatch(object, data);
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_CODE_OBJECT, queue_error);
    for (int i = 0; i < 1000; i++) {
        executable = load_list(gpus[i % 2], &loaded);
        CHECK_EQUAL(object, kernel_object(executable, "set.kd", gpus[i % 2])); // the address is reused
        HSA(hsa_executable_destroy(executable));
    }
}

// --- the loader's answers ------------------------------------------------------------------------------------------

#define INFO(loaded, name, to) \
    loader.hsa_ven_amd_loader_loaded_code_object_get_info(loaded, HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_##name, to)

static hsa_status_t take_loaded(hsa_executable_t executable, hsa_loaded_code_object_t loaded, void* last) {
    hsa_executable_t own;
    HSA(INFO(loaded, EXECUTABLE, &own));
    CHECK(own.handle == executable.handle);
    *(hsa_loaded_code_object_t*)last = loaded;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t count_executable(hsa_executable_t executable, void* count) {
    CHECK(executable.handle != 0);
    ++*(int*)count;
    return HSA_STATUS_SUCCESS;
}

static void a_loaded_code_object_in_memory_says_where_it_is(void) {
    hsa_loaded_code_object_t loaded, found = {0};
    hsa_executable_t executable = load_list(gpus[1], &loaded), owner;
    HSA(loader.hsa_ven_amd_loader_executable_iterate_loaded_code_objects(executable, take_loaded, &found));
    CHECK(found.handle == loaded.handle);
    uint64_t base, size, object = kernel_object(executable, "unset.kd", gpus[1]);
    int64_t delta;
    uint32_t kind, storage, length;
    hsa_agent_t agent;
    int file, executables = 0;
    char uri[128] = "", expected[128];
    HSA(INFO(loaded, LOAD_BASE, &base));
    HSA(INFO(loaded, LOAD_SIZE, &size));
    HSA(INFO(loaded, LOAD_DELTA, &delta));
    CHECK(size == 128 && (uint64_t)delta == base && object == base + 64);
    HSA(INFO(loaded, KIND, &kind));
    CHECK_EQUAL(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_KIND_AGENT, kind);
    HSA(INFO(loaded, AGENT, &agent));
    CHECK(agent.handle == gpus[1].handle);
    HSA(INFO(loaded, CODE_OBJECT_STORAGE_TYPE, &storage));
    CHECK_EQUAL(HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_MEMORY, storage);
    HSA(INFO(loaded, CODE_OBJECT_STORAGE_MEMORY_BASE, &base));
    HSA(INFO(loaded, CODE_OBJECT_STORAGE_MEMORY_SIZE, &size));
    CHECK(base == (uintptr_t)&list && size == sizeof list);
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT, INFO(loaded, CODE_OBJECT_STORAGE_FILE, &file));
    HSA(INFO(loaded, URI_LENGTH, &length));
    HSA(INFO(loaded, URI, uri));
    snprintf(expected, sizeof expected, "memory://%d#offset=0x%zx&size=%zu", getpid(), (size_t)&list, sizeof list);
    CHECK(strcmp(uri, expected) == 0 && length == strlen(expected));
    const amdhsa_kernel_descriptor_t* descriptor;
    HSA(loader.hsa_ven_amd_loader_query_host_address((void*)object, (const void**)&descriptor));
    CHECK((uintptr_t)unset == object + (uint64_t)descriptor->kernel_code_entry_byte_offset);
    CHECK_EQUAL(128, descriptor->kernarg_size);
    HSA(loader.hsa_ven_amd_loader_query_executable((void*)object, &owner));
    CHECK(owner.handle == executable.handle);
    HSA(loader.hsa_ven_amd_loader_iterate_executables(count_executable, &executables));
    CHECK_EQUAL(1, executables);
    HSA(hsa_executable_destroy(executable));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_CODE_OBJECT, INFO(loaded, KIND, &kind));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT, loader.hsa_ven_amd_loader_query_executable((void*)object, &owner));
}

static void segments_are_asked_for_twice(void) {
    hsa_loaded_code_object_t loaded;
    hsa_ven_amd_loader_segment_descriptor_t segments[3];
    hsa_executable_t executables[] = {load_list(gpus[0], &loaded), load_list(gpus[1], &loaded)};
    size_t count = 0;
    HSA(loader.hsa_ven_amd_loader_query_segment_descriptors(NULL, &count));
    CHECK_EQUAL(2, count);
    HSA(loader.hsa_ven_amd_loader_query_segment_descriptors(segments, &count));
    for (int i = 0; i < 2; i++) {
        CHECK(segments[i].agent.handle == gpus[i].handle && segments[i].executable.handle == executables[i].handle);
        CHECK(segments[i].code_object_storage_base == &list && segments[i].code_object_storage_size == sizeof list);
        CHECK((uintptr_t)segments[i].segment_base == kernel_object(executables[i], "set.kd", gpus[i]));
        CHECK_EQUAL(128, segments[i].segment_size);
    }
    count = 3;
    CHECK_EQUAL(HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
                loader.hsa_ven_amd_loader_query_segment_descriptors(segments, &count));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT, loader.hsa_ven_amd_loader_query_segment_descriptors(NULL, &count));
    for (int i = 0; i < 2; i++) HSA(hsa_executable_destroy(executables[i]));
}

// --- shared libraries ----------------------------------------------------------------------------------------------

static void check_library(hsa_code_object_reader_t reader, const char* uri) {
    hsa_executable_t executable = new_executable();
    hsa_loaded_code_object_t loaded = load(executable, gpus[0], reader);
    HSA(hsa_executable_freeze(executable, NULL));
    char text[PATH_MAX + 100] = "";
    uint32_t data[4] = {1, 2, 3, 4};
    HSA(INFO(loaded, URI, text));
    CHECK(strcmp(uri, text) == 0);
    dispatch(kernel_object(executable, "add_one.kd", gpus[0]), data);
    dispatch(kernel_object(executable, "add_ten.kd", gpus[0]), data);
    CHECK(data[0] == 12 && data[3] == 15);
    names all = {.text = ""};
    HSA(hsa_executable_iterate_symbols(executable, any_symbol, &all));
    CHECK_EQUAL(strlen("add_one.kd add_ten.kd "), strlen(all.text)); // in any order, without others
    HSA(hsa_executable_destroy(executable));
    HSA(hsa_code_object_reader_destroy(reader));
}

static void exported_functions_of_a_library_are_kernels(void) {
    char path[PATH_MAX], uri[PATH_MAX + 100];
    CHECK(realpath(getenv("KERNELS"), path) != NULL);
    int file = open(path, O_RDONLY);
    size_t size = (size_t)lseek(file, 0, SEEK_END);
    hsa_code_object_reader_t reader;
    HSA(hsa_code_object_reader_create_from_file(file, &reader));
    snprintf(uri, sizeof uri, "file://%s", path);
    check_library(reader, uri);
    char* image = aligned_alloc(64, (size + 63) / 64 * 64);
    CHECK_EQUAL((ssize_t)size, pread(file, image, size, 0));
    snprintf(uri, sizeof uri, "memory://%d#offset=0x%zx&size=%zu", getpid(), (size_t)image, size);
    check_library(memory_reader(image, size), uri);
    char inside[PATH_MAX + 16];
    snprintf(inside, sizeof inside, "%s in", path);
    FILE* within = fopen(inside, "w+");
    fwrite(image, 1, 64, within);
    fwrite(image, 1, size, within);
    fflush(within);
    HSA(loader.hsa_ven_amd_loader_code_object_reader_create_from_file_with_offset_size(fileno(within), 64, size,
                                                                                       &reader));
    snprintf(uri, sizeof uri, "file://%s%%20in#offset=64&size=%zu", path, size);
    check_library(reader, uri);
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_CODE_OBJECT,
                loader.hsa_ven_amd_loader_code_object_reader_create_from_file_with_offset_size(fileno(within), 65, size,
                                                                                               &reader));
    fclose(within);
    unlink(inside);
    free(image);
    close(file);
}

// --- invalid input -------------------------------------------------------------------------------------------------

static void check_bad(const void* code, size_t size) {
    hsa_executable_t executable = new_executable();
    hsa_code_object_reader_t reader = memory_reader(code, size);
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_CODE_OBJECT,
                hsa_executable_load_agent_code_object(executable, gpus[0], reader, NULL, NULL));
    HSA(hsa_code_object_reader_destroy(reader));
    HSA(hsa_executable_destroy(executable));
}

static void damaged_code_objects_are_refused(void) {
    typeof(list) bad = list;
    check_bad("garbage", 8);
    check_bad(&bad, sizeof bad - 1);
    bad.head.count = 3;
    check_bad(&bad, sizeof bad);
    bad = list;
    bad.kernels[1].name = sizeof bad;
    check_bad(&bad, sizeof bad);
    bad = list;
    bad.kernels[0].function = 0;
    check_bad(&bad, sizeof bad);
    bad = list;
    memset(bad.names, 'x', sizeof bad.names); // not terminated
    check_bad(&bad, sizeof bad);
    _Alignas(8) char image[4096];
    int file = open(getenv("KERNELS"), O_RDONLY);
    CHECK_EQUAL(sizeof image, read(file, image, sizeof image)); // a truncated library
    check_bad(image, sizeof image);
    check_bad(image, 10);
    close(file);
}

static void wrong_handles_and_states_have_statuses(void) {
    hsa_executable_t none = {0}, executable = new_executable(), other;
    hsa_code_object_reader_t no_reader = {(uintptr_t)&list}, reader = memory_reader(&list, sizeof list);
    uint32_t value;
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_EXECUTABLE, hsa_executable_destroy(none));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_EXECUTABLE, hsa_executable_freeze(none, NULL));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER, hsa_code_object_reader_destroy(no_reader));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_code_object_reader_create_from_file(-1, &no_reader));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER,
                hsa_executable_load_agent_code_object(executable, gpus[0], no_reader, NULL, NULL));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_AGENT,
                hsa_executable_load_agent_code_object(executable, (hsa_agent_t){1}, reader, NULL, NULL));
    HSA(hsa_executable_get_info(executable, HSA_EXECUTABLE_INFO_STATE, &value));
    CHECK_EQUAL(HSA_EXECUTABLE_STATE_UNFROZEN, value);
    HSA(hsa_executable_get_info(executable, HSA_EXECUTABLE_INFO_PROFILE, &value));
    CHECK_EQUAL(HSA_PROFILE_FULL, value);
    HSA(hsa_executable_freeze(executable, NULL));
    HSA(hsa_executable_get_info(executable, HSA_EXECUTABLE_INFO_STATE, &value));
    CHECK_EQUAL(HSA_EXECUTABLE_STATE_FROZEN, value);
    HSA(hsa_executable_validate_alt(executable, NULL, &value));
    CHECK_EQUAL(0, value);
    CHECK_EQUAL(HSA_STATUS_ERROR_FROZEN_EXECUTABLE, hsa_executable_freeze(executable, NULL));
    CHECK_EQUAL(HSA_STATUS_ERROR_FROZEN_EXECUTABLE,
                hsa_executable_load_agent_code_object(executable, gpus[0], reader, NULL, NULL));
    HSA(hsa_executable_destroy(executable));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_EXECUTABLE, hsa_executable_destroy(executable));
    HSA(hsa_executable_create(HSA_PROFILE_BASE, HSA_EXECUTABLE_STATE_FROZEN, "", &other));
    CHECK_EQUAL(HSA_STATUS_ERROR_FROZEN_EXECUTABLE, hsa_executable_freeze(other, NULL));
    HSA(hsa_executable_destroy(other));
    HSA(hsa_code_object_reader_destroy(reader));
}

int main(void) {
    HSA(hsa_init());
    HSA(hsa_iterate_agents(take_agent, NULL));
    list.kernels[0].function = (uintptr_t)set;
    list.kernels[1].function = (uintptr_t)unset;
    the_loader_extension_has_four_versions();
    symbols_have_the_names_of_kernel_descriptors();
    kernel_objects_live_as_long_as_their_executable();
    a_loaded_code_object_in_memory_says_where_it_is();
    segments_are_asked_for_twice();
    exported_functions_of_a_library_are_kernels();
    damaged_code_objects_are_refused();
    wrong_handles_and_states_have_statuses();
    return 0;
}
