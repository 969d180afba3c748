// Calls of HSA, and of HIP where it has no hook: converts the SDK's callbacks to the calls of the tracer function
// that HIP makes itself. The SDK runs these callbacks in C; no Java frame is below a client's function.
#include <roctracer/roctracer_hsa.h>
#include <string.h>

#include "hooks/hip.h"
#include "rt_hip_moves.inc"
#include "rt_hsa_moves.inc"
#include "rt_limits.h"
#include "rt_moves.h"
#include "sdk/hsa_events.h"
#include "sdk/parts.h"
#include "sdk/sdk_functions.h"
#include "trace/call_data.h"
#include "trace/registry.h"
#include "trace/trace.h"

enum {
    KIND_LIMIT = ROCPROFILER_CALLBACK_TRACING_HIP_COMPILER_API + 1,
    OPERATION_LIMIT = 640,
};

// Functions of one domain.
struct api {
    uint32_t domain;
    enum rt_call_kind kind;
    const struct rt_call* calls;
    const struct rt_move* moves;
    uint32_t call_count;
    uint32_t tail;                // offset of rt_td_tail
    uint32_t result;              // offset of the result in the API data, 0: none
    uint32_t arguments, returned; // of the SDK's payload
};

static const struct api hsa = {
    .domain = ACTIVITY_DOMAIN_HSA_API,
    .kind = RT_HSA_CALL,
    .calls = rt_hsa_calls,
    .moves = rt_hsa_moves,
    .call_count = sizeof rt_hsa_calls / sizeof *rt_hsa_calls,
    .tail = RT_HSA_TAIL,
    .result = RT_HSA_RESULT,
    .arguments = offsetof(rocprofiler_callback_tracing_hsa_api_data_t, args),
    .returned = offsetof(rocprofiler_callback_tracing_hsa_api_data_t, retval),
};

static const struct api hip = {
    .domain = ACTIVITY_DOMAIN_HIP_API,
    .kind = RT_HIP_CALL,
    .calls = rt_hip_calls,
    .moves = rt_hip_moves,
    .call_count = sizeof rt_hip_calls / sizeof *rt_hip_calls,
    .tail = RT_HIP_TAIL,
    .arguments = offsetof(rocprofiler_callback_tracing_hip_api_data_t, args),
};

// roctracer's numbers by the SDK's, 0xffff for none. Filled in before any context starts.
static uint16_t ids[KIND_LIMIT][OPERATION_LIMIT];

// --- arguments -----------------------------------------------------------------------------------------------------

static void move_arguments(const struct api* api, const struct rt_call* call, const char* from, char* td) {
    const struct rt_move* move = &api->moves[call->first];
    for (uint32_t i = 0; i < call->count; i++, move++) {
        const char* source = from + move->from;
        if (move->pointed) memcpy(&source, source, sizeof source);
        if (source != NULL) memcpy(td + move->to, source, move->bytes);
    }
}

static void keep_result(const struct api* api, const struct rt_call* call, const char* payload, char* td) {
    if (api->result == 0) return;
    memset(td + api->result, 0, sizeof(uint64_t));
    memcpy(td + api->result, payload + api->returned,
           call->result <= sizeof(uint64_t) ? call->result : sizeof(uint64_t));
}

// --- calls ---------------------------------------------------------------------------------------------------------

static struct rt_td_tail* tail_of(const struct api* api, void* td) {
    return (struct rt_td_tail*)((char*)td + api->tail);
}

// The payload is in the call's frame, so its address identifies the call.
static void* enter(const struct api* api, uint32_t id, const char* payload) {
    if (rt_trace(api->domain, id, NULL) != 0) return NULL;
    void* td = rt_call_begins(api->kind, payload);
    if (td == NULL) return NULL;
    if (rt_trace(api->domain, id, td) == 0) return td;
    rt_call_is_over(td);
    return NULL;
}

static void tell_enter(const struct api* api, uint32_t id, const char* payload, void* td) {
    const struct rt_td_tail* tail = tail_of(api, td);
    if (tail->phase_enter == NULL) return;
    move_arguments(api, &api->calls[id], payload + api->arguments, td);
    tail->phase_enter(id, td);
}

