// agents: a program with its own tool, on the software GPU. Prints the profiler's view of the machine before and
// after hsa_init, compares each agent's fields with HSA's own answers, and prints the statuses of invalid queries.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

enum { MOST_AGENTS = 32 };

static const rocprofiler_agent_v0_t* agents[MOST_AGENTS];
static size_t agent_count;

static rocprofiler_status_t on_agents(rocprofiler_agent_version_t version, const void** all, size_t count, void* data) {
    if (version != ROCPROFILER_AGENT_INFO_VERSION_0) printf("version %d\n", version);
    if (data != &agent_count) printf("wrong data\n");
    agent_count = count < MOST_AGENTS ? count : MOST_AGENTS;
    for (size_t i = 0; i < agent_count; i++) agents[i] = all[i];
    return ROCPROFILER_STATUS_SUCCESS;
}

static rocprofiler_status_t query(void) {
    return rocprofiler_query_available_agents(ROCPROFILER_AGENT_INFO_VERSION_0, on_agents,
                                              sizeof(rocprofiler_agent_v0_t), &agent_count);
}

static void count_agents(const char* when) {
    agent_count = 99;
    rocprofiler_status_t status = query();
    printf("%s: %s, %zu agents\n", when, rocprofiler_get_status_name(status), agent_count);
}

// --- compared with HSA ---------------------------------------------------------------------------------------------

static unsigned compared;

static void same(const char* what, uint64_t ours, uint64_t hsas) {
    compared++;
    if (ours != hsas) printf("  %s is %lu, HSA says %lu\n", what, (unsigned long)ours, (unsigned long)hsas);
}

static void same_text(const char* what, const char* ours, const char* hsas) {
    compared++;
    if (!ours || strcmp(ours, hsas) != 0) printf("  %s is %s, HSA says %s\n", what, ours ? ours : "null", hsas);
}

static uint32_t number(hsa_agent_t agent, int attribute) {
    uint32_t value = 0;
    hsa_agent_get_info(agent, (hsa_agent_info_t)attribute, &value);
    return value;
}

static const char* text(hsa_agent_t agent, int attribute) {
    static char value[65];
    memset(value, 0, sizeof value);
    hsa_agent_get_info(agent, (hsa_agent_info_t)attribute, value);
    return value;
}

static void compare_dimensions(const rocprofiler_agent_v0_t* agent, hsa_agent_t hsa) {
    uint16_t workgroup[3] = {0};
    hsa_dim3_t grid = {0};
    hsa_agent_get_info(hsa, HSA_AGENT_INFO_WORKGROUP_MAX_DIM, workgroup);
    hsa_agent_get_info(hsa, HSA_AGENT_INFO_GRID_MAX_DIM, &grid);
    same("workgroup x", agent->workgroup_max_dim.x, workgroup[0]);
    same("workgroup y", agent->workgroup_max_dim.y, workgroup[1]);
    same("workgroup z", agent->workgroup_max_dim.z, workgroup[2]);
    same("grid x", agent->grid_max_dim.x, grid.x);
    same("grid y", agent->grid_max_dim.y, grid.y);
    same("grid z", agent->grid_max_dim.z, grid.z);
    same("workgroup_max_size", agent->workgroup_max_size, number(hsa, HSA_AGENT_INFO_WORKGROUP_MAX_SIZE));
    same("grid_max_size", agent->grid_max_size, number(hsa, HSA_AGENT_INFO_GRID_MAX_SIZE));
}

static hsa_status_t largest_global_pool(hsa_amd_memory_pool_t pool, void* data) {
    uint32_t segment = 99;
    size_t bytes = 0;
    hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &segment);
    hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_SIZE, &bytes);
    if (segment == HSA_AMD_SEGMENT_GLOBAL && bytes > *(size_t*)data) *(size_t*)data = bytes;
    return HSA_STATUS_SUCCESS;
}

