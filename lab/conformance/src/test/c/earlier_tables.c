// earlier_tables AMD: hands HSA tables in the form of ROCr 5.2 to the register library, as that runtime does to its
// tools libraries, calls each function of the extensions through them, and prints the functions' names. AMD is the
// version that the table of AMD's extension says it has.
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// The functions in their order (hsa_api_trace.h of ROCr 5.2.3).
static const char* const AMD[] = {
    "hsa_amd_coherency_get_type",
    "hsa_amd_coherency_set_type",
    "hsa_amd_profiling_set_profiler_enabled",
    "hsa_amd_profiling_async_copy_enable",
    "hsa_amd_profiling_get_dispatch_time",
    "hsa_amd_profiling_get_async_copy_time",
    "hsa_amd_profiling_convert_tick_to_system_domain",
    "hsa_amd_signal_async_handler",
    "hsa_amd_async_function",
    "hsa_amd_signal_wait_any",
    "hsa_amd_queue_cu_set_mask",
    "hsa_amd_memory_pool_get_info",
    "hsa_amd_agent_iterate_memory_pools",
    "hsa_amd_memory_pool_allocate",
    "hsa_amd_memory_pool_free",
    "hsa_amd_memory_async_copy",
    "hsa_amd_agent_memory_pool_get_info",
    "hsa_amd_agents_allow_access",
    "hsa_amd_memory_pool_can_migrate",
    "hsa_amd_memory_migrate",
    "hsa_amd_memory_lock",
    "hsa_amd_memory_unlock",
    "hsa_amd_memory_fill",
    "hsa_amd_interop_map_buffer",
    "hsa_amd_interop_unmap_buffer",
    "hsa_amd_image_create",
    "hsa_amd_pointer_info",
    "hsa_amd_pointer_info_set_userdata",
    "hsa_amd_ipc_memory_create",
    "hsa_amd_ipc_memory_attach",
    "hsa_amd_ipc_memory_detach",
    "hsa_amd_signal_create",
    "hsa_amd_ipc_signal_create",
    "hsa_amd_ipc_signal_attach",
    "hsa_amd_register_system_event_handler",
    "hsa_amd_queue_intercept_create",
    "hsa_amd_queue_intercept_register",
    "hsa_amd_queue_set_priority",
    "hsa_amd_memory_async_copy_rect",
    "hsa_amd_runtime_queue_create_register",
    "hsa_amd_memory_lock_to_pool",
    "hsa_amd_register_deallocation_callback",
    "hsa_amd_deregister_deallocation_callback",
    "hsa_amd_signal_value_pointer",
    "hsa_amd_svm_attributes_set",
    "hsa_amd_svm_attributes_get",
    "hsa_amd_svm_prefetch_async",
    "hsa_amd_queue_cu_get_mask",
};
static const char* const IMAGE[] = {
    "hsa_ext_image_get_capability",
    "hsa_ext_image_data_get_info",
    "hsa_ext_image_create",
    "hsa_ext_image_import",
    "hsa_ext_image_export",
    "hsa_ext_image_copy",
    "hsa_ext_image_clear",
    "hsa_ext_image_destroy",
    "hsa_ext_sampler_create",
    "hsa_ext_sampler_destroy",
    "hsa_ext_image_get_capability_with_layout",
    "hsa_ext_image_data_get_info_with_layout",
    "hsa_ext_image_create_with_layout",
};

enum { CORE_SLOTS = 125, AMD_SLOTS = sizeof AMD / sizeof *AMD, IMAGE_SLOTS = sizeof IMAGE / sizeof *IMAGE };

typedef long function(long, long, long, long, long, long, long, long);

struct table {
    uint32_t major, bytes, step, reserved;
    function* functions[CORE_SLOTS];
};

#define TABLE(slots) \
    { .major = 1, .bytes = 16 + 8 * (slots) }

static struct table core = TABLE(CORE_SLOTS), amd = TABLE(AMD_SLOTS), image = TABLE(IMAGE_SLOTS), finalizer;

static struct {
    uint32_t major, bytes, step, reserved;
    struct table *core, *amd, *finalizer, *image;
} root = {1, sizeof root, 0, 0, &core, &amd, &finalizer, &image};

static long answer(long a, long b, long c, long d, long e, long f, long g, long h) {
    (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
    return 0;
}

static void fill(struct table* table, int slots) {
    for (int i = 0; i < slots; i++) table->functions[i] = answer;
}

static void call(const struct table* table, const char* const* names, int slots) {
    for (int i = 0; i < slots; i++) {
        if (table->functions[i](0, 0, 0, 0, 0, 0, 0, 0) != 0) abort();
        puts(names[i]);
    }
}

int main(int count, char** words) {
    bool (*load)(void* table, uint64_t version, uint64_t failed_count, const char* const* failed);
    if (count != 2) return 2;
    fill(&core, CORE_SLOTS);
    fill(&amd, AMD_SLOTS);
    fill(&image, IMAGE_SLOTS);
    amd.major = (uint32_t)atoi(words[1]);
    void* library = dlopen("librocprofiler-register.so.0", RTLD_NOW);
    if (library == NULL) return 3;
    *(void**)&load = dlsym(library, "OnLoad");
    if (!load(&root, 1, 0, NULL)) return 4;
    call(&amd, AMD, AMD_SLOTS);
    call(&image, IMAGE, IMAGE_SLOTS);
    return 0;
}
