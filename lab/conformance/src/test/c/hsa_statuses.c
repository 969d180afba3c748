// hsa_statuses: what HSA answers to calls at its edges, a line each: the call and its status in hexadecimal. It prints
// the same on the software GPU and on AMD's runtime (ROCr 6.4.3 and 7.2.4), and needs nothing but HSA to be linked.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

#define SHOW(call) show(#call, (uint32_t)(call))

static const hsa_agent_t no_agent;
static const hsa_signal_t no_signal;
static const hsa_amd_memory_pool_t no_pool;
static const hsa_region_t no_region;
static const hsa_executable_t no_executable;
static hsa_agent_t cpu, gpu;
static hsa_region_t region;
static hsa_amd_memory_pool_t cpu_pool, gpu_pool;

static void show(const char* call, uint32_t status) { printf("%s: %x\n", call, status); }

static hsa_status_t take_agent(hsa_agent_t agent, void* unused) {
    hsa_device_type_t type;
    (void)unused;
    hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
    if (type == HSA_DEVICE_TYPE_CPU && cpu.handle == 0) cpu = agent;
    if (type == HSA_DEVICE_TYPE_GPU && gpu.handle == 0) gpu = agent;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t take_region(hsa_region_t found, void* unused) {
    (void)unused;
    if (region.handle == 0) region = found;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t take_pool(hsa_amd_memory_pool_t pool, void* to) {
    if (((hsa_amd_memory_pool_t*)to)->handle == 0) *(hsa_amd_memory_pool_t*)to = pool;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t stop(hsa_agent_t agent, void* unused) {
    (void)agent, (void)unused;
    return HSA_STATUS_INFO_BREAK;
}

// --- the runtime as a whole ----------------------------------------------------------------------------------------

static void uninitialised(void) {
    uint64_t value = 0;
    const char* text;
    hsa_signal_t signal;
    hsa_queue_t* queue;
    hsa_executable_t executable;
    SHOW(hsa_shut_down());
    SHOW(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &value));
    SHOW(hsa_iterate_agents(take_agent, NULL));
    SHOW(hsa_agent_get_info(no_agent, HSA_AGENT_INFO_DEVICE, &value));
    SHOW(hsa_signal_create(1, 0, NULL, &signal));
    SHOW(hsa_signal_destroy(no_signal));
    SHOW(hsa_queue_create(no_agent, 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue));
    SHOW(hsa_queue_destroy(NULL));
    SHOW(hsa_memory_free(NULL));
    SHOW(hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR, NULL, &executable));
    SHOW(hsa_amd_profiling_async_copy_enable(true));
    SHOW(hsa_status_string(HSA_STATUS_ERROR, &text));
}

static void system_calls(void) {
    uint64_t value[16];
    const char* text = NULL;
    bool supported;
    uint16_t minor;
    SHOW(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, NULL));
    SHOW(hsa_system_get_info((hsa_system_info_t)0x7fff, value));
    SHOW(hsa_system_extension_supported(0xffff, 1, 0, &supported));
    SHOW(hsa_system_major_extension_supported(HSA_EXTENSION_AMD_LOADER, 1, NULL, &supported));
    SHOW(hsa_system_major_extension_supported(HSA_EXTENSION_AMD_LOADER, 1, &minor, NULL));
    SHOW(hsa_system_get_major_extension_table(HSA_EXTENSION_AMD_LOADER, 1, 0, value));
    SHOW(hsa_system_get_major_extension_table(HSA_EXTENSION_AMD_LOADER, 1, sizeof value, NULL));
    SHOW(hsa_system_get_major_extension_table(0xffff, 1, sizeof value, value));
    SHOW(hsa_extension_get_name(0xffff, &text));
    SHOW(hsa_status_string(HSA_STATUS_SUCCESS, NULL));
    SHOW(hsa_status_string((hsa_status_t)0x7777, &text));
}

