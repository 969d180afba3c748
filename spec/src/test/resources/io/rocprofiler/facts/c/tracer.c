/* Uses roctracer as its clients do; compiled, never run. */
#include <roctracer.h>
#include <roctracer_ext.h>
#include <roctracer_hip.h>
#include <roctracer_hsa.h>
#include <roctracer_roctx.h>

static void call(uint32_t domain, uint32_t cid, const void* data, void* arg) {
    if (domain == ACTIVITY_DOMAIN_HIP_API) {
        const hip_api_data_t* hip = (const hip_api_data_t*) data;
        if (hip->phase == ACTIVITY_API_PHASE_ENTER && cid == HIP_API_ID_hipMemcpy)
            *hip->phase_data = hip->args.hipMemcpy.sizeBytes + hip->correlation_id;
    } else if (domain == ACTIVITY_DOMAIN_ROCTX) {
        const roctx_api_data_t* roctx = (const roctx_api_data_t*) data;
        *(const char**) arg = roctx->args.message;
    } else if (domain == ACTIVITY_DOMAIN_HSA_EVT) {
        const hsa_evt_data_t* event = (const hsa_evt_data_t*) data;
        if (cid == HSA_EVT_ID_CODEOBJ) *(const char**) arg = event->codeobj.uri;
    }
}

static uint64_t sum;

static void records(const char* begin, const char* end, void* arg) {
    const roctracer_record_t* record = (const roctracer_record_t*) begin;
    (void) arg;
    while (record < (const roctracer_record_t*) end) {
        sum += record->begin_ns + record->end_ns + record->correlation_id;
        if (record->domain == ACTIVITY_DOMAIN_HIP_OPS)
            sum += record->op == HIP_OP_ID_COPY ? record->bytes : record->queue_id + (uint64_t) record->device_id;
        if (record->domain == ACTIVITY_DOMAIN_EXT_API) sum += record->external_id;
        if (roctracer_next_record(record, &record) != ROCTRACER_STATUS_SUCCESS) return;
    }
}

int main(void) {
    roctracer_properties_t properties = {0, 0x1000, NULL, NULL, records, NULL};
    const char* message = NULL;
    roctracer_timestamp_t now;
    activity_correlation_id_t last;
    roctracer_status_t status = roctracer_open_pool(&properties);
    roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_API, call, &message);
    roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, HIP_OP_ID_DISPATCH);
    roctracer_activity_push_external_correlation_id(31);
    roctracer_activity_pop_external_correlation_id(&last);
    roctxRangePush("range");
    roctxMark(roctracer_op_string(ACTIVITY_DOMAIN_HIP_API, HIP_API_ID_hipMalloc, 0));
    roctxRangePop();
    roctracer_get_timestamp(&now);
    roctracer_stop();
    roctracer_close_pool();
    return status == ROCTRACER_STATUS_SUCCESS ? 0 : 1;
}
