// The domains that are enabled in roctracer.
#include "tool/domains.h"

#include <roctracer/roctracer_hsa.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "../../roctracer/pool/direct.h"
#include "base/messages.h"
#include "calls/calls.h"
#include "calls/kept_calls.h"
#include "options/announce.h"
#include "options/options.h"

static roctracer_pool_t* pool;
static _Atomic bool enabling, enabled;

static void records_arrived(const char* begin, const char* end, void* argument) {
    (void)argument;
    for (const roctracer_record_t* record = (const void*)begin; record < (const roctracer_record_t*)(const void*)end;
         record++)
        kept_work(record);
}

// A separate pool: the default one belongs to the program. A direct one, so that work is in the process's file the
// moment it is reported.
static roctracer_pool_t* our_pool(void) {
    roctracer_properties_t properties = {
        .mode = RT_POOL_DIRECT, .buffer_size = tool_options.buffer_size, .buffer_callback_fun = records_arrived};
    if (pool == NULL && roctracer_open_pool_expl(&properties, &pool) != ROCTRACER_STATUS_SUCCESS)
        rt_tool_warn("no memory pool: GPU work is not traced");
    return pool;
}

static void enable_some(struct api_list* list, uint32_t domain, const char* name, activity_rtapi_callback_t callback) {
    size_t known = 0;
    for (size_t i = 0; i < list->count; i++) {
        uint32_t op;
        if (roctracer_op_code(domain, list->names[i], &op, NULL) == ROCTRACER_STATUS_SUCCESS) {
            roctracer_enable_op_callback((activity_domain_t)domain, op, callback, NULL);
            list->names[known++] = list->names[i];
        } else {
            rt_tool_warn("Unable to enable %s tracing for invalid operation %s", name, list->names[i]);
        }
    }
    list->count = known;
}

static void enable_calls(struct api_list* list, activity_domain_t domain, const char* name,
                         activity_rtapi_callback_t callback) {
    if (list->count > 0) enable_some(list, domain, name, callback);
    else roctracer_enable_domain_callback(domain, callback, NULL);
}

void domains_enable_roctx(void) {
    if (tool_options.roctx) roctracer_enable_domain_callback(ACTIVITY_DOMAIN_ROCTX, calls_roctx, NULL);
}

void domains_enable(void) {
    if (atomic_exchange(&enabling, true)) return;
    const bool hsa_filtered = tool_options.hsa.count > 0;
    const bool hip_filtered = tool_options.hip.count > 0;
    if (tool_options.hsa_copies && our_pool() != NULL)
        roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HSA_OPS, HSA_OP_ID_COPY, pool);
    if (tool_options.pc_samples && our_pool() != NULL) // the number is reserved for them
        roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HSA_OPS, HSA_OP_ID_RESERVED1, pool);
    if (tool_options.hip_ops && our_pool() != NULL)
        roctracer_enable_domain_activity_expl(ACTIVITY_DOMAIN_HIP_OPS, pool);
    if (tool_options.hip_api) enable_calls(&tool_options.hip, ACTIVITY_DOMAIN_HIP_API, "HIP_API", calls_hip);
    if (tool_options.hsa_api) enable_calls(&tool_options.hsa, ACTIVITY_DOMAIN_HSA_API, "HSA_API", calls_hsa);
    atomic_store(&enabled, true);
    announce_ready(hsa_filtered, hip_filtered);
}

void domains_disable(void) {
    if (tool_options.roctx) roctracer_disable_domain_callback(ACTIVITY_DOMAIN_ROCTX);
    if (!atomic_load(&enabled)) return;
    if (tool_options.hsa_api) roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HSA_API);
    if (tool_options.hip_api) roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HIP_API);
}

void domains_flush(bool last) {
    if (pool == NULL) return;
    if (!last) {
        roctracer_flush_activity_expl(pool);
        return;
    }
    // The flush delivers completed GPU work; only then is the activity disabled.
    roctracer_flush_activity_expl(pool);
    if (tool_options.hsa_copies || tool_options.pc_samples) roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS);
    if (tool_options.hip_ops) roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS);
    roctracer_close_pool_expl(pool);
    pool = NULL;
}
