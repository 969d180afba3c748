// Callbacks and activities: the statuses, in the order in which AMD's library checks.
#include "api/operation_names.h"
#include "base/errors.h"
#include "hooks/hooks.h"
#include "pool/pool.h"
#include "sdk/sdk.h"
#include "trace/clients.h"
#include "trace/registry.h"

#define INVALID_DOMAIN(function) rt_fail(ROCTRACER_STATUS_ERROR_INVALID_DOMAIN_ID, function, "invalid domain ID")
#define INVALID_ARGUMENT(function) rt_fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, function, "invalid argument")
#define NO_POOL(function) \
    rt_fail(ROCTRACER_STATUS_ERROR_DEFAULT_POOL_UNDEFINED, function, \
            "roctracer_enable_activity_impl(), no default pool")

static const struct rt_callback nobody = {NULL, NULL};
static const struct rt_sink nowhere = {NULL, 0};

// The domains that calls about all domains affect: KFD_API, the next one, does not exist.
enum { GLOBAL_DOMAINS = ACTIVITY_DOMAIN_KFD_API };

static roctracer_status_t apply(uint32_t domain, uint32_t first, uint32_t end, const struct rt_callback* callback,
                                const struct rt_sink* sink) {
    if (callback != NULL) rt_note_client((void (*)(void))callback->function);
    rt_look();
    rt_change(domain, first, end, callback, sink);
    rt_connect();
    return ROCTRACER_STATUS_SUCCESS;
}

static roctracer_status_t on_op(const char* function, uint32_t domain, uint32_t op, const struct rt_callback* callback,
                                const struct rt_sink* sink) {
    const struct rt_domain* table = rt_domain(domain);
    if (table == NULL) return INVALID_DOMAIN(function);
    if ((op >= table->end && !rt_is_newer(domain, op))
        || (callback != NULL && callback != &nobody && callback->function == NULL))
        return INVALID_ARGUMENT(function);
    return apply(domain, op, op + 1, callback, sink);
}

static roctracer_status_t on_domain(const char* function, uint32_t domain, const struct rt_callback* callback,
                                    const struct rt_sink* sink) {
    const struct rt_domain* table = rt_domain(domain);
    if (table == NULL) return INVALID_DOMAIN(function);
    if (table->begin >= table->end) return ROCTRACER_STATUS_SUCCESS;
    if (callback != NULL && callback != &nobody && callback->function == NULL) return INVALID_ARGUMENT(function);
    return apply(domain, table->begin, table->room, callback, sink);
}

// --- callbacks -----------------------------------------------------------------------------------------------------

RT_EXPORT roctracer_status_t roctracer_enable_op_callback(activity_domain_t domain, uint32_t op,
                                                          activity_rtapi_callback_t callback, void* arg) {
    return on_op(__func__, domain, op, &(struct rt_callback){callback, arg}, NULL);
}

RT_EXPORT roctracer_status_t roctracer_enable_domain_callback(activity_domain_t domain,
                                                              activity_rtapi_callback_t callback, void* arg) {
    return on_domain(__func__, domain, &(struct rt_callback){callback, arg}, NULL);
}

RT_EXPORT roctracer_status_t roctracer_disable_op_callback(activity_domain_t domain, uint32_t op) {
    return on_op(__func__, domain, op, &nobody, NULL);
}

RT_EXPORT roctracer_status_t roctracer_disable_domain_callback(activity_domain_t domain) {
    return on_domain(__func__, domain, &nobody, NULL);
}

// --- activities ----------------------------------------------------------------------------------------------------

// The pool for an activity to be enabled. @return false: neither a pool nor a default
static bool sink_of(roctracer_pool_t* pool, struct rt_sink* sink) {
    if (pool == NULL) pool = roctracer_default_pool_expl(NULL);
    *sink = rt_pool_sink((struct rt_pool*)pool);
    return sink->pool != NULL;
}

static roctracer_status_t enable_op_activity(const char* function, activity_domain_t domain, uint32_t op,
                                             roctracer_pool_t* pool) {
    struct rt_sink sink;
    if (!sink_of(pool, &sink)) return NO_POOL(function);
    return on_op(function, domain, op, NULL, &sink);
}

static roctracer_status_t enable_domain_activity(const char* function, activity_domain_t domain,
                                                 roctracer_pool_t* pool) {
    const struct rt_domain* table = rt_domain(domain);
    struct rt_sink sink = nowhere;
    if (table != NULL && table->begin < table->end && !sink_of(pool, &sink)) return NO_POOL(function);
    return on_domain(function, domain, NULL, &sink);
}

RT_EXPORT roctracer_status_t roctracer_enable_op_activity_expl(activity_domain_t domain, uint32_t op,
                                                               roctracer_pool_t* pool) {
    return enable_op_activity(__func__, domain, op, pool);
}

RT_EXPORT roctracer_status_t roctracer_enable_op_activity(activity_domain_t domain, uint32_t op) {
    return enable_op_activity(__func__, domain, op, NULL);
}

RT_EXPORT roctracer_status_t roctracer_enable_domain_activity_expl(activity_domain_t domain, roctracer_pool_t* pool) {
    return enable_domain_activity(__func__, domain, pool);
}

RT_EXPORT roctracer_status_t roctracer_enable_domain_activity(activity_domain_t domain) {
    return enable_domain_activity(__func__, domain, NULL);
}

RT_EXPORT roctracer_status_t roctracer_disable_op_activity(activity_domain_t domain, uint32_t op) {
    return on_op(__func__, domain, op, NULL, &nowhere);
}

RT_EXPORT roctracer_status_t roctracer_disable_domain_activity(activity_domain_t domain) {
    return on_domain(__func__, domain, NULL, &nowhere);
}

// --- everything ----------------------------------------------------------------------------------------------------
//
// As in AMD's code: the domains before KFD_API, then the error of that one. Its documentation says that they work,
// and that ROCTX and HSA_EVT belong to them; clients written for the code would not know those domains' data.

static roctracer_status_t on_everything(const char* function, const struct rt_callback* callback,
                                        const struct rt_sink* sink) {
    roctracer_status_t status = ROCTRACER_STATUS_SUCCESS;
    for (uint32_t domain = 0; domain <= GLOBAL_DOMAINS && status == ROCTRACER_STATUS_SUCCESS; domain++)
        status = on_domain(function, domain, callback, sink);
    return status;
}

// The texts of errors name the functions that AMD's library calls for each domain.

RT_EXPORT roctracer_status_t roctracer_enable_callback(activity_rtapi_callback_t callback, void* user_data) {
    return on_everything("roctracer_enable_domain_callback", &(struct rt_callback){callback, user_data}, NULL);
}

RT_EXPORT roctracer_status_t roctracer_disable_callback(void) {
    return on_everything("roctracer_disable_domain_callback", &nobody, NULL);
}

static roctracer_status_t enable_activity(const char* function, roctracer_pool_t* pool) {
    struct rt_sink sink;
    if (!sink_of(pool, &sink)) return NO_POOL(function);
    return on_everything(function, NULL, &sink);
}

RT_EXPORT roctracer_status_t roctracer_enable_activity_expl(roctracer_pool_t* pool) {
    return enable_activity("roctracer_enable_domain_activity_expl", pool);
}

RT_EXPORT roctracer_status_t roctracer_enable_activity(void) {
    return enable_activity("roctracer_enable_domain_activity", NULL);
}

RT_EXPORT roctracer_status_t roctracer_disable_activity(void) {
    return on_everything("roctracer_disable_domain_activity", NULL, &nowhere);
}