static void tell_exit(const struct api* api, uint32_t id, const char* payload, void* begun) {
    void* td = rt_call_ends(begun, payload);
    if (td == NULL) return;
    keep_result(api, &api->calls[id], payload, td);
    const struct rt_td_tail* tail = tail_of(api, td);
    if (tail->phase_exit != NULL) tail->phase_exit(id, td);
    rt_call_is_over(td);
}

static uint32_t id_of(const rocprofiler_callback_tracing_record_t* record) {
    const uint32_t kind = (uint32_t)record->kind, operation = (uint32_t)record->operation;
    return kind < KIND_LIMIT && operation < OPERATION_LIMIT ? ids[kind][operation] : UINT16_MAX;
}

static void on_hsa(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user_data, void* data) {
    (void)data;
    const uint32_t id = id_of(&record);
    const char* payload = record.payload;
    if (id == UINT16_MAX) return;
    const rocprofiler_callback_tracing_hsa_api_data_t* call = record.payload;
    const bool events = rt_wants(ACTIVITY_DOMAIN_HSA_EVT);
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
        // Stored before the client is called, because that may leave by an exception.
        user_data->ptr = enter(&hsa, id, payload);
        if (user_data->ptr != NULL) tell_enter(&hsa, id, payload, user_data->ptr);
        if (events) rt_hsa_events_before(id, &call->args);
    } else {
        if (events) rt_hsa_events_after(id, &call->args, call->retval.uint64_t_retval);
        if (user_data->ptr != NULL) tell_exit(&hsa, id, payload, user_data->ptr);
    }
}

static void on_hip(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user_data, void* data) {
    (void)data;
    const uint32_t id = id_of(&record);
    if (id == UINT16_MAX) return;
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
        user_data->ptr = enter(&hip, id, record.payload);
        if (user_data->ptr != NULL) tell_enter(&hip, id, record.payload, user_data->ptr);
    } else if (user_data->ptr != NULL) {
        tell_exit(&hip, id, record.payload, user_data->ptr);
    }
}

// --- services ------------------------------------------------------------------------------------------------------

// Configures callbacks of the functions of one kind that have a roctracer number.
static bool listen_to(const struct api* api, rocprofiler_context_id_t context, rocprofiler_callback_tracing_kind_t kind,
                      rocprofiler_callback_tracing_cb_t callback) {
    rocprofiler_tracing_operation_t operations[OPERATION_LIMIT];
    size_t count = 0;
    memset(ids[kind], 0xff, sizeof ids[kind]);
    for (uint32_t id = 0; id < api->call_count; id++) {
        const struct rt_call* call = &api->calls[id];
        if (call->kind != (uint16_t)kind || call->operation >= OPERATION_LIMIT || count == OPERATION_LIMIT) continue;
        if (api == &hsa && id == HSA_API_ID_hsa_shut_down) continue; // HSA and its tools are shut down when it returns
        ids[kind][call->operation] = (uint16_t)id;
        operations[count++] = call->operation;
    }
    return rt_sdk.rocprofiler_configure_callback_tracing_service(context, kind, operations, count, callback, NULL)
        == ROCPROFILER_STATUS_SUCCESS;
}

static bool configure_hsa(rocprofiler_context_id_t context) {
    return listen_to(&hsa, context, ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API, on_hsa)
        && listen_to(&hsa, context, ROCPROFILER_CALLBACK_TRACING_HSA_AMD_EXT_API, on_hsa)
        && listen_to(&hsa, context, ROCPROFILER_CALLBACK_TRACING_HSA_IMAGE_EXT_API, on_hsa);
}

static bool wants_hsa(void) { return rt_wants(ACTIVITY_DOMAIN_HSA_API) || rt_wants(ACTIVITY_DOMAIN_HSA_EVT); }

// A HIP with HIP 5's trace data has no tables.
static bool configure_hip(rocprofiler_context_id_t context) {
    return rt_hip_tail() == RT_HIP_TAIL
        && listen_to(&hip, context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, on_hip)
        && listen_to(&hip, context, ROCPROFILER_CALLBACK_TRACING_HIP_COMPILER_API, on_hip);
}

static bool wants_hip(void) { return rt_hip_way() == RT_HIP_TABLES && rt_wants(ACTIVITY_DOMAIN_HIP_API); }

const struct rt_part rt_hsa_part = {configure_hsa, wants_hsa, false};
const struct rt_part rt_hip_part = {configure_hip, wants_hip, false};
