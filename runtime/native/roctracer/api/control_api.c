// Starting and stopping, properties, ids, the clock, versions, and functions that remain from older releases.
#include <string.h>

#include "base/clock.h"
#include "base/errors.h"
#include "base/threads.h"
#include "hooks/hooks.h"
#include "sdk/sdk.h"
#include "trace/trace.h"

// --- start and stop ------------------------------------------------------------------------------------------------

static _Atomic(void (*)(void)) on_start, on_stop;

static void turn(bool stopped, _Atomic(void (*)(void))* listener) {
    if (atomic_exchange(&rt_stopped, stopped) == stopped) return;
    void (*function)(void) = atomic_load(listener);
    if (function != NULL) function();
}

RT_EXPORT void roctracer_start(void) {
    rt_look();
    turn(false, &on_start);
    rt_connect();
}

RT_EXPORT void roctracer_stop(void) {
    rt_look_for_awaited();
    turn(true, &on_stop);
    rt_collect_ids();
    rt_connect();
}

RT_EXPORT roctracer_status_t roctracer_set_properties(activity_domain_t domain, void* properties) {
    rt_look_for_awaited();
    switch ((uint32_t)domain) {
        case ACTIVITY_DOMAIN_HSA_API:
        case ACTIVITY_DOMAIN_HSA_OPS:
        case ACTIVITY_DOMAIN_HSA_EVT:
        case ACTIVITY_DOMAIN_HIP_API:
        case ACTIVITY_DOMAIN_HIP_OPS: return ROCTRACER_STATUS_SUCCESS;
        case ACTIVITY_DOMAIN_EXT_API: {
            const roctracer_ext_properties_t* functions = properties;
            if (functions == NULL)
                return rt_fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, __func__, "invalid argument");
            atomic_store(&on_start, functions->start_cb);
            atomic_store(&on_stop, functions->stop_cb);
            return ROCTRACER_STATUS_SUCCESS;
        }
        default:
            return rt_fail(ROCTRACER_STATUS_ERROR_INVALID_DOMAIN_ID, __func__, "%s(), invalid domain ID(%u)", __func__,
                           (uint32_t)domain);
    }
}

// --- external ids --------------------------------------------------------------------------------------------------

RT_EXPORT roctracer_status_t roctracer_activity_push_external_correlation_id(activity_correlation_id_t id) {
    rt_look_for_awaited();
    if (rt_external_push(id)) return ROCTRACER_STATUS_SUCCESS;
    return rt_fail(ROCTRACER_STATUS_ERROR, __func__, "no memory, or the thread has ended");
}

RT_EXPORT roctracer_status_t roctracer_activity_pop_external_correlation_id(activity_correlation_id_t* last_id) {
    uint64_t id = 0;
    rt_look_for_awaited();
    const bool popped = rt_external_pop(&id);
    if (last_id != NULL) *last_id = id;
    if (popped) return ROCTRACER_STATUS_SUCCESS;
    return rt_fail(ROCTRACER_STATUS_ERROR_MISMATCHED_EXTERNAL_CORRELATION_ID, __func__,
                   "%s(), unbalanced external correlation id pop", __func__);
}

// --- the rest ------------------------------------------------------------------------------------------------------

RT_EXPORT roctracer_status_t roctracer_get_timestamp(roctracer_timestamp_t* timestamp) {
    if (timestamp == NULL) return rt_fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, __func__, "invalid argument");
    *timestamp = rt_timestamp();
    return ROCTRACER_STATUS_SUCCESS;
}

RT_EXPORT uint32_t roctracer_version_major(void) { return ROCTRACER_VERSION_MAJOR; }

RT_EXPORT uint32_t roctracer_version_minor(void) { return ROCTRACER_VERSION_MINOR; }

RT_EXPORT int roctracer_load(void) { return 1; }

RT_EXPORT void roctracer_unload(void) {}

RT_EXPORT void roctracer_flush_buf(void) {}

RT_EXPORT void roctracer_mark(const char* message) {
    (void)message;
    rt_look_for_awaited();
}
