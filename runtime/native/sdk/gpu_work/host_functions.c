// See host_functions.h.
#include "gpu_work/host_functions.h"

#include <rocprofiler-sdk/callback_tracing.h>
#include <rocprofiler-sdk/hip/compiler_api_id.h>

#include "base/clock.h"
#include "engine/admission.h"
#include "gpu_work/objects.h"
#include "threads/inside.h"

typedef rocprofiler_callback_tracing_code_object_host_kernel_symbol_register_data_t host_t;

// __hipRegisterFunction and __hipUnregisterFatBinary of HIP's compiler API.
typedef void register_fn(void** modules, const void* host, char* device, const char* name, unsigned limit, void* thread,
                         void* block, void* block_dims, void* grid_dims, int* workgroup);
typedef void unregister_fn(void** modules);

static register_fn* own_register;
static unregister_fn* own_unregister;

// Current compilers pass NULL for all of them.
static void copy_dimensions(rocprofiler_dim3_t* to, const void* from) {
    if (from != NULL) memcpy(to, from, sizeof *to);
}

static void my_register(void** modules, const void* host, char* device, const char* name, unsigned limit, void* thread,
                        void* block, void* block_dims, void* grid_dims, int* workgroup) {
    own_register(modules, host, device, name, limit, thread, block, block_dims, grid_dims, workgroup);
    const char* named = name != NULL ? name : device;
    rpj_cancellation cancel;
    native_thread_t* self = named != NULL ? rpj_object_begin(&cancel) : NULL;
    if (self == NULL) return;
    host_t data = {.size = sizeof data, .thread_limit = limit};
    data.host_function.value = (uint64_t)host;
    data.modules.value = (uint64_t)modules;
    copy_dimensions(&data.thread_ids, thread);
    copy_dimensions(&data.block_ids, block);
    copy_dimensions(&data.block_dims, block_dims);
    copy_dimensions(&data.grid_dims, grid_dims);
    if (workgroup != NULL) data.workgroup_size = (uint64_t)(int64_t)*workgroup;
    const uint64_t now_ns = rpj_boottime_now();
    rpj_object_write(self, RPJ_KIND_HOST_FUNCTION_FACTS, &data, sizeof data, &now_ns, sizeof now_ns, named,
                     strnlen(named, INT32_MAX));
    rpj_inside_end(self, cancel);
}

static void my_unregister(void** modules) {
    rpj_cancellation cancel;
    own_unregister(modules);
    native_thread_t* self = rpj_object_begin(&cancel);
    if (self == NULL) return;
    rpj_object_gone(self, RPJ_GONE_MODULES, (uint64_t)modules);
    rpj_inside_end(self, cancel);
}

static void replace(const rpj_hsa_table* table, uint64_t operation, void* ours, void** own) {
    void** place = rpj_function_place(table, operation);
    if (place == NULL || *place == NULL || *own != NULL) return;
    *own = *place;
    __atomic_store_n(place, ours, __ATOMIC_RELEASE);
}

void rpj_host_functions_follow(const rpj_hsa_table* table) {
    replace(table, ROCPROFILER_HIP_COMPILER_API_ID___hipRegisterFunction, (void*)my_register, (void**)&own_register);
    replace(table, ROCPROFILER_HIP_COMPILER_API_ID___hipUnregisterFatBinary, (void*)my_unregister,
            (void**)&own_unregister);
}
