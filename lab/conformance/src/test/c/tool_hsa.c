// Calls for an HSA tracer's output files, always the same: memory, a copy, a signal, a symbol of a kernel, markers,
// and HSA's shutdown.
//
//     tool_hsa MODULE         a module of kernels
//     tool_hsa MODULE killed  killed at the end
#include <rocprofiler-sdk-roctx/roctx.h>
#include <signal.h>
#include <string.h>

#include "gpu_program.h"

enum { BYTES = 4096 };

static hsa_agent_t cpu, gpu;
static hsa_amd_memory_pool_t host_pool, device_pool;

static hsa_status_t on_agent(hsa_agent_t agent, void* data) {
    (void)data;
    hsa_device_type_t type;
    HSA(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    if (type == HSA_DEVICE_TYPE_CPU) cpu = agent;
    else if (gpu.handle == 0) gpu = agent;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t on_pool(hsa_amd_memory_pool_t pool, void* found) {
    *(hsa_amd_memory_pool_t*)found = pool;
    return HSA_STATUS_INFO_BREAK;
}

static void copy(void* to, const void* from) {
    hsa_signal_t done;
    HSA(hsa_signal_create(1, 0, NULL, &done));
    HSA(hsa_amd_memory_async_copy(to, gpu, from, cpu, BYTES, 0, NULL, done));
    while (hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED) >= 1) {
    }
    hsa_signal_store_screlease(done, -1);
    HSA(hsa_signal_destroy(done));
}

int main(int argc, char** argv) {
    hsa_executable_symbol_t symbol;
    void *host, *device;
    HSA(hsa_init());
    HSA(hsa_iterate_agents(on_agent, NULL));
    hsa_amd_agent_iterate_memory_pools(cpu, on_pool, &host_pool);
    hsa_amd_agent_iterate_memory_pools(gpu, on_pool, &device_pool);
    HSA(hsa_amd_memory_pool_allocate(host_pool, BYTES, 0, &host));
    HSA(hsa_amd_agents_allow_access(1, &gpu, NULL, host));
    HSA(hsa_amd_memory_pool_allocate(device_pool, BYTES, 0, &device));
    memset(host, 7, BYTES);
    roctxRangePushA("copy");
    copy(device, host);
    roctxRangePop();
    HSA(hsa_amd_memory_pool_free(device));
    HSA(hsa_amd_memory_pool_free(host));
    hsa_executable_t executable = load_module(gpu, argv[1]);
    EXPECT(hsa_executable_get_symbol_by_name(executable, "no such kernel", &gpu, &symbol) != HSA_STATUS_SUCCESS);
    HSA(hsa_executable_destroy(executable));
    HSA(hsa_shut_down());
    printf("done\n");
    fflush(stdout);
    if (argc > 2 && strcmp(argv[2], "killed") == 0) raise(SIGKILL);
    return 0;
}
