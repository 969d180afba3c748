// A program that writes databases of profiles: it asks for the schema, which is installed beside the library.
#include <rocprofiler-sdk-rocpd/rocpd.h>
#include <stdio.h>
#include <string.h>

static void got(rocpd_sql_engine_t engine, rocpd_sql_schema_kind_t kind, rocpd_sql_options_t options,
                const rocpd_sql_schema_jinja_variables_t* variables, const char* path, const char* content,
                void* user_data) {
    (void)engine, (void)kind, (void)options, (void)variables, (void)user_data;
    printf("schema: %s%s\n", strrchr(path, '/') + 1, strstr(content, "\"rocpd_track_a_b\"") ? " of _a_b" : "");
}

int main(void) {
    const rocpd_sql_schema_jinja_variables_t variables = {sizeof variables, "a-b", "a-b"};
    const rocpd_status_t status = rocpd_sql_load_schema(ROCPD_SQL_ENGINE_SQLITE3, ROCPD_SQL_SCHEMA_ROCPD_TABLES,
                                                        ROCPD_SQL_OPTIONS_NONE, &variables, got, NULL, 0, NULL);
    if (status != ROCPD_STATUS_SUCCESS) printf("%s\n", rocpd_get_status_name(status));
    return status;
}
