// Pools, as clients see them.
#include "base/errors.h"
#include "hooks/hooks.h"
#include "pool/pool.h"
#include "sdk/sdk.h"
#include "trace/clients.h"
#include "trace/hip_reports.h"
#include "trace/hip_work.h"

static _Atomic(struct rt_pool*) default_pool;

static struct rt_pool* or_default(roctracer_pool_t* pool) {
    return pool != NULL ? (struct rt_pool*)pool : atomic_load(&default_pool);
}

// What the program has waited for comes before the records that it asks for now.
static void bring_work(void) {
    rt_sdk_flush();
    if (!rt_hip_work_is_the_sdks()) rt_hip_await_reports();
}

static roctracer_status_t open_default(const char* function, struct rt_pool* pool) {
    struct rt_pool* none = NULL;
    if (pool != NULL && atomic_compare_exchange_strong(&default_pool, &none, pool)) return ROCTRACER_STATUS_SUCCESS;
    if (pool != NULL) rt_pool_close(pool);
    return rt_fail(ROCTRACER_STATUS_ERROR_DEFAULT_POOL_ALREADY_DEFINED, function,
                   "roctracer_open_pool_impl(), default pool already set");
}

static roctracer_status_t open_pool(const char* function, const roctracer_properties_t* properties,
                                    roctracer_pool_t** handle) {
    rt_look_for_awaited();
    if (properties == NULL) return rt_fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, function, "invalid argument");
    if (handle == NULL && atomic_load(&default_pool) != NULL) return open_default(function, NULL);
    rt_note_client((void (*)(void))properties->buffer_callback_fun);
    rt_note_client((void (*)(void))properties->alloc_fun);
    struct rt_pool* pool = rt_pool_open(properties);
    if (pool == NULL)
        return rt_fail(ROCTRACER_STATUS_ERROR_MEMORY_ALLOCATION, function,
                       "roctracer_open_pool_impl(), no memory or no thread for a pool of %zu bytes",
                       properties->buffer_size);
    if (handle == NULL) return open_default(function, pool);
    *handle = (roctracer_pool_t*)pool;
    return ROCTRACER_STATUS_SUCCESS;
}

RT_EXPORT roctracer_status_t roctracer_open_pool_expl(const roctracer_properties_t* properties,
                                                      roctracer_pool_t** pool) {
    return open_pool(__func__, properties, pool);
}

RT_EXPORT roctracer_status_t roctracer_open_pool(const roctracer_properties_t* properties) {
    return open_pool(__func__, properties, NULL);
}

RT_EXPORT roctracer_status_t roctracer_close_pool_expl(roctracer_pool_t* pool) {
    struct rt_pool* closed = or_default(pool);
    if (closed == NULL) return ROCTRACER_STATUS_SUCCESS;
    struct rt_pool* expected = closed;
    atomic_compare_exchange_strong(&default_pool, &expected, NULL);
    bring_work();
    rt_forget_pool(closed);
    rt_connect();
    rt_pool_close(closed);
    return ROCTRACER_STATUS_SUCCESS;
}

RT_EXPORT roctracer_status_t roctracer_close_pool(void) { return roctracer_close_pool_expl(NULL); }

RT_EXPORT roctracer_pool_t* roctracer_default_pool_expl(roctracer_pool_t* pool) {
    if (pool == NULL) return (roctracer_pool_t*)atomic_load(&default_pool);
    return (roctracer_pool_t*)atomic_exchange(&default_pool, (struct rt_pool*)pool);
}

RT_EXPORT roctracer_pool_t* roctracer_default_pool(void) { return roctracer_default_pool_expl(NULL); }

RT_EXPORT roctracer_status_t roctracer_flush_activity_expl(roctracer_pool_t* pool) {
    struct rt_pool* flushed = or_default(pool);
    rt_look_for_awaited();
    if (flushed == NULL) return ROCTRACER_STATUS_SUCCESS;
    bring_work();
    rt_pool_flush(flushed);
    return ROCTRACER_STATUS_SUCCESS;
}

RT_EXPORT roctracer_status_t roctracer_flush_activity(void) { return roctracer_flush_activity_expl(NULL); }

RT_EXPORT roctracer_status_t roctracer_next_record(const activity_record_t* record, const activity_record_t** next) {
    if (record == NULL || next == NULL)
        return rt_fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, __func__, "invalid argument");
    *next = record + 1;
    return ROCTRACER_STATUS_SUCCESS;
}
