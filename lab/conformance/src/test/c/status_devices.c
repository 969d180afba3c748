// status_devices: counters, PC sampling, thread trace and SPM. `the agent` is the first GPU; without a GPU, an id
// that no agent has.
#include <rocprofiler-sdk/experimental/counters.h>
#include <rocprofiler-sdk/experimental/spm.h>
#include <rocprofiler-sdk/experimental/thread_trace.h>

#include "statuses.h"

// Not in a header that rocprofiler.h includes, and missing in AMD's library.
extern rocprofiler_status_t rocprofiler_configure_spm_service(rocprofiler_context_id_t context,
                                                              rocprofiler_buffer_id_t buffer,
                                                              rocprofiler_counter_config_id_t config,
                                                              uint64_t interval);

static rocprofiler_context_id_t made, counting, sampled, traced, other_context = {7};
static rocprofiler_buffer_id_t other_buffer = {7};
static rocprofiler_agent_id_t agent = {7};
static rocprofiler_counter_id_t counter = {7};

static rocprofiler_status_t on_agents(rocprofiler_agent_version_t version, const void** agents, size_t count,
                                      void* data) {
    (void)version, (void)data;
    for (size_t i = count; i-- > 0;) {
        const rocprofiler_agent_v0_t* one = agents[i];
        if (one->type == ROCPROFILER_AGENT_TYPE_GPU) agent = one->id;
    }
    return ROCPROFILER_STATUS_SUCCESS;
}

// --- counters ------------------------------------------------------------------------------------------------------

static void on_dispatch(rocprofiler_dispatch_counting_service_data_t dispatch, rocprofiler_counter_config_id_t* config,
                        rocprofiler_user_data_t* user, void* argument) {
    (void)dispatch, (void)config, (void)user, (void)argument;
}

static void on_counts(rocprofiler_dispatch_counting_service_data_t dispatch, rocprofiler_counter_record_t* records,
                      size_t count, rocprofiler_user_data_t user, void* argument) {
    (void)dispatch, (void)records, (void)count, (void)user, (void)argument;
}

static void on_device(rocprofiler_context_id_t of, rocprofiler_agent_id_t from,
                      rocprofiler_device_counting_agent_cb_t set, void* argument) {
    (void)of, (void)from, (void)set, (void)argument;
}

static rocprofiler_status_t on_counters(rocprofiler_agent_id_t of, rocprofiler_counter_id_t* counters, size_t count,
                                        void* argument) {
    (void)of, (void)counters, (void)count, (void)argument;
    return ROCPROFILER_STATUS_SUCCESS;
}

static rocprofiler_status_t on_dimensions(rocprofiler_counter_id_t of,
                                          const rocprofiler_counter_record_dimension_info_t* info, size_t count,
                                          void* argument) {
    (void)of, (void)info, (void)count, (void)argument;
    return ROCPROFILER_STATUS_SUCCESS;
}

static void counting_services(void) {
    CASE("unknown context", rocprofiler_configure_callback_dispatch_counting_service, other_context, on_dispatch, NULL,
         on_counts, NULL);
    CASE("no callback", rocprofiler_configure_callback_dispatch_counting_service, counting, nothing, NULL, on_counts,
         NULL);
    CASE("good", rocprofiler_configure_callback_dispatch_counting_service, counting, on_dispatch, NULL, on_counts,
         NULL);
    CASE("twice", rocprofiler_configure_callback_dispatch_counting_service, counting, on_dispatch, NULL, on_counts,
         NULL);
    CASE("unknown context", rocprofiler_configure_buffer_dispatch_counting_service, other_context, buffer, on_dispatch,
         NULL);
    CASE("unknown buffer", rocprofiler_configure_buffer_dispatch_counting_service, counting, other_buffer, on_dispatch,
         NULL);
    CASE("no callback", rocprofiler_configure_buffer_dispatch_counting_service, counting, buffer, nothing, NULL);
    CASE("good", rocprofiler_configure_buffer_dispatch_counting_service, counting, buffer, on_dispatch, NULL);
    CASE("unknown context", rocprofiler_configure_device_counting_service, other_context, buffer, agent, on_device,
         NULL);
    CASE("beside dispatch counting", rocprofiler_configure_device_counting_service, counting, buffer, agent, on_device,
         NULL);
    CASE("the agent", rocprofiler_configure_device_counting_service, sampled, buffer, agent, on_device, NULL);
    // Only one context at a time may count dispatches.
    CASE("counting", rocprofiler_start_context, counting);
    CASE("counting, too", rocprofiler_configure_callback_dispatch_counting_service, made, on_dispatch, NULL, on_counts,
         NULL);
    CASE("counting, too", rocprofiler_start_context, made);
    CASE("counting", rocprofiler_stop_context, counting);
    CASE("counting, after the other", rocprofiler_start_context, made);
    CASE("counting, too", rocprofiler_stop_context, made);
}

