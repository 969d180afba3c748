// librocprofiler-register.so.0 for the tests: records registrations, and with MOCK_REGISTER=wrap counts the calls
// of some functions by changing the tables, as a tool would.
#include "mock_register.h"
#include "hip_tables.h"
#include "hsa_tables.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t handle;
} identifier;

__attribute__((visibility("default"))) mock_state mock;

static HipDispatchTable hip;
static CoreApiTable core;
static AmdExtTable amd_ext;
static HipCompilerDispatchTable compiler;

static hipError_t count_malloc(void** ptr, size_t size) {
    atomic_fetch_add(&mock.hip_malloc, 1);
    return hip.hipMalloc_fn(ptr, size);
}

static hsa_status_t count_queue_create(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type,
                                       void (*callback)(hsa_status_t, hsa_queue_t*, void*), void* data,
                                       uint32_t private_segment_size, uint32_t group_segment_size,
                                       hsa_queue_t** queue) {
    atomic_fetch_add(&mock.hsa_queue_create, 1);
    return core.hsa_queue_create_fn(agent, size, type, callback, data, private_segment_size, group_segment_size, queue);
}

static hsa_status_t count_async_copy(void* dst, hsa_agent_t dst_agent, const void* src, hsa_agent_t src_agent,
                                     size_t size, uint32_t num_dep_signals, const hsa_signal_t* dep_signals,
                                     hsa_signal_t completion_signal) {
    atomic_fetch_add(&mock.hsa_async_copy, 1);
    return amd_ext.hsa_amd_memory_async_copy_fn(dst, dst_agent, src, src_agent, size, num_dep_signals, dep_signals,
                                                completion_signal);
}

static hsa_status_t count_freeze(hsa_executable_t executable, const char* options) {
    atomic_fetch_add(&mock.hsa_executable_freeze, 1);
    return core.hsa_executable_freeze_fn(executable, options);
}

static hipError_t count_push(dim3 grid, dim3 block, size_t shared, hipStream_t stream) {
    atomic_fetch_add(&mock.push_configuration, 1);
    return compiler.__hipPushCallConfiguration_fn(grid, block, shared, stream);
}

static void wrap(const char* name, void* table) {
    if (strcmp(name, "hip") == 0) {
        hip = *(HipDispatchTable*)table;
        ((HipDispatchTable*)table)->hipMalloc_fn = count_malloc;
    } else if (strcmp(name, "hip_compiler") == 0) {
        compiler = *(HipCompilerDispatchTable*)table;
        ((HipCompilerDispatchTable*)table)->__hipPushCallConfiguration_fn = count_push;
    } else {
        HsaApiTable* root = table;
        core = *root->core_;
        amd_ext = *root->amd_ext_;
        root->core_->hsa_queue_create_fn = count_queue_create;
        root->core_->hsa_executable_freeze_fn = count_freeze;
        root->amd_ext_->hsa_amd_memory_async_copy_fn = count_async_copy;
    }
}

__attribute__((visibility("default"))) void mock_wrap(int registration) {
    wrap(mock.registrations[registration].name, mock.registrations[registration].table);
}

__attribute__((visibility("default"))) int rocprofiler_register_library_api_table(
    const char* common_name, uint32_t (*import_func)(void), uint32_t lib_version, void** api_tables,
    uint64_t api_table_length, identifier* register_id);
int rocprofiler_register_library_api_table(const char* common_name, uint32_t (*import_func)(void), uint32_t lib_version,
                                           void** api_tables, uint64_t api_table_length, identifier* register_id) {
    const char* mode = getenv("MOCK_REGISTER");
    mock_registration* r = &mock.registrations[mock.count++];
    r->name = common_name;
    r->version = lib_version;
    r->imported = import_func();
    r->tables = api_table_length;
    r->table = api_tables[0];
    register_id->handle = mock.count;
    if (mode == NULL || strcmp(mode, "wrap") != 0) return mode == NULL ? 1 : atoi(mode);
    wrap(common_name, api_tables[0]);
    return 0;
}

__attribute__((visibility("default"))) const char* rocprofiler_register_error_string(int error);
const char* rocprofiler_register_error_string(int error) {
    return error == 2 ? "rocprofiler-register deadlocked" : "other";
}
