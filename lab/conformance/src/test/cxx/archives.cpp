// Structs to JSON and back.
#include <rocprofiler-sdk/cxx/serialization.hpp>

#include "check.h"

#include <cstring>
#include <sstream>
#include <string>

namespace {

template <class T> std::string json(const T& value) {
    std::ostringstream text;
    {
        cereal::JSONOutputArchive archive{text, cereal::JSONOutputArchive::Options::NoIndent()};
        archive(cereal::make_nvp("it", value));
    }
    std::string line;
    for (char c : text.str()) {
        if (c != '\n' && c != ' ') line.push_back(c);
    }
    return line;
}

template <class T> T parsed(const std::string& text) {
    std::istringstream stream{text};
    cereal::JSONInputArchive archive{stream};
    T value{};
    archive(cereal::make_nvp("it", value));
    return value;
}

template <class T> T copied(const T& value) {
    std::stringstream stream;
    {
        cereal::BinaryOutputArchive archive{stream};
        archive(value);
    }
    cereal::BinaryInputArchive archive{stream};
    T result{};
    archive(result);
    return result;
}

void check_small() {
    CHECK(json(rocprofiler_dim3_t{1, 2, 3}) == R"({"it":{"x":1,"y":2,"z":3}})");
    CHECK(parsed<rocprofiler_dim3_t>(R"({"it":{"x":1,"y":2,"z":3}})").z == 3);
    CHECK(copied(rocprofiler_dim3_t{4, 5, 6}).y == 5);
    CHECK(json(rocprofiler_agent_id_t{7}) == R"({"it":{"handle":7}})");
    rocprofiler_correlation_id_t id{};
    id.internal = 1;
    id.external.value = 2;
    id.ancestor = 3;
    CHECK(json(id) == R"({"it":{"internal":1,"external":2,"ancestor":3}})");
    rocprofiler_callback_tracing_memory_allocation_data_t allocation{};
    allocation.address.handle = 0x7f00;
    CHECK(json(allocation)
          == R"({"it":{"size":0,"start_timestamp":0,"end_timestamp":0,"agent_id":{"handle":0},)"
             R"("address":"0x0000000000007f00","allocation_size":0}})");
    HsaCacheType type{};
    type.Value = 5;
    CHECK(json(type) == R"({"it":{"Data":1,"Instruction":0,"CPU":1,"HSACU":0}})");
    HSA_ENGINE_ID engine{};
    engine.Value = 0xa5f3c721;
    CHECK(copied(engine).Value == engine.Value);
    CHECK(json(engine) == R"({"it":{"uCode":801,"Major":49,"Minor":243,"Stepping":165}})");
}

void check_record() {
    rocprofiler_buffer_tracing_kernel_dispatch_record_t record{};
    record.size = 160;
    record.kind = ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH;
    record.operation = ROCPROFILER_KERNEL_DISPATCH_COMPLETE;
    record.correlation_id.internal = 9;
    record.end_timestamp = 10;
    record.dispatch_info.grid_size = {64, 1, 1};
    CHECK(json(record)
          == R"({"it":{"size":160,"kind":11,"operation":2,"thread_id":0,"correlation_id":{"internal":9,"external":0},)"
             R"("start_timestamp":0,"end_timestamp":10,"dispatch_info":{"size":0,"agent_id":{"handle":0},)"
             R"("queue_id":{"handle":0},"kernel_id":0,"dispatch_id":0,"private_segment_size":0,)"
             R"("group_segment_size":0,"workgroup_size":{"x":0,"y":0,"z":0},"grid_size":{"x":64,"y":1,"z":1}}}})");
    rocprofiler_pc_sampling_record_stochastic_v0_t sample{};
    sample.wave_in_group = 3;
    sample.snapshot.arb_state_stall_misc = 1;
    const auto text = json(sample);
    CHECK(text.find(R"("flags":{"has_mem_cnt":0})") != std::string::npos);
    CHECK(text.find(R"("wave_in_grp":3)") != std::string::npos);
    CHECK(text.find(R"("arb_state_stall_misc":1)") != std::string::npos);
    CHECK(text.find(R"("inst_type":"ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_NONE")") != std::string::npos);
    rocprofiler_buffer_tracing_ompt_record_t ompt{};
    ompt.operation = ROCPROFILER_OMPT_ID_target_submit_emi;
    ompt.target_kernel.requested_num_teams = 4;
    CHECK(json(ompt).find(R"("target_kernel":{"host_op_id":0,"device_num":0,"requested_num_teams":4})")
          != std::string::npos);
    ompt.operation = ROCPROFILER_OMPT_ID_thread_begin;
    CHECK(json(ompt).find("target") == std::string::npos);
}

void check_agent() {
    rocprofiler_agent_cache_t caches[2] = {};
    caches[1].level = 2;
    rocprofiler_agent_v0_t agent{};
    agent.id.handle = 12;
    agent.name = "gfx942";
    agent.caches = caches;
    agent.caches_count = 2;
    agent.capability.Value = 0x8001;
    agent.logical_node_id = -1;
    agent.uuid.bytes[15] = 255;
    const auto text = json(agent);
    CHECK(text.find(R"("name":"gfx942","vendor_name":"",)") != std::string::npos);
    CHECK(text.find(R"("runtime_visibility":{"hsa":0,"hip":0,"rccl":0,"rocdecode":0},"uuid":{)") != std::string::npos);
    CHECK(text.find(R"("mem_banks":[])") != std::string::npos);
    const auto again = parsed<rocprofiler_agent_v0_t>(text);
    CHECK(again.id.handle == 12 && std::strcmp(again.name, "gfx942") == 0 && std::strcmp(again.model_name, "") == 0);
    CHECK(again.caches_count == 2 && again.caches[1].level == 2 && again.mem_banks_count == 0);
    CHECK(again.capability.Value == 0x8001 && again.logical_node_id == -1);
}

void check_code_object() {
    rocprofiler_callback_tracing_code_object_load_data_t data{};
    data.uri = "memory://1";
    data.storage_type = ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_MEMORY;
    data.memory_size = 9;
    const auto text = json(data);
    CHECK(text.find("storage_file") == std::string::npos);
    const auto again = parsed<rocprofiler_callback_tracing_code_object_load_data_t>(text);
    CHECK(again.memory_size == 9 && std::strcmp(again.uri, "memory://1") == 0);
}

void check_counter() {
    rocprofiler_counter_record_dimension_info_t xcc{};
    xcc.name = "XCC";
    xcc.instance_size = 8;
    const rocprofiler_counter_record_dimension_info_t* dimensions[] = {&xcc, nullptr, &xcc};
    rocprofiler_counter_info_v1_t info{};
    info.name = "SQ_WAVES";
    info.is_derived = 1;
    info.dimensions = dimensions;
    info.dimensions_count = 3;
    CHECK(json(info)
          == R"({"it":{"id":{"handle":0},"is_constant":0,"is_derived":1,"name":"SQ_WAVES","description":"",)"
             R"("block":"","expression":"","dimensions":[{"id":0,"instance_size":8,"name":"XCC"},)"
             R"({"id":0,"instance_size":8,"name":"XCC"}],"instances":[]}})");
}

void check_names() {
    const auto text = json(rocprofiler::sdk::get_buffer_tracing_names());
    CHECK(text.find(R"({"it":[{"kind":"NONE","operations":[]},{"kind":"HSA_CORE_API","operations":["hsa_init",)") == 0);
    CHECK(json(rocprofiler::sdk::serialization::buffer_tracing_args{"int", "a", "1"})
          == R"({"it":{"type":"int","name":"a","value":"1"}})");
}

} // namespace

int main() {
    check_small();
    check_record();
    check_agent();
    check_code_object();
    check_counter();
    check_names();
    return wrong;
}
