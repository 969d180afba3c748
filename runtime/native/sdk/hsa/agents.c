// See agents.h. What is known is replaced as a whole, and never freed: somebody may be reading it. No lock is held
// while the runtime is asked, which may take its own.
#include "hsa/agents.h"

#include <stdlib.h>

#include "hsa/answers.h"
#include "hsa/handles.h"
#include "hsa/own_functions.h"

typedef struct {
    uint64_t handle, id;
    bool gpu, cpu;
} agent;

// A pool or region.
typedef struct {
    uint64_t handle, owner;
} memory;

typedef struct {
    uint64_t count, memory_count;
    agent* agents;
    memory* memory;
} known_agents;

static const native_image_t* questions;
static known_agents* known;
static bool written;

void rpj_agents_begin(const native_image_t* image) { questions = image; }

void rpj_agents_forget(void) { __atomic_store_n(&known, NULL, __ATOMIC_RELEASE); }

static bool answer(uint64_t handle, uint32_t attribute, uint32_t* value) {
    uint32_t room[16] = {0};
    uint32_t (*ask)(uint64_t, uint32_t, void*) = RPJ_OWN_CORE(hsa_agent_get_info);
    bool told = ask != NULL && !ask(handle, attribute, room);
    *value = room[0];
    return told;
}

static agent read_agent(uint64_t handle) {
    uint32_t type = 0, node = 0;
    bool typed = answer(handle, HSA_AGENT_INFO_DEVICE, &type);
    if (!answer(handle, HSA_AMD_AGENT_INFO_DRIVER_NODE_ID, &node)) answer(handle, HSA_AGENT_INFO_NODE, &node);
    return (agent){handle, 1ull + node, typed && type == HSA_DEVICE_TYPE_GPU, typed && type == HSA_DEVICE_TYPE_CPU};
}

// --- memory --------------------------------------------------------------------------------------------------------

static const memory* find_memory(const known_agents* all, uint64_t handle) {
    for (uint64_t i = 0; i < all->memory_count; i++)
        if (all->memory[i].handle == handle) return &all->memory[i];
    return NULL;
}

// The first owner counts.
static void own(known_agents* all, void* function, const agent* owner) {
    rpj_handles handles = rpj_handles_of(function, owner->handle);
    memory* more = realloc(all->memory, (all->memory_count + handles.count) * sizeof *more);
    if (more != NULL) all->memory = more;
    for (uint64_t i = 0; more != NULL && i < handles.count; i++)
        if (find_memory(all, handles.at[i]) == NULL)
            all->memory[all->memory_count++] = (memory){handles.at[i], owner->id};
    free(handles.at);
}

// In ROCr a region's handle is that of its pool, and a GPU lists the regions of the host after its own: a pool belongs
// to the agent that has it, and a region that is no pool to the host, if that lists it.
static void read_memory(known_agents* all) {
    void *pools = RPJ_OWN_AMD_EXT(hsa_amd_agent_iterate_memory_pools),
         *regions = RPJ_OWN_CORE(hsa_agent_iterate_regions);
    for (uint64_t i = 0; i < all->count; i++) own(all, pools, &all->agents[i]);
    for (int gpu = 0; gpu < 2; gpu++)
        for (uint64_t i = 0; i < all->count; i++)
            if (all->agents[i].gpu == gpu) own(all, regions, &all->agents[i]);
}

// --- all of it -----------------------------------------------------------------------------------------------------

static known_agents* read_all(void) {
    rpj_handles handles = rpj_handles_of_all(RPJ_OWN_CORE(hsa_iterate_agents));
    known_agents* all = handles.count ? calloc(1, sizeof *all) : NULL;
    if (all != NULL) all->agents = malloc(handles.count * sizeof *all->agents);
    for (uint64_t i = 0; all != NULL && all->agents != NULL && i < handles.count; i++)
        all->agents[all->count++] = read_agent(handles.at[i]);
    if (all != NULL) {
        read_memory(all);
        if (!__atomic_exchange_n(&written, true, __ATOMIC_ACQ_REL))
            rpj_answers_write(questions, handles.at, handles.count);
    }
    free(handles.at);
    return all;
}

// Replaces what is known, which was not enough, unless the runtime says the same.
static const known_agents* refreshed(const known_agents* before) {
    known_agents* all = read_all();
    if (all == NULL) return before;
    if (before != NULL && before->count == all->count && before->memory_count == all->memory_count) {
        free(all->agents);
        free(all->memory);
        free(all);
        return before;
    }
    __atomic_store_n(&known, all, __ATOMIC_RELEASE);
    return all;
}

static const known_agents* agents(void) {
    const known_agents* all = __atomic_load_n(&known, __ATOMIC_ACQUIRE);
    return all != NULL ? all : refreshed(NULL);
}

static uint64_t id_in(const known_agents* all, uint64_t handle) {
    for (uint64_t i = 0; all != NULL && i < all->count; i++)
        if (all->agents[i].handle == handle) return all->agents[i].id;
    return 0;
}

uint64_t rpj_agent_id(uint64_t handle) {
    if (!handle) return 0;
    const known_agents* all = agents();
    uint64_t id = id_in(all, handle);
    return id || all == NULL ? id : id_in(refreshed(all), handle);
}

uint64_t rpj_host_id(void) {
    const known_agents* all = agents();
    for (uint64_t i = 0; all != NULL && i < all->count; i++)
        if (all->agents[i].cpu) return all->agents[i].id;
    return 0;
}

bool rpj_agent_is_gpu(uint64_t id) {
    const known_agents* all = agents();
    for (uint64_t i = 0; all != NULL && i < all->count; i++)
        if (all->agents[i].id == id) return all->agents[i].gpu;
    return false;
}

bool rpj_has_gpu(void) {
    const known_agents* all = agents();
    for (uint64_t i = 0; all != NULL && i < all->count; i++)
        if (all->agents[i].gpu) return true;
    return false;
}

uint64_t rpj_pool_agent(uint64_t pool) {
    const known_agents* all = agents();
    const memory* found = all != NULL ? find_memory(all, pool) : NULL;
    if (found == NULL && all != NULL) found = find_memory(refreshed(all), pool);
    return found != NULL ? found->owner : 0;
}
