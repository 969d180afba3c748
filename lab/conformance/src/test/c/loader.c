// loader CASE: the test's own HSA runtimes, in tables that it registers itself, with a tool in this program that
// prints all code object events.
//
//   values   all properties that a loader can report, in one executable
//   absent   runtimes without the loader extension, with an old one, and with too short a table
//   failing  freezes that fail, freezes of frozen executables, destroys of unknown ones
//   two      two instances of the runtime, whose handles are the same
//   inside   a tool that destroys an executable in its own callback, and freezes another one
//   many     far more kernels than usual
//   storm    threads that load and unload all the time, while another starts and stops the context
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hsa/hsa.h>
#include <hsa/hsa_ven_amd_loader.h>
#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

enum { AGENT = 0xA9E, OTHER_AGENT = 0xA9F, CORE_SLOTS = 125, HSA_EXTENSION_OF_LOADER = 0x201, MANY = 5000 };
enum { THREADS = 4, ROUNDS = 1000, STORM = 0x100 }; // executables from STORM on belong to the threads

static const char* mode;
static int quiet;
static atomic_ulong heard[3][3]; // by operation and phase
static atomic_ulong strange;     // unloads with another user data than their load
static rocprofiler_context_id_t context;

static int is(const char* name) { return strcmp(mode, name) == 0; }

static void must(const char* what, rocprofiler_status_t status) {
    if (status != ROCPROFILER_STATUS_SUCCESS) printf("%s: %s\n", what, rocprofiler_get_status_name(status));
}
#define MUST(call) must(#call, call)

// --- loaded code ---------------------------------------------------------------------------------------------------

typedef struct {
    uint64_t handle, agent;
    uint32_t kind, storage;
    const char* uri;
    uint64_t base, size;
    int64_t delta;
    uint64_t memory_base, memory_size;
    int file;
} object_t;

typedef struct {
    uint64_t handle, agent;
    uint32_t kind;
    const char* name;
    uint64_t kernel_object;
    uint32_t kernarg, alignment, group, private;
} symbol_t;

// The target of a kernel object: 64 bytes, the code's offset at 16, registers from 44 on.
typedef struct {
    uint32_t words[4];
    int64_t entry;
    uint32_t reserved[5];
    uint32_t rsrc3, rsrc1, rsrc2, properties, rest;
} descriptor_t;

static descriptor_t first_code[2] = {{.entry = 4096, .rsrc1 = 7 << 6 | 5, .rsrc3 = 3}, {.entry = -512}};
static descriptor_t second_code[1] = {{.entry = 64}};
#define AT(pointer) ((uint64_t)(uintptr_t)(pointer))

static object_t objects[3];
static symbol_t symbols[5];
static char many_names[MANY][16];
static symbol_t* many;

static void describe(void) {
    objects[0] = (object_t){0x10,
                            AGENT,
                            HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_KIND_AGENT,
                            HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_FILE,
                            "file:///a%20b#offset=1&size=2",
                            AT(first_code),
                            sizeof first_code,
                            -77,
                            0,
                            0,
                            33};
    objects[1] = (object_t){0x11,
                            AGENT,
                            HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_KIND_AGENT,
                            HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_MEMORY,
                            "memory://7#offset=0x10&size=20",
                            AT(second_code),
                            sizeof second_code,
                            5,
                            16,
                            20,
                            0};
    objects[2] = (object_t){0x12,
                            OTHER_AGENT,
                            HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_KIND_PROGRAM,
                            HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_NONE,
                            "",
                            0,
                            0,
                            0,
                            0,
                            0,
                            0};
    symbols[0] = (symbol_t){0x20, AGENT, HSA_SYMBOL_KIND_KERNEL, "second.kd", AT(&second_code[0]), 8, 8, 16, 32};
    symbols[1] = (symbol_t){0x21, AGENT, HSA_SYMBOL_KIND_VARIABLE, "variable", 0, 0, 0, 0, 0};
    symbols[2] = (symbol_t){0x22, AGENT, HSA_SYMBOL_KIND_KERNEL, "_Z5firstv.kd", AT(&first_code[0]), 264, 16, 1024, 48};
    symbols[3] = (symbol_t){0x23, AGENT, HSA_SYMBOL_KIND_KERNEL, "", AT(&first_code[1]), 0, 0, 0, 0};
    symbols[4] = (symbol_t){0x24, AGENT, HSA_SYMBOL_KIND_KERNEL, "elsewhere.kd", 0xE15E, 1, 2, 3, 4};
    many = calloc(MANY, sizeof *many);
    for (int i = 0; i < MANY; i++) {
        snprintf(many_names[i], sizeof many_names[i], "k%d.kd", i);
        many[i] = (symbol_t){0x1000 + i, AGENT, HSA_SYMBOL_KIND_KERNEL, many_names[i], 0x700000 + 64 * i, 8, 8, 0, 0};
    }
}