static void device_samples(void) {
    rocprofiler_user_data_t user = {.value = 0};
    rocprofiler_counter_record_t records[1];
    size_t count = 1;
    CASE("unknown context", rocprofiler_sample_device_counting_service, other_context, user,
         ROCPROFILER_COUNTER_FLAG_NONE, records, &count);
    CASE("not started", rocprofiler_sample_device_counting_service, sampled, user, ROCPROFILER_COUNTER_FLAG_NONE,
         records, &count);
    rocprofiler_start_context(sampled);
    CASE("async with output", rocprofiler_sample_device_counting_service, sampled, user, ROCPROFILER_COUNTER_FLAG_ASYNC,
         records, &count);
    CASE("output without count", rocprofiler_sample_device_counting_service, sampled, user,
         ROCPROFILER_COUNTER_FLAG_NONE, records, nothing);
    CASE("started", rocprofiler_sample_device_counting_service, sampled, user, ROCPROFILER_COUNTER_FLAG_NONE, records,
         &count);
    CASE("started, async", rocprofiler_sample_device_counting_service, sampled, user, ROCPROFILER_COUNTER_FLAG_ASYNC,
         nothing, nothing);
    rocprofiler_stop_context(sampled);
}

static void counters(void) {
    rocprofiler_counter_info_v0_t info;
    rocprofiler_counter_id_t found;
    size_t position = 0;
    CASE("the agent", rocprofiler_iterate_agent_supported_counters, agent, on_counters, NULL);
    CASE("the agent, null", rocprofiler_iterate_agent_supported_counters, agent, nothing, NULL);
    CASE("unknown", rocprofiler_query_counter_info, counter, ROCPROFILER_COUNTER_INFO_VERSION_0, &info);
    CASE("unknown, version 9", rocprofiler_query_counter_info, counter, (rocprofiler_counter_info_version_id_t)9,
         &info);
    CASE("unknown, null", rocprofiler_query_counter_info, counter, ROCPROFILER_COUNTER_INFO_VERSION_0, nothing);
    CASE("unknown", rocprofiler_query_record_counter_id, 7, &found);
    CASE("null", rocprofiler_query_record_counter_id, 7, nothing);
    CASE("unknown", rocprofiler_query_record_dimension_position, 7, 1, &position);
    CASE("null", rocprofiler_query_record_dimension_position, 7, 1, nothing);
    CASE("unknown", rocprofiler_iterate_counter_dimensions, counter, on_dimensions, NULL);
    CASE("the agent", rocprofiler_query_counter_instance_count, agent, counter, &position);
    CASE("the agent, null", rocprofiler_query_counter_instance_count, agent, counter, nothing);
    CASE("the agent", rocprofiler_create_counter, "name", 4, "SUM(X)", 6, "text", 4, agent, &found);
    CASE("null", rocprofiler_create_counter, nothing, 0, nothing, 0, nothing, 0, agent, nothing);
    CASE("good", rocprofiler_load_counter_definition, "name:", 5, ROCPROFILER_COUNTER_FLAG_APPEND_DEFINITION);
    CASE("null", rocprofiler_load_counter_definition, nothing, 5, ROCPROFILER_COUNTER_FLAG_NONE);
    CASE("empty", rocprofiler_load_counter_definition, "name:", 0, ROCPROFILER_COUNTER_FLAG_NONE);
    CASE("flags 9", rocprofiler_load_counter_definition, "name:", 5, (rocprofiler_counter_flag_t)9);
}

static void configurations(void) {
    rocprofiler_counter_config_id_t config = {0}, other = {7};
    CASE("the agent", rocprofiler_create_counter_config, agent, &counter, 1, &config);
    CASE("the agent, null", rocprofiler_create_counter_config, agent, nothing, 1, nothing);
    CASE("the agent, no counters", rocprofiler_create_counter_config, agent, &counter, 0, &config);
    CASE("none", rocprofiler_destroy_counter_config, config);
    CASE("unknown", rocprofiler_destroy_counter_config, other);
    CASE("the agent", rocprofiler_create_profile_config, agent, &counter, 1, &config);
    CASE("unknown", rocprofiler_destroy_profile_config, other);
}

// --- PC sampling ---------------------------------------------------------------------------------------------------

static rocprofiler_status_t on_configurations(const rocprofiler_pc_sampling_configuration_t* configurations,
                                              size_t count, void* argument) {
    (void)configurations, (void)count, (void)argument;
    return ROCPROFILER_STATUS_SUCCESS;
}