static void compare_gpu(const rocprofiler_agent_v0_t* agent, hsa_agent_t hsa) {
    same("wave_front_size", agent->wave_front_size, number(hsa, HSA_AGENT_INFO_WAVEFRONT_SIZE));
    same("simd_per_cu", agent->simd_per_cu, number(hsa, HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU));
    same("max_waves_per_cu", agent->max_waves_per_cu, number(hsa, HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU));
    same("num_shader_banks", agent->num_shader_banks, number(hsa, HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES));
    same("simd_arrays_per_engine", agent->simd_arrays_per_engine,
         number(hsa, HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE));
    same("num_sdma_engines", agent->num_sdma_engines, number(hsa, HSA_AMD_AGENT_INFO_NUM_SDMA_ENG));
    same("max_engine_clk_fcompute", agent->max_engine_clk_fcompute,
         number(hsa, HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY));
    same("simd_count", agent->simd_count, agent->cu_count * agent->simd_per_cu);
    compare_dimensions(agent, hsa);
    char uuid[24];
    uint64_t unique_id;
    memcpy(&unique_id, agent->uuid.bytes, sizeof unique_id);
    snprintf(uuid, sizeof uuid, "GPU-%016lx", (unsigned long)unique_id);
    same_text("uuid", uuid, text(hsa, HSA_AMD_AGENT_INFO_UUID));
}

static void compare(const rocprofiler_agent_v0_t* agent, hsa_agent_t hsa) {
    size_t global = 0;
    hsa_amd_agent_iterate_memory_pools(hsa, largest_global_pool, &global);
    int gpu = number(hsa, HSA_AGENT_INFO_DEVICE) == HSA_DEVICE_TYPE_GPU;
    same("size", agent->size, sizeof *agent);
    same("type", agent->type, gpu ? ROCPROFILER_AGENT_TYPE_GPU : ROCPROFILER_AGENT_TYPE_CPU);
    same_text("name", agent->name, text(hsa, HSA_AGENT_INFO_NAME));
    same_text("vendor_name", agent->vendor_name, text(hsa, HSA_AGENT_INFO_VENDOR_NAME));
    same_text("product_name", agent->product_name, text(hsa, HSA_AMD_AGENT_INFO_PRODUCT_NAME));
    same("cu_count", agent->cu_count, number(hsa, HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT));
    same("location_id", agent->location_id, number(hsa, HSA_AMD_AGENT_INFO_BDFID));
    same("domain", agent->domain, number(hsa, HSA_AMD_AGENT_INFO_DOMAIN));
    same("device_id", agent->device_id, number(hsa, HSA_AMD_AGENT_INFO_CHIP_ID));
    same("num_xcc", agent->num_xcc, number(hsa, HSA_AMD_AGENT_INFO_NUM_XCC));
    same("local_mem_size", agent->local_mem_size, gpu ? global : 0);
    same("mem_banks_count", agent->mem_banks_count, 1);
    same("mem_banks", agent->mem_banks->size_in_bytes, global);
    same("caches_count", agent->caches_count, 0);
    same("io_links_count", agent->io_links_count, 0);
    if (gpu) compare_gpu(agent, hsa);
}

static hsa_status_t compare_one(hsa_agent_t hsa, void* data) {
    (void)data;
    uint32_t node = number(hsa, HSA_AMD_AGENT_INFO_DRIVER_NODE_ID);
    for (size_t i = 0; i < agent_count; i++) {
        if (agents[i]->node_id != node) continue;
        compare(agents[i], hsa);
        return HSA_STATUS_SUCCESS;
    }
    printf("node %u is no agent\n", node);
    return HSA_STATUS_SUCCESS;
}

// --- ownership of memory -------------------------------------------------------------------------------------------

static void on_memory(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* data) {
    (void)user, (void)data;
    rocprofiler_callback_tracing_memory_allocation_data_t* memory = record.payload;
    if (record.phase != ROCPROFILER_CALLBACK_PHASE_EXIT || record.operation != ROCPROFILER_MEMORY_ALLOCATION_ALLOCATE)
        return;
    for (size_t i = 0; i < agent_count; i++)
        if (agents[i]->id.handle == memory->agent_id.handle)
            printf("  %lu bytes of node %u\n", (unsigned long)memory->allocation_size, agents[i]->node_id);
}

static hsa_status_t any_pool(hsa_amd_memory_pool_t pool, void* data) {
    *(hsa_amd_memory_pool_t*)data = pool;
    return HSA_STATUS_INFO_BREAK;
}

static hsa_status_t allocate_of(hsa_agent_t hsa, void* data) {
    (void)data;
    void* memory = NULL;
    hsa_amd_memory_pool_t pool = {0};
    hsa_amd_agent_iterate_memory_pools(hsa, any_pool, &pool);
    hsa_amd_memory_pool_allocate(pool, 4096 * (1 + number(hsa, HSA_AMD_AGENT_INFO_DRIVER_NODE_ID)), 0, &memory);
    hsa_amd_memory_pool_free(memory);
    return HSA_STATUS_SUCCESS;
}