// --- the runtimes --------------------------------------------------------------------------------------------------

static uint32_t freeze_status, extension_status;
static atomic_uint iterations;

static hsa_status_t freeze(hsa_executable_t executable, const char* options) {
    (void)executable, (void)options;
    return (hsa_status_t)freeze_status;
}

static hsa_status_t destroy(hsa_executable_t executable) {
    if (!quiet) printf("destroy %lx\n", (unsigned long)executable.handle);
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t unsupported(void) { return HSA_STATUS_ERROR; }

// Executable 1 has all code objects, 2 and those of the storm have the second one, all others have none.
static hsa_status_t iterate_objects(hsa_executable_t executable,
                                    hsa_status_t (*callback)(hsa_executable_t, hsa_loaded_code_object_t, void*),
                                    void* data) {
    int second = executable.handle == 2 || executable.handle >= STORM;
    int from = second ? 1 : 0, to = executable.handle == 1 ? 3 : second ? 2 : 0;
    iterations++;
    for (int i = from; i < to; i++) callback(executable, (hsa_loaded_code_object_t){objects[i].handle}, data);
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t iterate_other_objects(hsa_executable_t executable,
                                          hsa_status_t (*callback)(hsa_executable_t, hsa_loaded_code_object_t, void*),
                                          void* data) {
    printf("the second runtime is asked for its executable %lx\n", (unsigned long)executable.handle);
    return callback(executable, (hsa_loaded_code_object_t){objects[0].handle}, data);
}

static hsa_status_t iterate_symbols(hsa_executable_t executable, hsa_agent_t agent,
                                    hsa_status_t (*callback)(hsa_executable_t, hsa_agent_t, hsa_executable_symbol_t,
                                                             void*),
                                    void* data) {
    int count = is("many") ? MANY : executable.handle == 1 ? 5 : 1;
    const symbol_t* from = is("many") ? many : symbols;
    for (int i = 0; i < count; i++) {
        if (from[i].agent == agent.handle) callback(executable, agent, (hsa_executable_symbol_t){from[i].handle}, data);
    }
    return HSA_STATUS_SUCCESS;
}

#define PUT(type, number) \
    do { \
        *(type*)value = (type)(number); \
        return HSA_STATUS_SUCCESS; \
    } while (0)

static hsa_status_t object_info(hsa_loaded_code_object_t loaded, hsa_ven_amd_loader_loaded_code_object_info_t attribute,
                                void* value) {
    const object_t* o = &objects[loaded.handle - objects[0].handle];
    switch (attribute) {
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_KIND: PUT(uint32_t, o->kind);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_AGENT: PUT(uint64_t, o->agent);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_TYPE: PUT(uint32_t, o->storage);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_MEMORY_BASE: PUT(uint64_t, o->memory_base);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_MEMORY_SIZE: PUT(uint64_t, o->memory_size);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_FILE: PUT(int, o->file);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_DELTA: PUT(int64_t, o->delta);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_BASE: PUT(uint64_t, o->base);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_SIZE: PUT(uint64_t, o->size);
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_URI_LENGTH: PUT(uint32_t, strlen(o->uri));
        case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_URI:
            memcpy(value, o->uri, strlen(o->uri));
            return HSA_STATUS_SUCCESS;
        default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

static hsa_status_t symbol_info(hsa_executable_symbol_t symbol, hsa_executable_symbol_info_t attribute, void* value) {
    const symbol_t* s = symbol.handle >= 0x1000 ? &many[symbol.handle - 0x1000] : &symbols[symbol.handle - 0x20];
    switch (attribute) {
        case HSA_EXECUTABLE_SYMBOL_INFO_TYPE: PUT(uint32_t, s->kind);
        case HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH: PUT(uint32_t, strlen(s->name));
        case HSA_EXECUTABLE_SYMBOL_INFO_NAME: memcpy(value, s->name, strlen(s->name)); return HSA_STATUS_SUCCESS;
        case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT: PUT(uint64_t, s->kernel_object);
        case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE: PUT(uint32_t, s->kernarg);
        case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT: PUT(uint32_t, s->alignment);
        case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE: PUT(uint32_t, s->group);
        case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE: PUT(uint32_t, s->private);
        default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

static hsa_status_t agent_info(hsa_agent_t agent, hsa_agent_info_t attribute, void* value) {
    if (agent.handle != AGENT || attribute != HSA_AGENT_INFO_NAME) return HSA_STATUS_ERROR_INVALID_AGENT;
    strcpy(value, "gfx90a");
    return HSA_STATUS_SUCCESS;
}

// Addresses outside of all code objects are not readable.
static hsa_status_t host_address(const void* device, const void** host) {
    if (AT(device) == 0xE15E || is("many")) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *host = device;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t extension(uint16_t id, uint16_t major, size_t length, void* table) {
    if (extension_status) return (hsa_status_t)extension_status;
    if (id != HSA_EXTENSION_OF_LOADER || major != 1) return HSA_STATUS_ERROR;
    void* functions[7] = {(void*)host_address, (void*)unsupported, (void*)unsupported, (void*)iterate_objects,
                          (void*)object_info,  (void*)unsupported, (void*)unsupported};
    memcpy(table, functions, length < sizeof functions ? length : sizeof functions);
    return HSA_STATUS_SUCCESS;
}

// Version 1.00 of the extension: nothing about loaded code objects.
static hsa_status_t old_extension(uint16_t id, uint16_t major, size_t length, void* table) {
    void* functions[3] = {(void*)host_address, (void*)unsupported, (void*)unsupported};
    memcpy(table, functions, length < sizeof functions ? length : sizeof functions);
    (void)id, (void)major;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t other_extension(uint16_t id, uint16_t major, size_t length, void* table) {
    hsa_status_t status = extension(id, major, length, table);
    if (status == HSA_STATUS_SUCCESS) ((void**)table)[3] = (void*)iterate_other_objects;
    return status;
}

// A table of core functions: HSA's version with the size in its second word, then the functions.
typedef struct {
    uint32_t major, size, step, reserved;
    void* functions[CORE_SLOTS];
} core_t;

static core_t cores[4];

#define SLOT(core, name) ((core)->functions[ROCPROFILER_HSA_CORE_API_ID_##name])

static core_t* make_core(int index, int slots, void* get_extension) {
    core_t* core = &cores[index];
    *core = (core_t){.major = 2, .size = (uint32_t)(16 + 8 * slots), .step = 1};
    for (int i = 0; i < CORE_SLOTS; i++) core->functions[i] = (void*)unsupported;
    SLOT(core, hsa_executable_freeze) = (void*)freeze;
    SLOT(core, hsa_executable_destroy) = (void*)destroy;
    SLOT(core, hsa_executable_iterate_agent_symbols) = (void*)iterate_symbols;
    SLOT(core, hsa_executable_symbol_get_info) = (void*)symbol_info;
    SLOT(core, hsa_agent_get_info) = (void*)agent_info;
    SLOT(core, hsa_system_get_major_extension_table) = get_extension;
    return core;
}

static void announce(core_t* core) {
    rocprofiler_register_library_indentifier_t id;
    void* container[8] = {(void*)((uint64_t)64 << 32), NULL, core};
    void* tables[1] = {container};
    rocprofiler_register_library_api_table("hsa", NULL, 10000, tables, 1, &id);
}

static uint32_t call_freeze(core_t* core, uint64_t executable) {
    hsa_status_t (*function)(hsa_executable_t, const char*) = SLOT(core, hsa_executable_freeze);
    if (!quiet) printf("freeze %lx\n", (unsigned long)executable);
    return function((hsa_executable_t){executable}, NULL);
}

static void call_destroy(core_t* core, uint64_t executable) {
    hsa_status_t (*function)(hsa_executable_t) = SLOT(core, hsa_executable_destroy);
    function((hsa_executable_t){executable});
}

// --- the tool ------------------------------------------------------------------------------------------------------

static void print_object(const rocprofiler_callback_tracing_code_object_load_data_t* data) {
    printf("object %lu agent %lx uri '%s' base %d size %lu delta %ld storage %d", (unsigned long)data->code_object_id,
           (unsigned long)data->hsa_agent.handle, data->uri,
           data->load_base == AT(first_code)    ? 1
           : data->load_base == AT(second_code) ? 2
                                                : 0,
           (unsigned long)data->load_size, (long)data->load_delta, data->storage_type);
    if (data->storage_type == ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_FILE) printf(" file %d", data->storage_file);
    if (data->storage_type == ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_MEMORY)
        printf(" memory %lu %lu", (unsigned long)data->memory_base, (unsigned long)data->memory_size);
}

static void print_kernel(const rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t* data) {
    printf("kernel %lu of %lu '%s' kernarg %u %u group %u private %u registers %u %u %u entry %ld address %d",
           (unsigned long)data->kernel_id, (unsigned long)data->code_object_id, data->kernel_name,
           data->kernarg_segment_size, data->kernarg_segment_alignment, data->group_segment_size,
           data->private_segment_size, data->sgpr_count, data->arch_vgpr_count, data->accum_vgpr_count,
           (long)data->kernel_code_entry_byte_offset, data->kernel_address.value != 0);
}

static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* argument) {
    heard[record.operation - 1][record.phase]++;
    uint64_t id = ((uint64_t*)record.payload)[1]; // of the code object or kernel: in both payloads it follows the size
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_LOAD) user->value = id;
    else if (user->value != id) strange++;
    if (!quiet) {
        printf("  %s ", record.phase == ROCPROFILER_CALLBACK_PHASE_LOAD ? "load" : "unload");
        if (record.operation == ROCPROFILER_CODE_OBJECT_LOAD) print_object(record.payload);
        if (record.operation == ROCPROFILER_CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER) print_kernel(record.payload);
        printf("\n");
    }
    if (is("inside") && record.phase == ROCPROFILER_CALLBACK_PHASE_LOAD
        && record.operation == ROCPROFILER_CODE_OBJECT_LOAD) {
        const rocprofiler_callback_tracing_code_object_load_data_t* data = record.payload;
        if (data->code_object_id == 1) call_freeze(&cores[0], 2);
        if (data->code_object_id == 2) call_destroy(&cores[0], 1);
    }
    (void)argument;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    MUST(rocprofiler_create_context(&context));
    MUST(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, NULL, 0,
                                                        on_event, NULL));
    MUST(rocprofiler_start_context(context));
    return 0;
}

static void finalize(void* data) {
    (void)data;
    if (!is("storm"))
        printf("finalize: %lu objects, %lu kernels, unloaded %lu, %lu\n", heard[0][1], heard[1][1], heard[0][2],
               heard[1][2]);
    else
        printf("finalize: loads are %s, unloaded %s\n",
               heard[0][1] > 0 && heard[0][1] <= THREADS * ROUNDS && heard[0][1] == heard[1][1] ? "some" : "wrong",
               heard[0][1] == heard[0][2] && heard[1][1] == heard[1][2] ? "all" : "others");
    if (strange) printf("%lu with another's user data\n", strange);
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* text, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    (void)version, (void)text, (void)priority;
    id->name = "loader";
    return &result;
}

// --- the program ---------------------------------------------------------------------------------------------------

static void absent(void) {
    core_t* old = make_core(1, CORE_SLOTS, (void*)old_extension);
    core_t* small = make_core(2, ROCPROFILER_HSA_CORE_API_ID_hsa_system_get_major_extension_table, (void*)extension);
    core_t* none = make_core(3, CORE_SLOTS, NULL);
    announce(old);
    announce(small);
    announce(none);
    extension_status = HSA_STATUS_ERROR;
    core_t* all[] = {&cores[0], old, small, none};
    for (int i = 0; i < 4; i++) {
        call_freeze(all[i], 1);
        call_destroy(all[i], 1);
    }
    printf("asked %u times\n", atomic_load(&iterations));
}

static void failing(core_t* core) {
    freeze_status = HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
    printf("status %u\n", call_freeze(core, 2));
    freeze_status = HSA_STATUS_SUCCESS;
    printf("status %u\n", call_freeze(core, 2));
    freeze_status = HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
    printf("status %u\n", call_freeze(core, 2));
    freeze_status = HSA_STATUS_SUCCESS;
    printf("once more\n");
    call_freeze(core, 2);
    call_destroy(core, 3);
    call_destroy(core, 2);
    call_destroy(core, 2);
    call_freeze(core, 3); // has no code objects
    call_destroy(core, 3);
    call_freeze(core, 2); // the handle is reused
    call_destroy(core, 2);
}

static void load_many(core_t* core) {
    quiet = 1;
    for (int i = 0; i < 20; i++) {
        call_freeze(core, 2);
        call_destroy(core, 2);
    }
    call_freeze(core, 2);
}

static void* load_and_unload(void* number) {
    uint64_t base = STORM + (uint64_t)(uintptr_t)number * ROUNDS;
    for (uint64_t i = 0; i < ROUNDS; i++) {
        call_freeze(&cores[0], base + i);
        if (i % 10 != 9) call_destroy(&cores[0], base + i); // the rest stays loaded until the end
    }
    return NULL;
}

static atomic_bool ended;

static void* toggle(void* unused) {
    while (!ended) {
        MUST(rocprofiler_stop_context(context));
        MUST(rocprofiler_start_context(context));
    }
    return unused;
}

static void storm(void) {
    pthread_t threads[THREADS], toggler;
    quiet = 1;
    pthread_create(&toggler, NULL, toggle, NULL);
    for (uintptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, load_and_unload, (void*)i);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    ended = true;
    pthread_join(toggler, NULL);
}

int main(int count, char** words) {
    mode = count > 1 ? words[1] : "values";
    describe();
    core_t* core = make_core(0, CORE_SLOTS, (void*)extension);
    announce(core);
    if (is("values")) {
        call_freeze(core, 1);
        call_freeze(core, 2);
    } else if (is("absent")) {
        absent();
    } else if (is("failing")) {
        failing(core);
    } else if (is("two")) {
        core_t* other = make_core(1, CORE_SLOTS, (void*)other_extension);
        announce(other);
        call_freeze(other, 2);
        call_freeze(core, 2);
        call_destroy(other, 2);
    } else if (is("inside")) {
        call_freeze(core, 1);
    } else if (is("storm")) {
        storm();
    } else {
        load_many(core);
    }
    printf("end\n");
    return 0;
}
