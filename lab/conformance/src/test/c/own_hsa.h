// An HSA runtime in the program: a CPU (node 0) and a GPU (node 1), and tables whose other functions the program
// fills in. Also helpers for a tool in the same program to print its events.
#ifndef OWN_HSA_H
#define OWN_HSA_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <hsa/hsa.h>
#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

enum { CORE_SLOTS = 125, AMD_SLOTS = 91, TOOLS_SLOTS = 6 };
enum { CPU = 0x100, GPU = 0x200 };

static void must(const char* what, rocprofiler_status_t status) {
    if (status != ROCPROFILER_STATUS_SUCCESS) printf("%s: %s\n", what, rocprofiler_get_status_name(status));
}
#define MUST(call) must(#call, call)

static rocprofiler_thread_id_t self(void) {
    rocprofiler_thread_id_t id = 0;
    rocprofiler_get_thread_id(&id);
    return id;
}

// --- the runtime ---------------------------------------------------------------------------------------------------

typedef struct {
    uint64_t version[2];
    void* functions[CORE_SLOTS];
} table;

static table core = {{(uint64_t)(16 + 8 * CORE_SLOTS) << 32, 0}, {0}};
static table amd = {{(uint64_t)(16 + 8 * AMD_SLOTS) << 32, 0}, {0}};
static table tools = {{(uint64_t)(16 + 8 * TOOLS_SLOTS) << 32, 0}, {0}};

#define CORE(name) core.functions[ROCPROFILER_HSA_CORE_API_ID_##name]
#define AMD(name) amd.functions[ROCPROFILER_HSA_AMD_EXT_API_ID_##name]

static hsa_status_t unsupported(void) { return HSA_STATUS_ERROR; }

static hsa_status_t iterate_agents(hsa_status_t (*callback)(hsa_agent_t, void*), void* data) {
    callback((hsa_agent_t){CPU}, data);
    return callback((hsa_agent_t){GPU}, data);
}

static hsa_status_t agent_info(hsa_agent_t agent, hsa_agent_info_t attribute, void* value) {
    if (attribute == HSA_AGENT_INFO_DEVICE)
        *(uint32_t*)value = agent.handle == GPU ? HSA_DEVICE_TYPE_GPU : HSA_DEVICE_TYPE_CPU;
    else if (attribute == HSA_AGENT_INFO_NODE) *(uint32_t*)value = agent.handle == GPU;
    else return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return HSA_STATUS_SUCCESS;
}

// Registers the tables, into which the program has already put its functions; the tools table only if it has some.
static void announce(int has_tools) {
    CORE(hsa_iterate_agents) = (void*)iterate_agents;
    CORE(hsa_agent_get_info) = (void*)agent_info;
    for (int i = 0; i < CORE_SLOTS; i++)
        if (!core.functions[i]) core.functions[i] = (void*)unsupported;
    for (int i = 0; i < AMD_SLOTS; i++)
        if (!amd.functions[i]) amd.functions[i] = (void*)unsupported;
    rocprofiler_register_library_indentifier_t id;
    void* container[8] = {(void*)((uint64_t)64 << 32), NULL, &core, &amd, NULL, NULL, has_tools ? &tools : NULL};
    void* tables[1] = {container};
    rocprofiler_register_library_api_table("hsa", NULL, 10000, tables, 1, &id);
}

// --- the tool ------------------------------------------------------------------------------------------------------

typedef struct {
    uint64_t handle;
    unsigned node;
} wanted_agent;

static rocprofiler_status_t on_agents(rocprofiler_agent_version_t version, const void** agents, size_t count,
                                      void* data) {
    wanted_agent* wanted = data;
    for (size_t i = 0; i < count; i++) {
        const rocprofiler_agent_v0_t* agent = agents[i];
        if (agent->id.handle == wanted->handle) wanted->node = agent->node_id;
    }
    (void)version;
    return ROCPROFILER_STATUS_SUCCESS;
}

// Returns the node of an agent in an event: "none" for 0, 99 for an unknown agent.
static const char* node(rocprofiler_agent_id_t agent) {
    static __thread char text[16];
    wanted_agent wanted = {agent.handle, 99};
    if (!agent.handle) return "none";
    MUST(rocprofiler_query_available_agents(ROCPROFILER_AGENT_INFO_VERSION_0, on_agents, sizeof(rocprofiler_agent_v0_t),
                                            &wanted));
    snprintf(text, sizeof text, "%u", wanted.node);
    return text;
}

#endif