static void agents(void) {
    uint64_t value[64];
    hsa_isa_t isa;
    SHOW(hsa_iterate_agents(NULL, NULL));
    SHOW(hsa_iterate_agents(stop, NULL));
    SHOW(hsa_agent_get_info(no_agent, HSA_AGENT_INFO_DEVICE, value));
    SHOW(hsa_agent_get_info(gpu, HSA_AGENT_INFO_DEVICE, NULL));
    SHOW(hsa_agent_get_info(gpu, (hsa_agent_info_t)0x7fff, value));
    SHOW(hsa_agent_get_info(cpu, (hsa_agent_info_t)0x7fff, value));
    SHOW(hsa_agent_iterate_regions(no_agent, take_region, NULL));
    SHOW(hsa_agent_iterate_regions(gpu, NULL, NULL));
    SHOW(hsa_agent_iterate_isas(cpu, NULL, NULL));
    SHOW(hsa_agent_iterate_caches(no_agent, NULL, NULL));
    SHOW(hsa_agent_iterate_caches(gpu, NULL, NULL));
    SHOW(hsa_isa_from_name(NULL, &isa));
    SHOW(hsa_isa_from_name("no such processor", &isa));
    SHOW(hsa_amd_agent_iterate_memory_pools(no_agent, take_pool, value));
    SHOW(hsa_amd_agent_iterate_memory_pools(gpu, NULL, NULL));
    SHOW(hsa_amd_coherency_get_type(no_agent, (hsa_amd_coherency_type_t*)value));
    SHOW(hsa_amd_coherency_get_type(cpu, (hsa_amd_coherency_type_t*)value));
    SHOW(hsa_amd_coherency_get_type(gpu, NULL));
    SHOW(hsa_amd_agent_set_async_scratch_limit(no_agent, 0));
    SHOW(hsa_amd_agent_set_async_scratch_limit(cpu, 0));
}

// --- queues --------------------------------------------------------------------------------------------------------

static hsa_status_t create_queue(hsa_agent_t agent, uint32_t size, uint32_t type) {
    hsa_queue_t* queue = NULL;
    const hsa_status_t status = hsa_queue_create(agent, size, type, NULL, NULL, 0, 0, &queue);
    if (status != HSA_STATUS_SUCCESS) return status;
    printf("  type %u, size %u, features %u\n", queue->type, queue->size, queue->features);
    return hsa_queue_destroy(queue);
}

static hsa_status_t create_soft_queue(uint32_t size, uint32_t type, uint32_t features) {
    hsa_queue_t* queue = NULL;
    hsa_signal_t doorbell;
    hsa_signal_create(0, 0, NULL, &doorbell);
    const hsa_status_t status = hsa_soft_queue_create(region, size, type, features, doorbell, &queue);
    if (status == HSA_STATUS_SUCCESS) {
        printf("  type %u, size %u, features %u, %s doorbell\n", queue->type, queue->size, queue->features,
               queue->doorbell_signal.handle == doorbell.handle ? "its" : "another");
        show("  added", (uint32_t)hsa_queue_add_write_index_relaxed(queue, 3));
        show("  write index", (uint32_t)hsa_queue_load_write_index_scacquire(queue));
        hsa_queue_store_read_index_screlease(queue, 2);
        show("  read index", (uint32_t)hsa_queue_load_read_index_relaxed(queue));
        show("  destroyed", hsa_queue_destroy(queue));
    }
    hsa_signal_destroy(doorbell);
    return status;
}