#define SAMPLING(what, of, into) \
    CASE(what, rocprofiler_configure_pc_sampling_service, of, agent, ROCPROFILER_PC_SAMPLING_METHOD_HOST_TRAP, \
         ROCPROFILER_PC_SAMPLING_UNIT_TIME, 1000, into, 0)

static void type_name(const char* what, int type, const char* expected) {
    const char* name =
        rocprofiler_get_pc_sampling_instruction_type_name((rocprofiler_pc_sampling_instruction_type_t)type);
    note("rocprofiler_get_pc_sampling_instruction_type_name", what, expected ? name && !strcmp(name, expected) : !name);
}

static void reason_name(const char* what, int reason, const char* expected) {
    const char* name = rocprofiler_get_pc_sampling_instruction_not_issued_reason_name(
        (rocprofiler_pc_sampling_instruction_not_issued_reason_t)reason);
    note("rocprofiler_get_pc_sampling_instruction_not_issued_reason_name", what,
         expected ? name && !strcmp(name, expected) : !name);
}

static void sampling(void) {
    SAMPLING("the agent", sampled, buffer);
    SAMPLING("unknown context", other_context, buffer);
    SAMPLING("unknown buffer", sampled, other_buffer);
    SAMPLING("beside counting", counting, buffer);
    CASE("no method", rocprofiler_configure_pc_sampling_service, sampled, agent, ROCPROFILER_PC_SAMPLING_METHOD_NONE,
         ROCPROFILER_PC_SAMPLING_UNIT_TIME, 1000, buffer, 0);
    CASE("the agent", rocprofiler_query_pc_sampling_agent_configurations, agent, on_configurations, NULL);
    CASE("the agent, null", rocprofiler_query_pc_sampling_agent_configurations, agent, nothing, NULL);
    type_name("NONE, right", 0, "ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_NONE");
    type_name("DUAL_VALU, right", 16, "ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_DUAL_VALU");
    type_name("LAST, null", 17, NULL);
    type_name("-1, null", -1, NULL);
    reason_name("NONE, right", 0, "ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_NONE");
    reason_name("SLEEP_WAIT, right", 9, "ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_SLEEP_WAIT");
    reason_name("LAST, null", 10, NULL);
    reason_name("-1, null", -1, NULL);
}

// --- thread trace, SPM ---------------------------------------------------------------------------------------------

static rocprofiler_thread_trace_control_flags_t on_trace(rocprofiler_agent_id_t from, rocprofiler_queue_id_t queue,
                                                         rocprofiler_async_correlation_id_t correlation,
                                                         rocprofiler_kernel_id_t kernel,
                                                         rocprofiler_dispatch_id_t dispatch, void* argument,
                                                         rocprofiler_user_data_t* user) {
    (void)from, (void)queue, (void)correlation, (void)kernel, (void)dispatch, (void)argument, (void)user;
    return ROCPROFILER_THREAD_TRACE_CONTROL_NONE;
}

static void on_shader_data(rocprofiler_agent_id_t from, int64_t engine, void* data, size_t size,
                           rocprofiler_user_data_t user) {
    (void)from, (void)engine, (void)data, (void)size, (void)user;
}

static void on_decoded(rocprofiler_thread_trace_decoder_record_type_t type, void* events, uint64_t size,
                       void* argument) {
    (void)type, (void)events, (void)size, (void)argument;
}

static void thread_trace(void) {
    rocprofiler_thread_trace_parameter_t good = {.type = ROCPROFILER_THREAD_TRACE_PARAMETER_TARGET_CU};
    rocprofiler_thread_trace_parameter_t bad = {.type = ROCPROFILER_THREAD_TRACE_PARAMETER_LAST};
    rocprofiler_user_data_t user = {.value = 0};
    CASE("unknown context", rocprofiler_configure_dispatch_thread_trace_service, other_context, agent, &bad, 1,
         on_trace, on_shader_data, NULL);
    CASE("the agent", rocprofiler_configure_dispatch_thread_trace_service, sampled, agent, &good, 1, on_trace,
         on_shader_data, NULL);
    CASE("bad parameter", rocprofiler_configure_dispatch_thread_trace_service, sampled, agent, &bad, 1, on_trace,
         on_shader_data, NULL);
    CASE("null parameter", rocprofiler_configure_dispatch_thread_trace_service, sampled, agent, nothing, 1, on_trace,
         on_shader_data, NULL);
    CASE("no callback", rocprofiler_configure_dispatch_thread_trace_service, sampled, agent, &good, 1, NULL,
         on_shader_data, NULL);
    CASE("no parameters", rocprofiler_configure_dispatch_thread_trace_service, sampled, agent, &good, 0, on_trace,
         on_shader_data, NULL);
    CASE("unknown context", rocprofiler_configure_device_thread_trace_service, other_context, agent, nothing, 0,
         on_shader_data, user);
    CASE("context of the other", rocprofiler_configure_device_thread_trace_service, sampled, agent, &good, 1,
         on_shader_data, user);
    CASE("bad parameter", rocprofiler_configure_device_thread_trace_service, traced, agent, &bad, 1, on_shader_data,
         user);
    CASE("no callback", rocprofiler_configure_device_thread_trace_service, traced, agent, &good, 1, NULL, user);
    CASE("the agent", rocprofiler_configure_device_thread_trace_service, traced, agent, &good, 1, on_shader_data, user);
    CASE("context of the first", rocprofiler_configure_dispatch_thread_trace_service, traced, agent, &good, 1, on_trace,
         on_shader_data, NULL);
}

