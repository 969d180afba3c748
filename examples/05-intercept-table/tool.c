// Intercept table: puts its own functions into HIP's table and calls the previous ones from them. It needs no
// context and no service: this suits tools that change calls, or want no SDK code in their path.
//
//     ROCP_TOOL_LIBRARIES=./tool.so ../01-matrix-transpose/transpose 16 1
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include <stdatomic.h>
#include <stdio.h>

static hipError_t (*next_malloc)(void **, size_t);
static hipError_t (*next_free)(void *);
static hipError_t (*next_memcpy_async)(void *, const void *, size_t, hipMemcpyKind, hipStream_t);

static atomic_ulong mallocs, malloc_bytes, frees, copies, copy_bytes;

static hipError_t count_malloc(void **pointer, size_t bytes) {
    hipError_t error = next_malloc(pointer, bytes);
    if (error == hipSuccess) {
        atomic_fetch_add(&mallocs, 1);
        atomic_fetch_add(&malloc_bytes, bytes);
    }
    return error;
}

static hipError_t count_free(void *pointer) {
    hipError_t error = next_free(pointer);
    if (error == hipSuccess && pointer) atomic_fetch_add(&frees, 1);
    return error;
}

static hipError_t count_memcpy_async(void *to, const void *from, size_t bytes, hipMemcpyKind kind, hipStream_t stream) {
    atomic_fetch_add(&copies, 1);
    atomic_fetch_add(&copy_bytes, bytes);
    return next_memcpy_async(to, from, bytes, kind, stream);
}

// Puts `function` into its place in the table and returns the previous one, or NULL when the runtime is older than
// the function.
static void *replace(void *table, int operation, void *function) {
    // A table consists of its size in bytes and one pointer per operation, in the order of the operation ids.
    size_t size = *(size_t *)table;
    void **slots = (void **)((char *)table + sizeof size);
    if (size < sizeof size + (size_t)(operation + 1) * sizeof *slots) return NULL;
    void *before = slots[operation]; // the runtime's function, or that of a tool that was here first
    slots[operation] = function;
    return before;
}

// Called when HIP registers, before the program can call it.
static void on_table(rocprofiler_intercept_table_t type, uint64_t version, uint64_t instance, void **tables,
                     uint64_t table_count, void *data) {
    if (type != ROCPROFILER_HIP_RUNTIME_TABLE || instance != 0 || table_count != 1) return;
    next_malloc = (hipError_t(*)(void **, size_t))replace(tables[0], ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc,
                                                          (void *)count_malloc);
    next_free = (hipError_t(*)(void *))replace(tables[0], ROCPROFILER_HIP_RUNTIME_API_ID_hipFree, (void *)count_free);
    next_memcpy_async = (hipError_t(*)(void *, const void *, size_t, hipMemcpyKind, hipStream_t))replace(
        tables[0], ROCPROFILER_HIP_RUNTIME_API_ID_hipMemcpyAsync, (void *)count_memcpy_async);
    (void)version, (void)data;
}

static void finalize(void *data) {
    fprintf(stderr, "hipMalloc: %lu calls, %lu bytes\n", mallocs, malloc_bytes);
    fprintf(stderr, "hipFree: %lu calls, %lu allocations left\n", frees, mallocs - frees);
    fprintf(stderr, "hipMemcpyAsync: %lu calls, %lu bytes\n", copies, copy_bytes);
    (void)data;
}

ROCPROFILER_PUBLIC_API rocprofiler_tool_configure_result_t *rocprofiler_configure(
    uint32_t version, const char *runtime_version, uint32_t priority, rocprofiler_client_id_t *client) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, NULL, finalize, NULL};
    client->name = "allocation-check";
    rocprofiler_status_t status =
        rocprofiler_at_intercept_table_registration(on_table, ROCPROFILER_HIP_RUNTIME_TABLE, NULL);
    (void)version, (void)runtime_version, (void)priority;
    if (status == ROCPROFILER_STATUS_SUCCESS) return &result;
    fprintf(stderr, "allocation-check: %s\n", rocprofiler_get_status_string(status));
    return NULL; // the SDK then ignores this tool
}