static void creating_queues(void) {
    SHOW(create_queue(gpu, 64, HSA_QUEUE_TYPE_MULTI));
    SHOW(create_queue(gpu, 4096, HSA_QUEUE_TYPE_SINGLE));
    SHOW(create_queue(gpu, 128, HSA_QUEUE_TYPE_COOPERATIVE));
    SHOW(create_queue(gpu, 0, HSA_QUEUE_TYPE_MULTI));
    SHOW(create_queue(gpu, 1, HSA_QUEUE_TYPE_MULTI));
    SHOW(create_queue(gpu, 32, HSA_QUEUE_TYPE_MULTI));
    SHOW(create_queue(gpu, 100, HSA_QUEUE_TYPE_MULTI));
    SHOW(create_queue(gpu, 1u << 17, HSA_QUEUE_TYPE_MULTI));
    SHOW(create_queue(gpu, 1u << 20, HSA_QUEUE_TYPE_MULTI));
    SHOW(create_queue(gpu, 64, 7));
    SHOW(create_queue(cpu, 64, HSA_QUEUE_TYPE_MULTI));
    SHOW(create_queue(cpu, 64, HSA_QUEUE_TYPE_COOPERATIVE));
    SHOW(create_queue(no_agent, 64, HSA_QUEUE_TYPE_MULTI));
    SHOW(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, NULL));
    SHOW(create_soft_queue(64, HSA_QUEUE_TYPE_MULTI, HSA_QUEUE_FEATURE_AGENT_DISPATCH));
    SHOW(create_soft_queue(64, HSA_QUEUE_TYPE_SINGLE, HSA_QUEUE_FEATURE_KERNEL_DISPATCH));
    SHOW(create_soft_queue(100, HSA_QUEUE_TYPE_MULTI, HSA_QUEUE_FEATURE_AGENT_DISPATCH));
    SHOW(create_soft_queue(0, HSA_QUEUE_TYPE_MULTI, HSA_QUEUE_FEATURE_AGENT_DISPATCH));
    SHOW(create_soft_queue(64, 7, HSA_QUEUE_FEATURE_AGENT_DISPATCH));
    SHOW(create_soft_queue(64, HSA_QUEUE_TYPE_MULTI, 0));
    SHOW(hsa_soft_queue_create(region, 64, HSA_QUEUE_TYPE_MULTI, HSA_QUEUE_FEATURE_AGENT_DISPATCH, no_signal, NULL));
}

static void using_queues(void) {
    hsa_queue_t* queue = NULL;
    uint32_t mask[4] = {0xff, 0, 0, 0};
    hsa_agent_t agent = {0};
    hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue);
    SHOW(hsa_queue_destroy(NULL));
    SHOW(hsa_queue_inactivate(NULL));
    SHOW(hsa_amd_queue_set_priority(NULL, HSA_AMD_QUEUE_PRIORITY_NORMAL));
    SHOW(hsa_amd_queue_set_priority(queue, HSA_AMD_QUEUE_PRIORITY_HIGH));
    SHOW(hsa_amd_queue_set_priority(queue, (hsa_amd_queue_priority_t)9));
    SHOW(hsa_amd_queue_cu_set_mask(NULL, 128, mask));
    SHOW(hsa_amd_queue_cu_set_mask(queue, 100, mask));
    SHOW(hsa_amd_queue_cu_set_mask(queue, 128, NULL));
    SHOW(hsa_amd_queue_cu_set_mask(queue, 128, mask));
    SHOW(hsa_amd_queue_cu_get_mask(queue, 128, mask));
    printf("  mask begins with ff: %s\n", (mask[0] & 0xff) == 0xff ? "yes" : "no");
    SHOW(hsa_amd_queue_cu_get_mask(queue, 0, mask));
    SHOW(hsa_amd_queue_cu_get_mask(queue, 128, NULL));
    SHOW(hsa_amd_queue_cu_set_mask(queue, 0, NULL));
    SHOW(hsa_amd_queue_get_info(NULL, HSA_AMD_QUEUE_INFO_AGENT, &agent));
    SHOW(hsa_amd_queue_get_info(queue, HSA_AMD_QUEUE_INFO_AGENT, &agent));
    printf("  its agent: %s\n", agent.handle == gpu.handle ? "yes" : "no");
    SHOW(hsa_amd_queue_get_info(queue, (hsa_queue_info_attribute_t)99, &agent));
    SHOW(hsa_amd_profiling_set_profiler_enabled(NULL, 1));
    SHOW(hsa_amd_profiling_set_profiler_enabled(queue, 1));
    SHOW(hsa_queue_inactivate(queue));
    SHOW(hsa_queue_destroy(queue));
}

// --- signals -------------------------------------------------------------------------------------------------------

static bool handled(hsa_signal_value_t value, void* unused) {
    (void)value, (void)unused;
    return false;
}