static void print_agents(void) {
    for (size_t i = 0; i < agent_count; i++) {
        const rocprofiler_agent_v0_t* agent = agents[i];
        const rocprofiler_agent_runtime_visiblity_t* seen = &agent->runtime_visibility;
        printf("  agent %lu: type %d node %u logical %d of type %d, %s, seen by %u%u%u%u\n",
               (unsigned long)(agent->id.handle - agents[0]->id.handle), agent->type, agent->node_id,
               agent->logical_node_id, agent->logical_node_type_id, agent->name, seen->hsa, seen->hip, seen->rccl,
               seen->rocdecode);
    }
}

// --- invalid queries -----------------------------------------------------------------------------------------------

static int called;

static rocprofiler_status_t on_agents_denied(rocprofiler_agent_version_t version, const void** all, size_t count,
                                             void* data) {
    (void)version, (void)all, (void)count, (void)data;
    called++;
    return ROCPROFILER_STATUS_ERROR_PERMISSION_DENIED;
}

static void ask(const char* what, int version, rocprofiler_query_available_agents_cb_t callback, size_t size) {
    rocprofiler_status_t status =
        rocprofiler_query_available_agents((rocprofiler_agent_version_t)version, callback, size, NULL);
    printf("  %s: %d\n", what, status);
}

static void wrong_questions(void) {
    size_t size = sizeof(rocprofiler_agent_v0_t);
    ask("version 0", 0, on_agents_denied, size);
    ask("version 2", 2, on_agents_denied, size);
    ask("one byte too many", 1, on_agents_denied, size + 1);
    ask("all bytes too many", 1, on_agents_denied, SIZE_MAX);
    ask("version 2 and too many bytes", 2, on_agents_denied, size + 1);
    ask("no callback", 1, NULL, size);
    printf("  called %d times\n", called);
    ask("the callback's own status", 1, on_agents_denied, size);
    ask("for fewer bytes", 1, on_agents_denied, 8);
    printf("  called %d times\n", called);
}

// --- the tool ------------------------------------------------------------------------------------------------------

static void configure_kfd(rocprofiler_context_id_t context) {
    static const rocprofiler_buffer_tracing_kind_t kinds[] = {
        ROCPROFILER_BUFFER_TRACING_KFD_EVENT_PAGE_MIGRATE,   ROCPROFILER_BUFFER_TRACING_KFD_EVENT_PAGE_FAULT,
        ROCPROFILER_BUFFER_TRACING_KFD_EVENT_QUEUE,          ROCPROFILER_BUFFER_TRACING_KFD_EVENT_UNMAP_FROM_GPU,
        ROCPROFILER_BUFFER_TRACING_KFD_EVENT_DROPPED_EVENTS, ROCPROFILER_BUFFER_TRACING_KFD_PAGE_MIGRATE,
        ROCPROFILER_BUFFER_TRACING_KFD_PAGE_FAULT,           ROCPROFILER_BUFFER_TRACING_KFD_QUEUE,
    };
    rocprofiler_buffer_id_t none = {0}, unknown = {7};
    printf("  no buffer: %d\n", rocprofiler_configure_buffer_tracing_service(context, kinds[0], NULL, 0, none));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char* name = NULL;
        rocprofiler_query_buffer_tracing_kind_name(kinds[i], &name, NULL);
        printf("  %s: %d\n", name, rocprofiler_configure_buffer_tracing_service(context, kinds[i], NULL, 0, unknown));
    }
    printf("  twice: %d\n", rocprofiler_configure_buffer_tracing_service(context, kinds[0], NULL, 0, unknown));
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    rocprofiler_context_id_t context = {0};
    count_agents("in initialize");
    printf("events of the kernel driver\n");
    rocprofiler_create_context(&context);
    configure_kfd(context);
    rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_MEMORY_ALLOCATION, NULL, 0,
                                                   on_memory, NULL);
    rocprofiler_start_context(context);
    return 0;
}

static void finalize(void* data) {
    (void)data;
    count_agents("in finalize");
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* runtime, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    (void)version, (void)runtime, (void)priority;
    id->name = "agents";
    return &result;
}

int main(void) {
    count_agents("before HSA");
    hsa_init();
    count_agents("with HSA");
    print_agents();
    const rocprofiler_agent_v0_t* first = agent_count ? agents[0] : NULL;
    hsa_iterate_agents(compare_one, NULL);
    printf("%u fields compared\n", compared);
    hsa_iterate_agents(allocate_of, NULL);
    wrong_questions();
    hsa_shut_down();
    count_agents("after HSA");
    printf("%s\n", first && first == agents[0] ? "the same ones" : "other ones");
    return 0;
}
