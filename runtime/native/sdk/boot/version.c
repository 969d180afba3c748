// The functions that need no engine: versions, clock, thread id, status texts.
#include <sys/syscall.h>
#include <unistd.h>

#include <rocprofiler-sdk/rocprofiler.h>

#include "base/clock.h"
#include "base/engine.h"

RPJ_EXPORT rocprofiler_status_t rocprofiler_get_version(uint32_t* major, uint32_t* minor, uint32_t* patch) {
    if (major != NULL) *major = ROCPROFILER_VERSION_MAJOR;
    if (minor != NULL) *minor = ROCPROFILER_VERSION_MINOR;
    if (patch != NULL) *patch = ROCPROFILER_VERSION_PATCH;
    return ROCPROFILER_STATUS_SUCCESS;
}

RPJ_EXPORT rocprofiler_status_t rocprofiler_get_version_triplet(rocprofiler_version_triplet_t* triplet) {
    if (triplet == NULL) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
    return rocprofiler_get_version(&triplet->major, &triplet->minor, &triplet->patch);
}

RPJ_EXPORT rocprofiler_status_t rocprofiler_get_timestamp(rocprofiler_timestamp_t* timestamp) {
    if (timestamp == NULL) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
    *timestamp = rpj_clock_now(CLOCK_BOOTTIME);
    return ROCPROFILER_STATUS_SUCCESS;
}

RPJ_EXPORT rocprofiler_status_t rocprofiler_get_thread_id(rocprofiler_thread_id_t* thread_id) {
    static __thread uint64_t cached __attribute__((tls_model("initial-exec")));
    static __thread pid_t owner __attribute__((tls_model("initial-exec")));
    if (thread_id == NULL) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
    if (!cached || rpj_forked) {
        pid_t process = getpid();
        if (owner != process) {
            owner = process;
            cached = (uint64_t)syscall(SYS_gettid);
        }
    }
    *thread_id = cached;
    return ROCPROFILER_STATUS_SUCCESS;
}

RPJ_EXPORT const char* rocprofiler_get_status_name(rocprofiler_status_t status) {
    switch ((int)status) {
#define RPJ_STATUS(value, name, message) \
    case value: \
        return name;
#include "rpj_status_strings.inc"
#undef RPJ_STATUS
        default: return NULL;
    }
}

RPJ_EXPORT const char* rocprofiler_get_status_string(rocprofiler_status_t status) {
    switch ((int)status) {
#define RPJ_STATUS(value, name, message) \
    case value: \
        return message;
#include "rpj_status_strings.inc"
#undef RPJ_STATUS
        default: return NULL;
    }
}
