// Virtual memory: reserved addresses, memory handles, mappings and access permissions.
#include "packets.h"

#include <unistd.h>

enum { PAGE = 4096 };

static hsa_amd_memory_pool_t pool;

static hsa_status_t first_pool(hsa_amd_memory_pool_t found, void* where) {
    *(hsa_amd_memory_pool_t*)where = found;
    return HSA_STATUS_INFO_BREAK;
}

static hsa_amd_vmem_alloc_handle_t handle_of(size_t size) {
    hsa_amd_vmem_alloc_handle_t handle;
    HSA(hsa_amd_vmem_handle_create(pool, size, MEMORY_TYPE_PINNED, 0, &handle));
    return handle;
}

static uint64_t available(void) {
    uint64_t bytes;
    HSA(hsa_agent_get_info(gpus[0], (hsa_agent_info_t)HSA_AMD_AGENT_INFO_MEMORY_AVAIL, &bytes));
    return bytes;
}

static void memory_can_be_seen_at_two_addresses(void) {
    hsa_amd_memory_access_desc_t all = {.permissions = HSA_ACCESS_PERMISSION_RW, .agent_handle = gpus[0]};
    hsa_access_permission_t access;
    uint64_t before = available();
    char* range;
    HSA(hsa_amd_vmem_address_reserve((void**)&range, 4 * PAGE, 0, 0));
    hsa_amd_vmem_alloc_handle_t handle = handle_of(2 * PAGE);
    CHECK_EQUAL(before - 2 * PAGE, available());
    HSA(hsa_amd_vmem_map(range, 2 * PAGE, 0, handle, 0));
    HSA(hsa_amd_vmem_map(range + 2 * PAGE, PAGE, PAGE, handle, 0));
    HSA(hsa_amd_vmem_get_access(range, &access, gpus[0]));
    CHECK_EQUAL(HSA_ACCESS_PERMISSION_NONE, access);
    HSA(hsa_amd_vmem_set_access(range, 4 * PAGE, &all, 1));
    HSA(hsa_amd_vmem_get_access(range + PAGE, &access, gpus[0]));
    CHECK_EQUAL(HSA_ACCESS_PERMISSION_RW, access);
    strcpy(range + PAGE, "both");
    CHECK(strcmp(range + 2 * PAGE, "both") == 0);
    hsa_amd_pointer_info_t info = {.size = sizeof info};
    HSA(hsa_amd_pointer_info(range + 1, &info, NULL, NULL, NULL));
    CHECK(info.type == HSA_EXT_POINTER_TYPE_HSA_VMEM && info.agentBaseAddress == range && info.sizeInBytes == 2 * PAGE);
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_memory_pool_free(range));
    CHECK_EQUAL(HSA_STATUS_ERROR_RESOURCE_FREE, hsa_amd_vmem_address_free(range, 4 * PAGE));
    HSA(hsa_amd_vmem_handle_release(handle)); // mapped memory stays
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_vmem_handle_release(handle));
    CHECK(strcmp(range + PAGE, "both") == 0);
    HSA(hsa_amd_vmem_unmap(range, 2 * PAGE));
    HSA(hsa_amd_vmem_unmap(range + 2 * PAGE, PAGE));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_vmem_unmap(range, 2 * PAGE));
    CHECK_EQUAL(before, available());
    HSA(hsa_amd_vmem_address_free(range, 4 * PAGE));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_vmem_address_free(range, 4 * PAGE));
}

static void handles_come_back_from_addresses_and_files(void) {
    hsa_amd_memory_pool_t of;
    hsa_amd_memory_type_t type;
    hsa_amd_vmem_alloc_handle_t handle = handle_of(PAGE), retained, imported;
    void* range;
    int file;
    HSA(hsa_amd_vmem_address_reserve_align(&range, PAGE, 0, 1 << 21, 0));
    CHECK_EQUAL(0, (uintptr_t)range % (1 << 21));
    HSA(hsa_amd_vmem_map(range, PAGE, 0, handle, 0));
    HSA(hsa_amd_vmem_retain_alloc_handle(&retained, (char*)range + 5));
    CHECK_EQUAL(handle.handle, retained.handle);
    HSA(hsa_amd_vmem_export_shareable_handle(&file, handle, 0));
    HSA(hsa_amd_vmem_import_shareable_handle(file, &imported));
    CHECK_EQUAL(handle.handle, imported.handle);
    CHECK_EQUAL(0, close(file));
    HSA(hsa_amd_vmem_get_alloc_properties_from_handle(handle, &of, &type));
    CHECK(of.handle == pool.handle && type == MEMORY_TYPE_PINNED);
    HSA(hsa_amd_vmem_unmap(range, PAGE));
    for (int i = 0; i < 3; i++) HSA(hsa_amd_vmem_handle_release(handle));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_vmem_get_alloc_properties_from_handle(handle, &of, &type));
    HSA(hsa_amd_vmem_address_free(range, PAGE));
}

static void bad_values_have_a_status(void) {
    hsa_amd_vmem_alloc_handle_t handle = handle_of(PAGE), none = {1};
    hsa_amd_memory_access_desc_t desc = {.permissions = HSA_ACCESS_PERMISSION_RW, .agent_handle = {7}};
    char* range;
    HSA(hsa_amd_vmem_address_reserve((void**)&range, PAGE, 0, 0));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_vmem_address_reserve(NULL, PAGE, 0, 0));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_vmem_address_reserve((void**)&range, 5, 0, 0));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_vmem_handle_create(pool, 5, MEMORY_TYPE_NONE, 0, &handle));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_vmem_map(range, PAGE, 0, none, 0));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_vmem_map(range, PAGE, PAGE, handle, 0));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_vmem_map(range + PAGE, PAGE, 0, handle, 0));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_AGENT, hsa_amd_vmem_set_access(range, PAGE, &desc, 1));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_vmem_handle_release(none));
    HSA(hsa_amd_vmem_handle_release(handle));
    HSA(hsa_amd_vmem_address_free(range, PAGE));
}

int main(void) {
    HSA(hsa_init());
    HSA(hsa_iterate_agents(take_agent, NULL));
    CHECK_EQUAL(HSA_STATUS_INFO_BREAK, hsa_amd_agent_iterate_memory_pools(gpus[0], first_pool, &pool));
    memory_can_be_seen_at_two_addresses();
    handles_come_back_from_addresses_and_files();
    bad_values_have_a_status();
    return 0;
}