static void signals(void) {
    hsa_signal_t signal = {0};
    volatile hsa_signal_value_t* value = NULL;
    hsa_amd_profiling_dispatch_time_t times;
    hsa_amd_profiling_async_copy_time_t copied;
    uint64_t tick = 1;
    SHOW(hsa_signal_create(1, 0, NULL, NULL));
    SHOW(hsa_signal_create(1, 1, NULL, &signal));
    SHOW(hsa_signal_create(1, 0, &gpu, &signal));
    SHOW(hsa_amd_signal_create(1, 0, NULL, 0, NULL));
    SHOW(hsa_amd_signal_create(1, 1, NULL, 0, &signal));
    SHOW(hsa_signal_destroy(no_signal));
    SHOW(hsa_signal_create(1, 0, NULL, &signal));
    SHOW(hsa_amd_signal_value_pointer(no_signal, &value));
    SHOW(hsa_amd_signal_value_pointer(signal, NULL));
    SHOW(hsa_amd_signal_value_pointer(signal, &value));
    SHOW(hsa_amd_signal_async_handler(no_signal, HSA_SIGNAL_CONDITION_LT, 1, NULL, NULL));
    SHOW(hsa_amd_signal_async_handler(signal, HSA_SIGNAL_CONDITION_LT, 1, NULL, NULL));
    SHOW(hsa_amd_signal_async_handler(signal, HSA_SIGNAL_CONDITION_LT, 1, handled, NULL));
    hsa_signal_store_screlease(signal, 0);
    SHOW(hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_EQ, 5, 0, HSA_WAIT_STATE_ACTIVE));
    SHOW(hsa_amd_async_function(NULL, NULL));
    SHOW(hsa_amd_profiling_get_dispatch_time(no_agent, signal, &times));
    SHOW(hsa_amd_profiling_get_dispatch_time(cpu, signal, &times));
    SHOW(hsa_amd_profiling_get_dispatch_time(gpu, no_signal, &times));
    SHOW(hsa_amd_profiling_get_dispatch_time(gpu, signal, NULL));
    SHOW(hsa_amd_profiling_get_dispatch_time(gpu, signal, &times));
    SHOW(hsa_amd_profiling_get_async_copy_time(no_signal, &copied));
    SHOW(hsa_amd_profiling_get_async_copy_time(signal, NULL));
    SHOW(hsa_amd_profiling_get_async_copy_time(signal, &copied));
    SHOW(hsa_amd_profiling_convert_tick_to_system_domain(no_agent, 1, &tick));
    SHOW(hsa_amd_profiling_convert_tick_to_system_domain(cpu, 1, &tick));
    SHOW(hsa_amd_profiling_convert_tick_to_system_domain(gpu, 1, NULL));
    SHOW(hsa_amd_profiling_convert_tick_to_system_domain(gpu, 1, &tick));
    SHOW(hsa_amd_profiling_async_copy_enable(true));
    SHOW(hsa_amd_profiling_async_copy_enable(false));
    SHOW(hsa_signal_destroy(signal));
}

static void signal_groups(void) {
    hsa_signal_t signal = {0};
    hsa_signal_group_t group = {0};
    hsa_signal_create(1, 0, NULL, &signal);
    SHOW(hsa_signal_group_create(0, &signal, 0, NULL, &group));
    SHOW(hsa_signal_group_create(1, &signal, 0, NULL, &group));
    SHOW(hsa_signal_group_destroy(group));
    hsa_signal_destroy(signal);
}

// --- memory --------------------------------------------------------------------------------------------------------

