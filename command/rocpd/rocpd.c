// Version and statuses of librocprofiler-sdk-rocpd.
#include <rocprofiler-sdk-rocpd/rocpd.h>

#include <stddef.h>

struct status {
    const char* name;
    const char* sentence;
};

#define STATUS(NAME, SENTENCE) [NAME] = {#NAME, SENTENCE}

static const struct status statuses[ROCPD_STATUS_LAST] = {
    STATUS(ROCPD_STATUS_SUCCESS, "Done"),
    STATUS(ROCPD_STATUS_ERROR, "It failed"),
    STATUS(ROCPD_STATUS_ERROR_INVALID_ARGUMENT, "An argument cannot be right"),
    STATUS(ROCPD_STATUS_ERROR_SQL_ERROR, "The database failed"),
    STATUS(ROCPD_STATUS_ERROR_SQL_INVALID_ENGINE, "There is no schema for that SQL engine"),
    STATUS(ROCPD_STATUS_ERROR_SQL_INVALID_SCHEMA_KIND, "The schema has no such part"),
    STATUS(ROCPD_STATUS_ERROR_SQL_SCHEMA_NOT_FOUND, "The file of the schema is in none of the folders"),
    STATUS(ROCPD_STATUS_ERROR_SQL_SCHEMA_PERMISSION_DENIED, "The file of the schema cannot be read"),
    STATUS(ROCPD_STATUS_ERROR_SQL_SCHEMA_INVALID_VERSION, "There is no schema of that version"),
};

static const struct status* of(rocpd_status_t status) {
    static const struct status none = {NULL, NULL};
    return (unsigned)status < ROCPD_STATUS_LAST ? &statuses[status] : &none;
}

const char* rocpd_get_status_name(rocpd_status_t status) { return of(status)->name; }

const char* rocpd_get_status_string(rocpd_status_t status) { return of(status)->sentence; }

rocpd_status_t rocpd_get_version(uint32_t* major, uint32_t* minor, uint32_t* patch) {
    if (major != NULL) *major = ROCPD_VERSION_MAJOR;
    if (minor != NULL) *minor = ROCPD_VERSION_MINOR;
    if (patch != NULL) *patch = ROCPD_VERSION_PATCH;
    return ROCPD_STATUS_SUCCESS;
}

rocpd_status_t rocpd_get_version_triplet(rocpd_version_triplet_t* info) {
    if (info == NULL) return ROCPD_STATUS_ERROR_INVALID_ARGUMENT;
    return rocpd_get_version(&info->major, &info->minor, &info->patch);
}
