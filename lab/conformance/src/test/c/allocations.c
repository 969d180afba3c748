// allocations CASE: its own HSA runtime that allocates memory, and its own tool that prints the events it gets.
//
//   events   each function: memory of each agent, of no agent, failed allocations; nothing is freed; handles
//   chosen   a context with the callbacks of one operation and the records of another
#include "own_hsa.h"

enum { VMEM_ALLOCATE = 2, FREE = 3 };
enum { CPU_POOL = 0x11, GPU_POOL = 0x12, CPU_REGION = 0x21, STRANGE = 0x99, ADDRESS = 0x7000, HANDLE = 0x5000 };
enum { TOO_MUCH = 1 << 30 };

static const char* mode;
static rocprofiler_context_id_t context;
static rocprofiler_buffer_id_t buffer;
static uint64_t began;

// --- the runtime ---------------------------------------------------------------------------------------------------

static hsa_status_t iterate_pools(hsa_agent_t agent, hsa_status_t (*callback)(hsa_amd_memory_pool_t, void*),
                                  void* data) {
    return callback((hsa_amd_memory_pool_t){agent.handle == GPU ? GPU_POOL : CPU_POOL}, data);
}

static hsa_status_t iterate_regions(hsa_agent_t agent, hsa_status_t (*callback)(hsa_region_t, void*), void* data) {
    return agent.handle == CPU ? callback((hsa_region_t){CPU_REGION}, data) : HSA_STATUS_SUCCESS;
}

static hsa_status_t allocate(size_t size, uint64_t value, void* to) {
    if (size == TOO_MUCH) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    memcpy(to, &value, sizeof value);
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t memory_allocate(hsa_region_t region, size_t size, void** to) {
    (void)region;
    return allocate(size, ADDRESS + size, to);
}

static hsa_status_t pool_allocate(hsa_amd_memory_pool_t pool, size_t size, uint32_t flags, void** to) {
    (void)pool;
    return flags ? HSA_STATUS_ERROR : allocate(size, ADDRESS + size, to);
}

static hsa_status_t handle_create(hsa_amd_memory_pool_t pool, size_t size, hsa_amd_memory_type_t type, uint64_t flags,
                                  hsa_amd_vmem_alloc_handle_t* to) {
    (void)pool, (void)type, (void)flags;
    return allocate(size, HANDLE + size, to);
}

static hsa_status_t freed(void* address) { return address == (void*)STRANGE ? HSA_STATUS_ERROR : HSA_STATUS_SUCCESS; }

static hsa_status_t handle_release(hsa_amd_vmem_alloc_handle_t handle) { return freed((void*)handle.handle); }

static void start_runtime(void) {
    CORE(hsa_agent_iterate_regions) = (void*)iterate_regions;
    CORE(hsa_memory_allocate) = (void*)memory_allocate;
    CORE(hsa_memory_free) = (void*)freed;
    AMD(hsa_amd_agent_iterate_memory_pools) = (void*)iterate_pools;
    AMD(hsa_amd_memory_pool_allocate) = (void*)pool_allocate;
    AMD(hsa_amd_memory_pool_free) = (void*)freed;
    AMD(hsa_amd_vmem_handle_create) = (void*)handle_create;
    AMD(hsa_amd_vmem_handle_release) = (void*)handle_release;
    announce(0);
}

// --- the tool ------------------------------------------------------------------------------------------------------

static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* argument) {
    rocprofiler_callback_tracing_memory_allocation_data_t* data = record.payload;
    const char* name = NULL;
    rocprofiler_query_callback_tracing_kind_operation_name(record.kind, record.operation, &name, NULL);
    int enters = record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER;
    printf("  %s %s node %s address %lx size %lu id %lu", enters ? "enter" : "exit", name, node(data->agent_id),
           (unsigned long)data->address.value, (unsigned long)data->allocation_size,
           (unsigned long)record.correlation_id.internal);
    if (enters ? data->start_timestamp || data->end_timestamp
               : data->start_timestamp < began || data->start_timestamp >= data->end_timestamp)
        printf(" wrong times");
    if (data->size != 48) printf(" payload of %lu bytes", (unsigned long)data->size);
    if (record.thread_id != self()) printf(" wrong thread");
    if (enters) user->value = 7 + record.operation;
    else if (user->value != 7u + record.operation) printf(" user data lost");
    printf("\n");
    (void)argument;
}

