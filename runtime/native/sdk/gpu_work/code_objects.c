// See code_objects.h.
#include "gpu_work/code_objects.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rocprofiler-sdk/callback_tracing.h>

#include "base/clock.h"
#include "dispatches/kernel_ids.h"
#include "engine/admission.h"
#include "gpu_work/objects.h"
#include "hsa/agents.h"
#include "hsa/handles.h"
#include "hsa/own_functions.h"
#include "threads/inside.h"

// AMD's loader extension (hsa_ven_amd_loader_1_03_pfn_t): its functions, by their place.
enum { LOADER_MAJOR = 1, HOST_ADDRESS = 0, ITERATE_OBJECTS = 3, OBJECT_INFO = 4, LOADER_FUNCTIONS = 7 };

enum { PROCESSOR_BYTES = 64, DESCRIPTOR_BYTES = 64, MOST_TEXT_BYTES = 1 << 20 };

#define OBJECT(name) HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_##name
#define SYMBOL(name) HSA_EXECUTABLE_SYMBOL_INFO_##name

typedef uint32_t info_fn(uint64_t handle, uint32_t attribute, void* value);
typedef rocprofiler_callback_tracing_code_object_load_data_t load_t;
typedef rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t kernel_t;

// --- what is loaded ------------------------------------------------------------------------------------------------

typedef struct {
    uint64_t id, object, symbol;
} kernel;

typedef struct executable {
    struct executable* next;
    uint64_t handle, first_object, objects; // ids of code objects, in a row
    uint64_t count;
    kernel kernels[];
} executable;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static executable* loaded; // with `lock`
static uint64_t last_object, last_kernel;

static void add(executable* of) {
    pthread_mutex_lock(&lock);
    of->next = loaded;
    loaded = of;
    for (uint64_t i = 0; i < of->count; i++) rpj_kernel_ids_put(of->kernels[i].object, of->kernels[i].id);
    pthread_mutex_unlock(&lock);
}

static bool is_loaded(uint64_t handle) {
    pthread_mutex_lock(&lock);
    const executable* one = loaded;
    while (one != NULL && one->handle != handle) one = one->next;
    pthread_mutex_unlock(&lock);
    return one != NULL;
}

// An address may have become another kernel's meanwhile.
static executable* take(uint64_t handle) {
    pthread_mutex_lock(&lock);
    executable** place = &loaded;
    while (*place != NULL && (*place)->handle != handle) place = &(*place)->next;
    executable* found = *place;
    if (found != NULL) *place = found->next;
    for (uint64_t i = 0; found != NULL && i < found->count; i++)
        if (rpj_kernel_id(found->kernels[i].object) == found->kernels[i].id)
            rpj_kernel_ids_put(found->kernels[i].object, 0);
    pthread_mutex_unlock(&lock);
    return found;
}

// --- what the runtime says -----------------------------------------------------------------------------------------

static void* const* loader(void) {
    static void* functions[LOADER_FUNCTIONS];
    static bool asked;
    hsa_system_get_major_extension_table_fn* own = RPJ_OWN_CORE(hsa_system_get_major_extension_table);
    pthread_mutex_lock(&lock);
    if (!asked && own != NULL) own(HSA_EXTENSION_AMD_LOADER, LOADER_MAJOR, sizeof functions, functions);
    asked = true;
    pthread_mutex_unlock(&lock);
    return functions;
}

// A number of any size up to eight bytes, 0 if the runtime does not know it.
static uint64_t number(void* function, uint64_t handle, uint32_t attribute) {
    uint64_t room[8] = {0};
    return function != NULL && !((info_fn*)function)(handle, attribute, room) ? room[0] : 0;
}

// A text, to which runtimes append no terminator; the caller's to free.
static char* text(void* function, uint64_t handle, uint32_t length_of, uint32_t attribute) {
    uint64_t length = number(function, handle, length_of) & UINT32_MAX;
    char* made = length <= MOST_TEXT_BYTES ? calloc(1, length + 1) : NULL;
    if (made != NULL && length) ((info_fn*)function)(handle, attribute, made);
    return made;
}

// --- code objects --------------------------------------------------------------------------------------------------

typedef struct {
    uint64_t id, agent, base, size;
} range;

static void describe_storage(load_t* load, void* info, uint64_t object) {
    load->storage_type = (rocprofiler_code_object_storage_type_t)number(info, object, OBJECT(CODE_OBJECT_STORAGE_TYPE));
    if (load->storage_type == ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_FILE) {
        load->storage_file = (int)number(info, object, OBJECT(CODE_OBJECT_STORAGE_FILE));
    } else if (load->storage_type == ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_MEMORY) {
        load->memory_base = number(info, object, OBJECT(CODE_OBJECT_STORAGE_MEMORY_BASE));
        load->memory_size = number(info, object, OBJECT(CODE_OBJECT_STORAGE_MEMORY_SIZE));
    }
}