static void memory(void) {
    uint64_t value[8];
    void *p = NULL, *agent_pointer = NULL;
    static char host[8192];
    char* page = (char*)(((uintptr_t)host + 4095) / 4096 * 4096);
    SHOW(hsa_region_get_info(no_region, HSA_REGION_INFO_SEGMENT, value));
    SHOW(hsa_region_get_info(region, HSA_REGION_INFO_SEGMENT, NULL));
    SHOW(hsa_region_get_info(region, (hsa_region_info_t)0x7fff, value));
    SHOW(hsa_memory_allocate(no_region, 4096, &p));
    SHOW(hsa_memory_allocate(region, 0, &p));
    SHOW(hsa_memory_allocate(region, 4096, NULL));
    SHOW(hsa_memory_free(NULL));
    SHOW(hsa_memory_free(host));
    SHOW(hsa_memory_register(NULL, 4096));
    SHOW(hsa_memory_register(page, 0));
    SHOW(hsa_memory_register(page, 4096));
    SHOW(hsa_memory_deregister(page, 4096));
    SHOW(hsa_memory_copy(NULL, host, 1));
    SHOW(hsa_memory_copy(host, NULL, 1));
    SHOW(hsa_memory_copy(host, host, 0));
    SHOW(hsa_memory_assign_agent(NULL, gpu, HSA_ACCESS_PERMISSION_RW));
    SHOW(hsa_amd_memory_pool_get_info(no_pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, value));
    SHOW(hsa_amd_memory_pool_get_info(gpu_pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, NULL));
    SHOW(hsa_amd_memory_pool_get_info(gpu_pool, (hsa_amd_memory_pool_info_t)0x7fff, value));
    SHOW(hsa_amd_memory_pool_allocate(no_pool, 4096, 0, &p));
    SHOW(hsa_amd_memory_pool_allocate(gpu_pool, 0, 0, &p));
    SHOW(hsa_amd_memory_pool_allocate(gpu_pool, 4096, 0, NULL));
    SHOW(hsa_amd_memory_pool_allocate(gpu_pool, (size_t)1 << 50, 0, &p));
    SHOW(hsa_amd_memory_pool_free(NULL));
    SHOW(hsa_amd_agent_memory_pool_get_info(no_agent, gpu_pool, HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS, value));
    SHOW(hsa_amd_agent_memory_pool_get_info(gpu, no_pool, HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS, value));
    SHOW(hsa_amd_agent_memory_pool_get_info(gpu, gpu_pool, HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS, NULL));
    SHOW(hsa_amd_memory_pool_can_migrate(gpu_pool, cpu_pool, NULL));
    SHOW(hsa_amd_memory_lock(NULL, 4096, NULL, 0, &agent_pointer));
    SHOW(hsa_amd_memory_lock(page, 0, NULL, 0, &agent_pointer));
    SHOW(hsa_amd_memory_lock(page, 4096, NULL, 0, NULL));
    SHOW(hsa_amd_memory_lock(page, 4096, &gpu, 0, &agent_pointer));
    SHOW(hsa_amd_memory_lock(page, 4096, NULL, 1, &agent_pointer));
    SHOW(hsa_amd_memory_unlock(NULL));
    SHOW(hsa_amd_memory_fill(NULL, 0, 4));
    SHOW(hsa_amd_memory_fill(page + 1, 0, 1));
    SHOW(hsa_amd_memory_fill(page, 0, 0));
}

static void an_allocation(void) {
    void* p = NULL;
    hsa_amd_pointer_info_t info = {.size = sizeof info};
    const hsa_agent_t both[] = {cpu, gpu};
    SHOW(hsa_amd_memory_pool_allocate(gpu_pool, 4096, 0, &p));
    SHOW(hsa_amd_agents_allow_access(0, both, NULL, p));
    SHOW(hsa_amd_agents_allow_access(1, NULL, NULL, p));
    SHOW(hsa_amd_agents_allow_access(1, &no_agent, NULL, p));
    SHOW(hsa_amd_agents_allow_access(1, &gpu, NULL, NULL));
    SHOW(hsa_amd_agents_allow_access(1, &gpu, NULL, p));
    SHOW(hsa_amd_pointer_info(NULL, &info, NULL, NULL, NULL));
    SHOW(hsa_amd_pointer_info(p, NULL, NULL, NULL, NULL));
    SHOW(hsa_amd_pointer_info(&info, &info, NULL, NULL, NULL));
    printf("  pointer type %u\n", info.type);
    SHOW(hsa_amd_pointer_info(p, &info, NULL, NULL, NULL));
    printf("  pointer type %u, %zu bytes, its owner: %s\n", info.type, info.sizeInBytes,
           info.agentOwner.handle == gpu.handle ? "yes" : "no");
    SHOW(hsa_amd_pointer_info_set_userdata(NULL, NULL));
    SHOW(hsa_amd_pointer_info_set_userdata(p, &info));
    SHOW(hsa_amd_pointer_info_set_userdata(&info, &info));
    SHOW(hsa_amd_register_deallocation_callback(NULL, NULL, NULL));
    SHOW(hsa_amd_register_deallocation_callback(p, NULL, NULL));
    SHOW(hsa_amd_deregister_deallocation_callback(p, NULL));
    SHOW(hsa_amd_memory_pool_free(p));
    SHOW(hsa_amd_memory_pool_free(p));
}

