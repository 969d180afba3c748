// A runtime library's part: offers a table to register, under the name and with the version that register knows it by.
#include <inttypes.h>
#include <rocprofiler-register/rocprofiler-register.h>
#include <stdio.h>
#include <string.h>

#if ROCPROFILER_REGISTER_VERSION < 500
#error "not the version that the package said"
#endif

ROCPROFILER_REGISTER_DEFINE_IMPORT(rccl, ROCPROFILER_REGISTER_COMPUTE_VERSION_3(2, 22, 3))

static int print(rocprofiler_register_registration_info_t* info, void* data) {
    (void)data;
    printf("runtime: %s %" PRIu32 "\n", info->common_name, info->lib_version);
    return 0;
}

int main(void) {
    static uint64_t table[64] = {sizeof table};
    void* tables[] = {table};
    rocprofiler_register_library_indentifier_t id;
    memset(&id, 0, sizeof id);
    rocprofiler_register_error_code_t status =
        rocprofiler_register_library_api_table("rccl", &ROCPROFILER_REGISTER_IMPORT_FUNC(rccl),
                                               ROCPROFILER_REGISTER_COMPUTE_VERSION_3(2, 22, 3), tables, 1, &id);
    printf("runtime: %s\n", rocprofiler_register_error_string(status));
    rocprofiler_register_iterate_registration_info(print, NULL);
    return 0;
}