static range read_object(native_thread_t* thread, void* info, uint64_t object, uint64_t id) {
    bool of_agent = number(info, object, OBJECT(KIND)) == HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_KIND_AGENT;
    range found = {id, of_agent ? number(info, object, OBJECT(AGENT)) : 0, number(info, object, OBJECT(LOAD_BASE)),
                   number(info, object, OBJECT(LOAD_SIZE))};
    load_t load = {.size = sizeof load, .code_object_id = id, .load_base = found.base, .load_size = found.size};
    load.agent_id.handle = rpj_agent_id(found.agent);
    load.hsa_agent.handle = found.agent;
    load.load_delta = (int64_t)number(info, object, OBJECT(LOAD_DELTA));
    describe_storage(&load, info, object);
    char* uri = text(info, object, OBJECT(URI_LENGTH), OBJECT(URI));
    rpj_object_write(thread, RPJ_KIND_CODE_OBJECT, &load, sizeof load, NULL, 0, uri != NULL ? uri : "",
                     uri != NULL ? strlen(uri) : 0);
    free(uri);
    return found;
}

// --- kernels -------------------------------------------------------------------------------------------------------

// Where the kernels of an executable are read to.
typedef struct {
    native_thread_t* thread;
    const range* ranges;
    uint64_t range_count;
    uint64_t executable;
    kernel* kernels;
    uint64_t count, room;
} reading;

// The code object whose memory contains the descriptor, otherwise the first one of the agent.
static uint64_t owner(const reading* all, uint64_t agent, uint64_t object) {
    uint64_t first = 0;
    for (uint64_t i = 0; i < all->range_count; i++) {
        const range* one = &all->ranges[i];
        if (one->agent != agent) continue;
        if (object - one->base < one->size) return one->id;
        if (!first) first = one->id;
    }
    return first;
}

static void read_descriptor(segment_kernel_facts_t* facts, uint64_t object) {
    const void* here = NULL;
    uint32_t (*ask)(uint64_t, const void**) = loader()[HOST_ADDRESS];
    if (ask != NULL && object && !ask(object, &here) && here != NULL) memcpy(facts->descriptor, here, DESCRIPTOR_BYTES);
}

static void record_kernel(const reading* to, const kernel* one, uint64_t code_object, const char* processor) {
    info_fn* info = RPJ_OWN_CORE(hsa_executable_symbol_get_info);
    kernel_t data = {.size = sizeof data, .kernel_id = one->id, .code_object_id = code_object};
    segment_kernel_facts_t facts = {.time_ns = rpj_boottime_now()};
    data.kernel_object = one->object;
    data.kernarg_segment_size = (uint32_t)number(info, one->symbol, SYMBOL(KERNEL_KERNARG_SEGMENT_SIZE));
    data.kernarg_segment_alignment = (uint32_t)number(info, one->symbol, SYMBOL(KERNEL_KERNARG_SEGMENT_ALIGNMENT));
    data.group_segment_size = (uint32_t)number(info, one->symbol, SYMBOL(KERNEL_GROUP_SEGMENT_SIZE));
    data.private_segment_size = (uint32_t)number(info, one->symbol, SYMBOL(KERNEL_PRIVATE_SEGMENT_SIZE));
    memcpy(facts.processor, processor, PROCESSOR_BYTES);
    read_descriptor(&facts, one->object);
    char* name = text(info, one->symbol, SYMBOL(NAME_LENGTH), SYMBOL(NAME));
    rpj_object_write(to->thread, RPJ_KIND_KERNEL_FACTS, &data, sizeof data, &facts, sizeof facts,
                     name != NULL ? name : "", name != NULL ? strlen(name) : 0);
    free(name);
}

static void read_symbol(reading* to, uint64_t symbol, uint64_t agent, const char* processor) {
    void* info = RPJ_OWN_CORE(hsa_executable_symbol_get_info);
    if (number(info, symbol, SYMBOL(TYPE)) != HSA_SYMBOL_KIND_KERNEL || to->count == to->room) return;
    kernel one = {0, number(info, symbol, SYMBOL(KERNEL_OBJECT)), symbol};
    uint64_t code_object = owner(to, agent, one.object);
    if (!code_object) return;
    one.id = __atomic_add_fetch(&last_kernel, 1, __ATOMIC_RELAXED);
    to->kernels[to->count++] = one;
    record_kernel(to, &one, code_object, processor);
}

static bool reserve(reading* to, uint64_t more) {
    kernel* longer = realloc(to->kernels, (to->room + more) * sizeof *longer);
    if (longer == NULL) return false;
    to->kernels = longer;
    to->room += more;
    return true;
}

