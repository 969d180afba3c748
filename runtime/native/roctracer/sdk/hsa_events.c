// HSA_EVT: memory that is allocated and made visible to agents, copies, and loaded code, reported around the calls
// that cause them. Every event is reported once, on the calling thread, with `data` valid only during the callback.
#include "sdk/hsa_events.h"

#include <roctracer/roctracer_hsa.h>
#include <stdlib.h>

#include "rpj_hsa.h"
#include "sdk/sdk_functions.h"
#include "trace/trace.h"

// HSA's own functions, so that these queries are not calls of the program.
#define OWN(table, prefix, name) \
    ((name##_fn*)(rt_sdk.hsa_function != NULL ? rt_sdk.hsa_function(table, prefix##name) : NULL))
#define CORE(name) OWN(RPJ_HSA_CORE_TABLE, ROCPROFILER_HSA_CORE_API_ID_, name)
#define EXT(name) OWN(RPJ_HSA_AMD_EXT_TABLE, ROCPROFILER_HSA_AMD_EXT_API_ID_, name)

static void tell(uint32_t event, hsa_evt_data_t* data) { rt_trace(ACTIVITY_DOMAIN_HSA_EVT, event, data); }

static bool is_wanted(uint32_t event) { return rt_trace(ACTIVITY_DOMAIN_HSA_EVT, event, NULL) == 0; }

// --- agents --------------------------------------------------------------------------------------------------------

enum { AGENT_LIMIT = 128 };

struct agent {
    hsa_agent_t handle;
    hsa_device_type_t type;
    uint32_t id; // for a GPU its driver number; for others, counted by type
};

static struct agent agents[AGENT_LIMIT];
static _Atomic uint32_t agent_count; // 0: not queried yet
static atomic_flag asking = ATOMIC_FLAG_INIT;

struct agent_count {
    uint32_t all, of_type[3];
};

static hsa_status_t add_agent(hsa_agent_t handle, void* data) {
    struct agent_count* count = data;
    struct agent* agent = &agents[count->all];
    uint32_t node = 0;
    if (count->all == AGENT_LIMIT) return HSA_STATUS_SUCCESS;
    agent->handle = handle;
    if (CORE(hsa_agent_get_info)(handle, HSA_AGENT_INFO_DEVICE, &agent->type) != HSA_STATUS_SUCCESS)
        return HSA_STATUS_SUCCESS;
    const uint32_t type = (uint32_t)agent->type < 3 ? (uint32_t)agent->type : 2;
    agent->id = count->of_type[type]++;
    if (agent->type == HSA_DEVICE_TYPE_GPU
        && CORE(hsa_agent_get_info)(handle, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_DRIVER_NODE_ID, &node)
               == HSA_STATUS_SUCCESS)
        agent->id = node;
    count->all++;
    return HSA_STATUS_SUCCESS;
}

// HSA was initialised, perhaps again: its agents are new.
void rt_hsa_events_begin(void) { atomic_store_explicit(&agent_count, 0, memory_order_release); }

static uint32_t known_agents(void) {
    uint32_t known = atomic_load_explicit(&agent_count, memory_order_acquire);
    if (known != 0 || CORE(hsa_iterate_agents) == NULL || CORE(hsa_agent_get_info) == NULL) return known;
    if (atomic_flag_test_and_set(&asking)) return 0;
    struct agent_count count = {0};
    CORE(hsa_iterate_agents)(add_agent, &count);
    atomic_store_explicit(&agent_count, count.all, memory_order_release);
    atomic_flag_clear(&asking);
    return count.all;
}

static struct agent agent_of(hsa_agent_t handle) {
    const uint32_t count = known_agents();
    for (uint32_t i = 0; i < count; i++)
        if (agents[i].handle.handle == handle.handle) return agents[i];
    return (struct agent){.handle = handle};
}

// --- memory --------------------------------------------------------------------------------------------------------

static void tell_device(const struct agent* agent, const void* pointer) {
    hsa_evt_data_t data = {.device = {.type = agent->type, .id = agent->id, .agent = agent->handle, .ptr = pointer}};
    tell(HSA_EVT_ID_DEVICE, &data);
}

static void tell_allocation(const void* pointer, size_t size, uint32_t segment, uint32_t flags) {
    hsa_evt_data_t data = {
        .allocate = {.ptr = pointer, .size = size, .segment = (hsa_amd_segment_t)segment, .global_flag = flags}};
    tell(HSA_EVT_ID_ALLOCATE, &data);
}

static void allocated_in_region(hsa_region_t region, size_t size, void* const* pointer) {
    hsa_region_get_info_fn* info = CORE(hsa_region_get_info);
    uint32_t segment = 0, flags = 0;
    if (size == 0 || pointer == NULL || !is_wanted(HSA_EVT_ID_ALLOCATE)) return;
    if (info != NULL) {
        info(region, HSA_REGION_INFO_SEGMENT, &segment);
        info(region, HSA_REGION_INFO_GLOBAL_FLAGS, &flags);
    }
    tell_allocation(*pointer, size, segment, flags);
}

static void tell_agents_of(hsa_amd_memory_pool_t pool, const void* pointer) {
    hsa_amd_agent_memory_pool_get_info_fn* info = EXT(hsa_amd_agent_memory_pool_get_info);
    const uint32_t count = info != NULL && is_wanted(HSA_EVT_ID_DEVICE) ? known_agents() : 0;
    for (uint32_t i = 0; i < count; i++) {
        hsa_amd_memory_pool_access_t access = HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED;
        info(agents[i].handle, pool, HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS, &access);
        if (access == HSA_AMD_MEMORY_POOL_ACCESS_ALLOWED_BY_DEFAULT) tell_device(&agents[i], pointer);
    }
}

static void allocated_in_pool(hsa_amd_memory_pool_t pool, size_t size, void* const* pointer) {
    hsa_amd_memory_pool_get_info_fn* info = EXT(hsa_amd_memory_pool_get_info);
    uint32_t segment = 0, flags = 0;
    if (size == 0 || pointer == NULL) return;
    if (is_wanted(HSA_EVT_ID_ALLOCATE)) {
        if (info != NULL) {
            info(pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &segment);
            info(pool, HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS, &flags);
        }
        tell_allocation(*pointer, size, segment, flags);
    }
    tell_agents_of(pool, *pointer);
}

static void allowed(uint32_t count, const hsa_agent_t* handles, const void* pointer) {
    if (handles == NULL || !is_wanted(HSA_EVT_ID_DEVICE)) return;
    for (uint32_t i = 0; i < count; i++) {
        const struct agent agent = agent_of(handles[i]);
        tell_device(&agent, pointer);
    }
}

// The agent itself is not reported, as in roctracer.
static void assigned(hsa_agent_t handle, const void* pointer) {
    if (!is_wanted(HSA_EVT_ID_DEVICE)) return;
    const struct agent agent = {.type = agent_of(handle).type};
    tell_device(&agent, pointer);
}

static void copied(const void* to, const void* from, size_t size) {
    hsa_evt_data_t data = {.memcopy = {.dst = to, .src = from, .size = size}};
    tell(HSA_EVT_ID_MEMCOPY, &data);
}

// --- code ----------------------------------------------------------------------------------------------------------

typedef hsa_ven_amd_loader_1_03_pfn_t loader_table;

// The table of version 1.01 of AMD's loader extension.
enum {
    LOADER_MAJOR = 1,
    LOADER_BYTES = offsetof(loader_table, hsa_ven_amd_loader_code_object_reader_create_from_file_with_offset_size),
};

#define INFO(name) HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_##name
#define STORAGE(name) HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_##name

struct code_walk {
    loader_table loader;
    int unload;
};

static hsa_status_t tell_code(hsa_executable_t executable, hsa_loaded_code_object_t object, void* data) {
    (void)executable;
    const struct code_walk* walk = data;
    __typeof__(walk->loader.hsa_ven_amd_loader_loaded_code_object_get_info) info =
        walk->loader.hsa_ven_amd_loader_loaded_code_object_get_info;
    uint32_t storage = 0, length = 0;
    hsa_evt_data_t told = {.codeobj = {.storage_file = -1, .unload = walk->unload}};
    info(object, INFO(CODE_OBJECT_STORAGE_TYPE), &storage);
    told.codeobj.storage_type = storage;
    if (storage == STORAGE(FILE)) {
        info(object, INFO(CODE_OBJECT_STORAGE_FILE), &told.codeobj.storage_file);
    } else if (storage == STORAGE(MEMORY)) {
        info(object, INFO(CODE_OBJECT_STORAGE_MEMORY_BASE), &told.codeobj.memory_base);
        info(object, INFO(CODE_OBJECT_STORAGE_MEMORY_SIZE), &told.codeobj.memory_size);
    } else {
        return HSA_STATUS_SUCCESS;
    }
    info(object, INFO(LOAD_BASE), &told.codeobj.load_base);
    info(object, INFO(LOAD_SIZE), &told.codeobj.load_size);
    info(object, INFO(LOAD_DELTA), &told.codeobj.load_delta);
    info(object, INFO(URI_LENGTH), &length);
    char* uri = calloc(1, (size_t)length + 1);
    if (uri != NULL) info(object, INFO(URI), uri);
    told.codeobj.uri_length = length;
    told.codeobj.uri = uri != NULL ? uri : "";
    tell(HSA_EVT_ID_CODEOBJ, &told);
    free(uri); // leaked by a callback that throws or jumps away
    return HSA_STATUS_SUCCESS;
}

static void code(hsa_executable_t executable, int unload) {
    hsa_system_get_major_extension_table_fn* table = CORE(hsa_system_get_major_extension_table);
    struct code_walk walk = {.unload = unload};
    if (table == NULL || !is_wanted(HSA_EVT_ID_CODEOBJ)) return;
    if (table(HSA_EXTENSION_AMD_LOADER, LOADER_MAJOR, LOADER_BYTES, &walk.loader) != HSA_STATUS_SUCCESS) return;
    __typeof__(walk.loader.hsa_ven_amd_loader_executable_iterate_loaded_code_objects) iterate =
        walk.loader.hsa_ven_amd_loader_executable_iterate_loaded_code_objects;
    if (iterate != NULL && walk.loader.hsa_ven_amd_loader_loaded_code_object_get_info != NULL)
        iterate(executable, tell_code, &walk);
}

// --- around calls --------------------------------------------------------------------------------------------------

void rt_hsa_events_before(uint32_t op, const rocprofiler_hsa_api_args_t* args) {
    if (op == HSA_API_ID_hsa_amd_memory_pool_free) {
        if (args->hsa_amd_memory_pool_free.ptr != NULL && is_wanted(HSA_EVT_ID_ALLOCATE))
            tell_allocation(args->hsa_amd_memory_pool_free.ptr, 0, 0, 0);
    } else if (op == HSA_API_ID_hsa_executable_destroy) {
        code(args->hsa_executable_destroy.executable, 1);
    }
}

void rt_hsa_events_after(uint32_t op, const rocprofiler_hsa_api_args_t* args, uint64_t result) {
    if ((hsa_status_t)result != HSA_STATUS_SUCCESS) return;
    switch (op) {
        case HSA_API_ID_hsa_memory_allocate:
            allocated_in_region(args->hsa_memory_allocate.region, args->hsa_memory_allocate.size,
                                args->hsa_memory_allocate.ptr);
            break;
        case HSA_API_ID_hsa_amd_memory_pool_allocate:
            allocated_in_pool(args->hsa_amd_memory_pool_allocate.memory_pool, args->hsa_amd_memory_pool_allocate.size,
                              args->hsa_amd_memory_pool_allocate.ptr);
            break;
        case HSA_API_ID_hsa_amd_agents_allow_access:
            allowed(args->hsa_amd_agents_allow_access.num_agents, args->hsa_amd_agents_allow_access.agents,
                    args->hsa_amd_agents_allow_access.ptr);
            break;
        case HSA_API_ID_hsa_memory_assign_agent:
            assigned(args->hsa_memory_assign_agent.agent, args->hsa_memory_assign_agent.ptr);
            break;
        case HSA_API_ID_hsa_memory_copy:
            copied(args->hsa_memory_copy.dst, args->hsa_memory_copy.src, args->hsa_memory_copy.size);
            break;
        case HSA_API_ID_hsa_executable_freeze: code(args->hsa_executable_freeze.executable, 0); break;
        default: break;
    }
}
