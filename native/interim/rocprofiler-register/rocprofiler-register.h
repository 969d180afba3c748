#pragma once
#include <stddef.h>
#include <stdint.h>

typedef enum rocprofiler_register_error_code_t {
    ROCP_REG_SUCCESS = 0,
    ROCP_REG_NO_TOOLS = 1,
    ROCP_REG_DEADLOCK = 2,
    ROCP_REG_BAD_API_TABLE_LENGTH = 3,
    ROCP_REG_UNSUPPORTED_API = 4,
    ROCP_REG_INVALID_API_ADDRESS = 5,
    ROCP_REG_ROCPROFILER_ERROR = 6,
    ROCP_REG_EXCESS_API_INSTANCES = 7,
    ROCP_REG_ERROR_CODE_END = 8,
} rocprofiler_register_error_code_t;

typedef struct rocprofiler_register_library_indentifier_t {
    uint64_t handle;
} rocprofiler_register_library_indentifier_t;

typedef struct rocprofiler_register_registration_info_t {
    size_t size;
    const char* common_name;
    uint32_t lib_version;
    uint64_t api_table_length;
} rocprofiler_register_registration_info_t;

typedef uint32_t (*rocprofiler_register_import_func_t)(void);
typedef int (*rocprofiler_register_registration_info_cb_t)(rocprofiler_register_registration_info_t* info, void* data);

rocprofiler_register_error_code_t rocprofiler_register_library_api_table(
        const char* lib_name,
        rocprofiler_register_import_func_t import_func,
        uint32_t lib_version,
        void** api_tables,
        uint64_t api_table_length,
        rocprofiler_register_library_indentifier_t* register_id);
const char* rocprofiler_register_error_string(rocprofiler_register_error_code_t error);
rocprofiler_register_error_code_t rocprofiler_register_iterate_registration_info(
        rocprofiler_register_registration_info_cb_t callback, void* data);