// The runtime lists the symbols of an agent, not of a code object.
static void read_kernels_of(reading* to, uint64_t agent) {
    char processor[PROCESSOR_BYTES + 8] = {0};
    info_fn* info = RPJ_OWN_CORE(hsa_agent_get_info);
    if (info != NULL) info(agent, HSA_AGENT_INFO_NAME, processor);
    rpj_handles symbols =
        rpj_handles_of_symbols(RPJ_OWN_CORE(hsa_executable_iterate_agent_symbols), to->executable, agent);
    if (symbols.count && reserve(to, symbols.count))
        for (uint64_t i = 0; i < symbols.count; i++) read_symbol(to, symbols.at[i], agent, processor);
    free(symbols.at);
}

static bool is_first_of(const range* ranges, uint64_t index) {
    for (uint64_t i = 0; i < index; i++)
        if (ranges[i].agent == ranges[index].agent) return false;
    return ranges[index].agent != 0;
}

static executable* known(const reading* read) {
    executable* made = malloc(sizeof *made + read->count * sizeof *made->kernels);
    if (made == NULL) return NULL;
    *made = (executable){.handle = read->executable, .count = read->count, .objects = read->range_count};
    if (read->range_count) made->first_object = read->ranges[0].id;
    memcpy(made->kernels, read->kernels, read->count * sizeof *made->kernels);
    return made;
}

static void read_executable(native_thread_t* thread, uint64_t handle) {
    rpj_handles objects = rpj_handles_of_objects(loader()[ITERATE_OBJECTS], handle);
    range* ranges = calloc(objects.count + 1, sizeof *ranges);
    reading all = {.thread = thread, .ranges = ranges, .range_count = objects.count, .executable = handle};
    uint64_t first = 1 + __atomic_fetch_add(&last_object, objects.count, __ATOMIC_RELAXED);
    for (uint64_t i = 0; ranges != NULL && i < objects.count; i++)
        ranges[i] = read_object(thread, loader()[OBJECT_INFO], objects.at[i], first + i);
    for (uint64_t i = 0; ranges != NULL && i < objects.count; i++)
        if (is_first_of(ranges, i)) read_kernels_of(&all, ranges[i].agent);
    executable* made = ranges != NULL ? known(&all) : NULL;
    if (made != NULL) add(made);
    free(all.kernels);
    free(ranges);
    free(objects.at);
}

// --- the runtime's functions ---------------------------------------------------------------------------------------

static native_thread_t* follower(rpj_cancellation* cancel) {
    return rpj_recorder_follows() ? rpj_object_begin(cancel) : NULL;
}

hsa_status_t rpj_my_freeze(uint64_t handle, const char* options) {
    hsa_status_t (*own)(uint64_t, const char*) = RPJ_OWN_CORE(hsa_executable_freeze);
    rpj_cancellation cancel;
    hsa_status_t result = own(handle, options);
    native_thread_t* thread = result == HSA_STATUS_SUCCESS ? follower(&cancel) : NULL;
    if (thread == NULL) return result;
    if (loader()[OBJECT_INFO] != NULL && !is_loaded(handle)) read_executable(thread, handle);
    rpj_inside_end(thread, cancel);
    return result;
}

hsa_status_t rpj_my_destroy(uint64_t handle) {
    hsa_status_t (*own)(uint64_t) = RPJ_OWN_CORE(hsa_executable_destroy);
    rpj_cancellation cancel;
    native_thread_t* thread = follower(&cancel);
    if (thread == NULL) return own(handle);
    executable* gone = take(handle);
    for (uint64_t i = 0; gone != NULL && i < gone->objects; i++)
        rpj_object_gone(thread, RPJ_GONE_CODE_OBJECT, gone->first_object + i);
    free(gone);
    rpj_inside_end(thread, cancel);
    return own(handle);
}

// --- names for messages --------------------------------------------------------------------------------------------

static uint64_t symbol_of(uint64_t id) {
    uint64_t symbol = 0;
    pthread_mutex_lock(&lock);
    for (const executable* one = loaded; one != NULL && !symbol; one = one->next)
        for (uint64_t i = 0; i < one->count; i++)
            if (one->kernels[i].id == id) symbol = one->kernels[i].symbol;
    pthread_mutex_unlock(&lock);
    return symbol;
}

void rpj_kernel_name(uint64_t id, char name[RPJ_KERNEL_NAME_BYTES]) {
    const uint64_t symbol = id ? symbol_of(id) : 0;
    void* info = RPJ_OWN_CORE(hsa_executable_symbol_get_info);
    char* found = symbol ? text(info, symbol, SYMBOL(NAME_LENGTH), SYMBOL(NAME)) : NULL;
    char* suffix = found != NULL && strlen(found) > 3 ? found + strlen(found) - 3 : NULL;
    if (suffix != NULL && !strcmp(suffix, ".kd")) *suffix = 0;
    if (found != NULL) snprintf(name, RPJ_KERNEL_NAME_BYTES, "%s", found);
    else if (!id) snprintf(name, RPJ_KERNEL_NAME_BYTES, "that is in no known code object");
    else snprintf(name, RPJ_KERNEL_NAME_BYTES, "with id %llu", (unsigned long long)id);
    free(found);
}
