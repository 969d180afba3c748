// Agents, their counters and how their program counters may be sampled.
#include <cstdio>

#include <rocprofiler-sdk/cxx/enum_string.hpp>

#include "everything.h"

namespace everything {
namespace {
rocprofiler_status_t on_counters(rocprofiler_agent_id_t, rocprofiler_counter_id_t*, size_t count, void* sum) {
    *static_cast<size_t*>(sum) += count;
    return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t on_samples(const rocprofiler_pc_sampling_configuration_t*, size_t count, void* sum) {
    *static_cast<size_t*>(sum) += count;
    return ROCPROFILER_STATUS_SUCCESS;
}

std::string name_of(rocprofiler_status_t status) { return std::string(rocprofiler::sdk::get_enum_label(status)); }

Agent read(const rocprofiler_agent_v0_t& agent) {
    Agent made = {agent.id.handle,
                  agent.node_id,
                  agent.type,
                  agent.logical_node_id,
                  agent.logical_node_type_id,
                  Text(agent.name),
                  Text(agent.vendor_name),
                  Text(agent.product_name),
                  Text(agent.model_name),
                  "",
                  0,
                  0};
    if (agent.size != sizeof agent) fprintf(stderr, "everything: an agent of another size\n");
    made.statuses = name_of(rocprofiler_iterate_agent_supported_counters(agent.id, on_counters, &made.counters)) + " "
                  + name_of(rocprofiler_query_pc_sampling_agent_configurations(agent.id, on_samples, &made.samples));
    return made;
}

rocprofiler_status_t on_agents(rocprofiler_agent_version_t version, const void** agents, size_t count, void* found) {
    if (version != ROCPROFILER_AGENT_INFO_VERSION_0) return ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_ABI;
    for (size_t i = 0; i < count; i++)
        static_cast<std::vector<Agent>*>(found)->push_back(
            read(*static_cast<const rocprofiler_agent_v0_t*>(agents[i])));
    return ROCPROFILER_STATUS_SUCCESS;
}

std::vector<Agent>& first() {
    static auto& made = *new std::vector<Agent>;
    return made;
}

// Chooses no counters: no configuration is written.
void on_dispatch(rocprofiler_dispatch_counting_service_data_t, rocprofiler_counter_config_id_t*,
                 rocprofiler_user_data_t*, void*) {}

void on_device(rocprofiler_context_id_t, rocprofiler_agent_id_t, rocprofiler_device_counting_agent_cb_t, void*) {}
} // namespace

std::vector<Agent> query_agents() {
    std::vector<Agent> found;
    answered("agents", rocprofiler_query_available_agents(ROCPROFILER_AGENT_INFO_VERSION_0, on_agents,
                                                          sizeof(rocprofiler_agent_v0_t), &found));
    return found;
}

const std::vector<Agent>& first_agents() { return first(); }

void query_first_agents() { first() = query_agents(); }

void count_dispatches(Context& context) {
    answered(context.name + ": count",
             rocprofiler_configure_buffer_dispatch_counting_service(context.id, context.buffer, on_dispatch, nullptr));
}

void count_devices(Context& context) {
    for (const Agent& agent : first())
        if (agent.type == ROCPROFILER_AGENT_TYPE_GPU)
            answered(context.name + ": count agent " + std::to_string(agent.node),
                     rocprofiler_configure_device_counting_service(context.id, context.buffer, {agent.id}, on_device,
                                                                   nullptr));
}
} // namespace everything
