// Stands in for librocprofiler-register.so.0 at link time only: never installed or run.
#include <stdint.h>

int rocprofiler_register_library_api_table(const char* common_name, uint32_t (*import_func)(void), uint32_t lib_version,
                                           void** api_tables, uint64_t api_table_length, void* register_id);
const char* rocprofiler_register_error_string(int error);

int rocprofiler_register_library_api_table(const char* common_name, uint32_t (*import_func)(void), uint32_t lib_version,
                                           void** api_tables, uint64_t api_table_length, void* register_id) {
    (void)common_name, (void)import_func, (void)lib_version, (void)api_tables, (void)api_table_length,
        (void)register_id;
    return 1;
}

const char* rocprofiler_register_error_string(int error) {
    (void)error;
    return "";
}