// --- copies --------------------------------------------------------------------------------------------------------

static void copies(void) {
    void *from = NULL, *to = NULL;
    hsa_signal_t done;
    uint32_t mask;
    hsa_signal_create(1, 0, NULL, &done);
    hsa_amd_memory_pool_allocate(gpu_pool, 4096, 0, &from);
    hsa_amd_memory_pool_allocate(gpu_pool, 4096, 0, &to);
    SHOW(hsa_amd_memory_async_copy(NULL, gpu, from, gpu, 64, 0, NULL, done));
    SHOW(hsa_amd_memory_async_copy(to, gpu, NULL, gpu, 64, 0, NULL, done));
    SHOW(hsa_amd_memory_async_copy(to, no_agent, from, gpu, 64, 0, NULL, done));
    SHOW(hsa_amd_memory_async_copy(to, gpu, from, no_agent, 64, 0, NULL, done));
    SHOW(hsa_amd_memory_async_copy(to, gpu, from, gpu, 64, 1, NULL, done));
    SHOW(hsa_amd_memory_async_copy(to, gpu, from, gpu, 64, 0, &done, done));
    SHOW(hsa_amd_memory_async_copy(to, gpu, from, gpu, 64, 0, NULL, no_signal));
    SHOW(hsa_amd_memory_async_copy(to, gpu, from, gpu, 0, 0, NULL, done));
    SHOW(hsa_amd_memory_async_copy_on_engine(to, gpu, NULL, gpu, 64, 0, NULL, done, HSA_AMD_SDMA_ENGINE_0, false));
    SHOW(hsa_amd_memory_async_copy_on_engine(to, gpu, from, no_agent, 64, 0, NULL, done, HSA_AMD_SDMA_ENGINE_0, false));
    SHOW(hsa_amd_memory_async_copy_on_engine(to, gpu, from, gpu, 64, 0, NULL, no_signal, HSA_AMD_SDMA_ENGINE_0, false));
    SHOW(hsa_amd_memory_copy_engine_status(no_agent, gpu, &mask));
    SHOW(hsa_amd_memory_copy_engine_status(cpu, no_agent, &mask));
    SHOW(hsa_amd_memory_async_copy_rect(NULL, NULL, NULL, NULL, NULL, gpu, hsaHostToDevice, 0, NULL, done));
    printf("  the signal: %ld\n", (long)hsa_signal_load_relaxed(done));
    hsa_amd_memory_pool_free(from);
    hsa_amd_memory_pool_free(to);
    hsa_signal_destroy(done);
}

// --- code ----------------------------------------------------------------------------------------------------------