static void on_records(rocprofiler_context_id_t from, rocprofiler_buffer_id_t id, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t dropped) {
    for (size_t i = 0; i < count; i++) {
        rocprofiler_buffer_tracing_memory_allocation_record_t* r = headers[i]->payload;
        const char* name = NULL;
        rocprofiler_query_buffer_tracing_kind_operation_name(r->kind, r->operation, &name, NULL);
        printf("  %s node %s address %lx size %lu id %lu", name, node(r->agent_id), (unsigned long)r->address.value,
               (unsigned long)r->allocation_size, (unsigned long)r->correlation_id.internal);
        if (r->start_timestamp < began || r->start_timestamp >= r->end_timestamp) printf(" wrong times");
        if (r->size != 88) printf(" record of %lu bytes", (unsigned long)r->size);
        printf("%s\n", r->thread_id == (uint64_t)(uintptr_t)data ? "" : " wrong thread");
    }
    if (dropped) printf("%lu dropped\n", (unsigned long)dropped);
    (void)from, (void)id;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    static const rocprofiler_tracing_operation_t one[] = {VMEM_ALLOCATE}, another[] = {FREE};
    int chosen = strcmp(mode, "chosen") == 0;
    (void)finalize, (void)data;
    rocprofiler_get_timestamp(&began);
    MUST(rocprofiler_create_context(&context));
    MUST(rocprofiler_create_buffer(context, 65536, 65536, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records,
                                   (void*)(uintptr_t)self(), &buffer));
    MUST(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_MEMORY_ALLOCATION,
                                                        chosen ? one : NULL, chosen, on_event, NULL));
    MUST(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_MEMORY_ALLOCATION,
                                                      chosen ? another : NULL, chosen, buffer));
    MUST(rocprofiler_start_context(context));
    return 0;
}

static void finalize(void* data) {
    (void)data;
    printf("records\n");
    MUST(rocprofiler_flush_buffer(buffer));
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* text, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    (void)version, (void)text, (void)priority;
    id->name = "allocations";
    return &result;
}

// --- the program ---------------------------------------------------------------------------------------------------

static void expect(hsa_status_t status, hsa_status_t expected) {
    if (status != expected) printf("status %d, not %d\n", status, expected);
}

static void on_pool(uint64_t pool, size_t size, hsa_status_t expected) {
    hsa_status_t (*function)(hsa_amd_memory_pool_t, size_t, uint32_t, void**) = AMD(hsa_amd_memory_pool_allocate);
    void* address = NULL;
    expect(function((hsa_amd_memory_pool_t){pool}, size, 0, &address), expected);
}

static void in_region(uint64_t region, size_t size, hsa_status_t expected) {
    hsa_status_t (*function)(hsa_region_t, size_t, void**) = CORE(hsa_memory_allocate);
    void* address = NULL;
    expect(function((hsa_region_t){region}, size, &address), expected);
}

static void create(uint64_t pool, size_t size, hsa_status_t expected) {
    hsa_status_t (*function)(hsa_amd_memory_pool_t, size_t, hsa_amd_memory_type_t, uint64_t,
                             hsa_amd_vmem_alloc_handle_t*) = AMD(hsa_amd_vmem_handle_create);
    hsa_amd_vmem_alloc_handle_t handle;
    expect(function((hsa_amd_memory_pool_t){pool}, size, MEMORY_TYPE_PINNED, 0, &handle), expected);
}

static void release(uint64_t handle, hsa_status_t expected) {
    hsa_status_t (*function)(hsa_amd_vmem_alloc_handle_t) = AMD(hsa_amd_vmem_handle_release);
    expect(function((hsa_amd_vmem_alloc_handle_t){handle}), expected);
}

static void give_back(void* function, uintptr_t address, hsa_status_t expected) {
    expect(((hsa_status_t(*)(void*))function)((void*)address), expected);
}

int main(int argc, char** argv) {
    mode = argc > 1 ? argv[1] : "events";
    start_runtime();
    printf("pools\n");
    on_pool(GPU_POOL, 0x100, HSA_STATUS_SUCCESS);
    on_pool(CPU_POOL, 0x200, HSA_STATUS_SUCCESS);
    give_back(AMD(hsa_amd_memory_pool_free), ADDRESS + 0x100, HSA_STATUS_SUCCESS);
    printf("regions\n");
    in_region(CPU_REGION, 0x300, HSA_STATUS_SUCCESS);
    give_back(CORE(hsa_memory_free), ADDRESS + 0x300, HSA_STATUS_SUCCESS);
    printf("handles\n");
    create(GPU_POOL, 0x400, HSA_STATUS_SUCCESS);
    release(HANDLE + 0x400, HSA_STATUS_SUCCESS);
    printf("what nobody owns\n");
    on_pool(STRANGE, 0x500, HSA_STATUS_SUCCESS);
    printf("what cannot be had\n");
    on_pool(GPU_POOL, TOO_MUCH, HSA_STATUS_ERROR_OUT_OF_RESOURCES);
    in_region(CPU_REGION, TOO_MUCH, HSA_STATUS_ERROR_OUT_OF_RESOURCES);
    create(GPU_POOL, TOO_MUCH, HSA_STATUS_ERROR_OUT_OF_RESOURCES);
    printf("nothing, and what was never allocated\n");
    give_back(AMD(hsa_amd_memory_pool_free), 0, HSA_STATUS_SUCCESS);
    give_back(CORE(hsa_memory_free), 0, HSA_STATUS_SUCCESS);
    give_back(CORE(hsa_memory_free), STRANGE, HSA_STATUS_ERROR);
    release(STRANGE, HSA_STATUS_ERROR);
    return 0;
}
