// Helpers of the programs with GPU work: checks for HIP and HSA that end the program and print the location, and
// loading kernels without HIP.
#ifndef GPU_PROGRAM_H
#define GPU_PROGRAM_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hip/hip_runtime_api.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <softgpu/softgpu.h>

static inline void expect(int good, const char* what, int line) {
    if (good) return;
    printf("line %d: %s\n", line, what);
    fflush(stdout);
    _Exit(1);
}

#define EXPECT(condition) expect(condition, #condition, __LINE__)
#define HIP(call) expect((call) == hipSuccess, #call, __LINE__)
#define HSA(call) expect((call) == HSA_STATUS_SUCCESS, #call, __LINE__)

// Loads a module of kernels for one GPU; it stays loaded until the program ends.
static inline hsa_executable_t load_module(hsa_agent_t agent, const char* module) {
    hsa_code_object_reader_t reader;
    hsa_executable_t executable;
    int file = open(module, O_RDONLY);
    EXPECT(file >= 0);
    HSA(hsa_code_object_reader_create_from_file(file, &reader));
    HSA(hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR, NULL, &executable));
    HSA(hsa_executable_load_agent_code_object(executable, agent, reader, NULL, NULL));
    HSA(hsa_executable_freeze(executable, NULL));
    return executable;
}

// Returns the kernel object that packets refer to.
static inline uint64_t kernel_object(hsa_executable_t executable, hsa_agent_t agent, const char* symbol_name) {
    hsa_executable_symbol_t symbol;
    uint64_t object = 0;
    HSA(hsa_executable_get_symbol_by_name(executable, symbol_name, &agent, &symbol));
    HSA(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &object));
    return object;
}

// Writes a dispatch of one work-item, whose arguments are zeros, and rings the doorbell. One thread for each queue.
// `barrier`: 0 for one that may overtake those before it.
static inline void dispatch_one(hsa_queue_t* queue, uint64_t object, int barrier, hsa_signal_t done) {
    static uint64_t arguments[SOFTGPU_MAX_ARGS] __attribute__((aligned(16)));
    const hsa_kernel_dispatch_packet_t packet = {.setup = 1,
                                                 .workgroup_size_x = 1,
                                                 .workgroup_size_y = 1,
                                                 .workgroup_size_z = 1,
                                                 .grid_size_x = 1,
                                                 .grid_size_y = 1,
                                                 .grid_size_z = 1,
                                                 .kernel_object = object,
                                                 .kernarg_address = arguments,
                                                 .completion_signal = done};
    const uint64_t index = hsa_queue_add_write_index_scacq_screl(queue, 1);
    char* slot = (char*)queue->base_address + 64 * (index % queue->size);
    memcpy(slot + 2, (const char*)&packet + 2, sizeof packet - 2);
    __atomic_store_n((uint16_t*)slot, HSA_PACKET_TYPE_KERNEL_DISPATCH | barrier << HSA_PACKET_HEADER_BARRIER,
                     __ATOMIC_RELEASE);
    hsa_signal_store_screlease(queue->doorbell_signal, (int64_t)index);
}

#endif