static void decoders(void) {
    rocprofiler_thread_trace_decoder_id_t none = {0}, decoder = {0}, other = {7};
    char data[8] = {0};
    CASE("no library", rocprofiler_thread_trace_decoder_create, &decoder, "/nonexistent");
    CASE("null handle", rocprofiler_thread_trace_decoder_create, nothing, "/nonexistent");
    CASE("null path", rocprofiler_thread_trace_decoder_create, &decoder, nothing);
    CASE("none", rocprofiler_thread_trace_decoder_codeobj_load, none, 1, 0, 8, data, 8);
    CASE("unknown", rocprofiler_thread_trace_decoder_codeobj_load, other, 1, 0, 8, data, 8);
    CASE("unknown", rocprofiler_thread_trace_decoder_codeobj_unload, other, 1);
    CASE("unknown", rocprofiler_trace_decode, other, on_decoded, data, 8, NULL);
    note("rocprofiler_thread_trace_decoder_info_string", "unknown, null",
         !rocprofiler_thread_trace_decoder_info_string(other, ROCPROFILER_THREAD_TRACE_DECODER_INFO_DATA_LOST));
    rocprofiler_thread_trace_decoder_destroy(none);
    rocprofiler_thread_trace_decoder_destroy(other);
    note("rocprofiler_thread_trace_decoder_destroy", "returns", 1);
}

static rocprofiler_status_t on_spm_configurations(const rocprofiler_spm_available_configuration_t** configurations,
                                                  size_t count, void* data) {
    (void)configurations, (void)count, (void)data;
    return ROCPROFILER_STATUS_ERROR;
}

static void on_spm_dispatch(const rocprofiler_spm_dispatch_counting_service_data_t* dispatch,
                            rocprofiler_counter_config_id_t* config, rocprofiler_user_data_t* user, void* argument) {
    (void)dispatch, (void)config, (void)user, (void)argument;
}

static void on_spm_records(const rocprofiler_spm_dispatch_counting_service_data_t* dispatch,
                           const rocprofiler_spm_counter_record_t** records, size_t count,
                           rocprofiler_spm_record_flag_t flags, rocprofiler_user_data_t user, void* argument) {
    (void)dispatch, (void)records, (void)count, (void)flags, (void)user, (void)argument;
}

static void spm(void) {
    rocprofiler_counter_config_id_t config = {7};
    CASE("good", rocprofiler_configure_spm_service, made, buffer, config, 1000);
    CASE("unknown context", rocprofiler_configure_spm_service, other_context, other_buffer, config, 0);
    CASE("the agent", rocprofiler_spm_query_agent_configurations, agent, on_spm_configurations, NULL);
    CASE("the agent", rocprofiler_spm_iterate_agent_supported_counters, agent, on_counters, NULL);
    CASE("unknown counter", rocprofiler_spm_create_counter_config, agent, &counter, 1, NULL, 0, &config);
    CASE("unknown", rocprofiler_spm_destroy_counter_config, config);
    CASE("good", rocprofiler_spm_configure_callback_dispatch_service, made, on_spm_dispatch, NULL, on_spm_records,
         NULL);
    CASE("unknown context", rocprofiler_spm_configure_buffer_dispatch_service, other_context, other_buffer,
         on_spm_dispatch, NULL);
    CASE("the agent", rocprofiler_configure_spm_device_counting_service, made, buffer, agent, on_device, NULL);
}

static void calls(void) {
    if (now == BEFORE)
        rocprofiler_query_available_agents(ROCPROFILER_AGENT_INFO_VERSION_0, on_agents, sizeof(rocprofiler_agent_v0_t),
                                           NULL);
    if (now == INITIALIZE) {
        rocprofiler_create_context(&made);
        rocprofiler_create_context(&counting);
        rocprofiler_create_context(&sampled);
        rocprofiler_create_context(&traced);
    }
    counting_services();
    device_samples();
    counters();
    configurations();
    sampling();
    thread_trace();
    decoders();
    spm();
}