static void executables(void) {
    hsa_executable_t made = {0};
    hsa_executable_symbol_t symbol;
    hsa_code_object_reader_t reader = {0};
    uint32_t value = 0;
    const hsa_default_float_rounding_mode_t near = HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR;
    SHOW(hsa_executable_create_alt((hsa_profile_t)7, near, NULL, &made));
    SHOW(hsa_executable_create_alt(HSA_PROFILE_FULL, (hsa_default_float_rounding_mode_t)7, NULL, &made));
    SHOW(hsa_executable_create_alt(HSA_PROFILE_FULL, near, NULL, NULL));
    SHOW(hsa_executable_destroy(no_executable));
    SHOW(hsa_executable_freeze(no_executable, NULL));
    SHOW(hsa_executable_get_info(no_executable, HSA_EXECUTABLE_INFO_STATE, &value));
    SHOW(hsa_executable_validate(no_executable, &value));
    SHOW(hsa_executable_create_alt(HSA_PROFILE_FULL, near, NULL, &made));
    SHOW(hsa_code_object_reader_create_from_memory(NULL, 64, &reader));
    SHOW(hsa_code_object_reader_create_from_memory(&made, 0, &reader));
    SHOW(hsa_code_object_reader_create_from_memory(&made, 64, NULL));
    SHOW(hsa_code_object_reader_create_from_file(-1, &reader));
    SHOW(hsa_code_object_reader_create_from_file(0, NULL));
    SHOW(hsa_code_object_reader_destroy((hsa_code_object_reader_t){0}));
    SHOW(hsa_executable_load_agent_code_object(made, gpu, (hsa_code_object_reader_t){0}, NULL, NULL));
    SHOW(hsa_executable_get_info(made, HSA_EXECUTABLE_INFO_STATE, NULL));
    SHOW(hsa_executable_get_info(made, HSA_EXECUTABLE_INFO_STATE, &value));
    SHOW(value);
    SHOW(hsa_executable_get_info(made, (hsa_executable_info_t)0x7fff, &value));
    SHOW(hsa_executable_validate(made, NULL));
    SHOW(hsa_executable_get_symbol_by_name(made, "nothing", &gpu, &symbol));
    SHOW(hsa_executable_get_symbol_by_name(made, NULL, &gpu, &symbol));
    SHOW(hsa_executable_get_symbol_by_name(made, "nothing", &gpu, NULL));
    SHOW(hsa_executable_get_symbol_by_name(made, "nothing", &no_agent, &symbol));
    SHOW(hsa_executable_iterate_symbols(made, NULL, NULL));
    SHOW(hsa_executable_iterate_agent_symbols(made, gpu, NULL, NULL));
    SHOW(hsa_executable_iterate_program_symbols(made, NULL, NULL));
    SHOW(hsa_executable_freeze(made, NULL));
    SHOW(hsa_executable_freeze(made, NULL));
    SHOW(hsa_executable_get_info(made, HSA_EXECUTABLE_INFO_STATE, &value));
    SHOW(value);
    SHOW(hsa_executable_validate(made, &value));
    SHOW(value);
    SHOW(hsa_executable_get_symbol_by_name(made, "nothing", &gpu, &symbol));
    SHOW(hsa_executable_destroy(made));
}

static void a_broken_code_object(void) {
    static const char text[256] = "this is not a code object";
    hsa_executable_t made = {0};
    hsa_code_object_reader_t reader = {0};
    hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR, NULL, &made);
    SHOW(hsa_code_object_reader_create_from_memory(text, sizeof text, &reader));
    SHOW(hsa_executable_load_agent_code_object(made, gpu, reader, NULL, NULL));
    SHOW(hsa_executable_load_agent_code_object(made, no_agent, reader, NULL, NULL));
    SHOW(hsa_code_object_reader_destroy(reader));
    hsa_executable_destroy(made);
}

// --- sharing -------------------------------------------------------------------------------------------------------

static void sharing(void) {
    int file = -1;
    uint64_t offset = 0;
    void* address = NULL;
    hsa_amd_ipc_memory_t ipc;
    hsa_amd_ipc_signal_t ipc_signal;
    hsa_amd_vmem_alloc_handle_t handle = {0};
    SHOW(hsa_amd_portable_export_dmabuf(NULL, 4096, &file, &offset));
    SHOW(hsa_amd_ipc_memory_create(NULL, 4096, &ipc));
    SHOW(hsa_amd_ipc_signal_create(no_signal, &ipc_signal));
    SHOW(hsa_amd_vmem_address_reserve(&address, 0, 0, 0));
    SHOW(hsa_amd_vmem_address_free(NULL, 4096));
    SHOW(hsa_amd_vmem_handle_create(no_pool, 4096, MEMORY_TYPE_NONE, 0, &handle));
    SHOW(hsa_amd_vmem_handle_create(gpu_pool, 0, MEMORY_TYPE_NONE, 0, &handle));
}

static void initialised(void) {
    hsa_iterate_agents(take_agent, NULL);
    hsa_agent_iterate_regions(cpu, take_region, NULL);
    hsa_amd_agent_iterate_memory_pools(cpu, take_pool, &cpu_pool);
    hsa_amd_agent_iterate_memory_pools(gpu, take_pool, &gpu_pool);
    system_calls();
    agents();
    creating_queues();
    using_queues();
    signals();
    signal_groups();
    memory();
    an_allocation();
    copies();
    executables();
    a_broken_code_object();
    sharing();
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    uninitialised();
    SHOW(hsa_init());
    SHOW(hsa_init());
    initialised();
    SHOW(hsa_shut_down());
    SHOW(hsa_shut_down());
    SHOW(hsa_shut_down());
    uninitialised();
    return 0;
}
