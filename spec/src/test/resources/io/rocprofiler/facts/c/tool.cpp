// A tool written against AMD's headers, in C++.
#include <rocprofiler-sdk/buffer.h>
#include <rocprofiler-sdk/callback_tracing.h>
#include <rocprofiler-sdk/context.h>
#include <rocprofiler-sdk/external_correlation.h>
#include <rocprofiler-sdk/fwd.h>
#include <rocprofiler-sdk/hip.h>
#include <rocprofiler-sdk/hsa.h>
#include <rocprofiler-sdk/internal_threading.h>
#include <rocprofiler-sdk/marker.h>
#include <rocprofiler-sdk/rccl.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include <map>
#include <string>
#include <vector>

namespace {
rocprofiler_context_id_t context = {};
using names = std::map<rocprofiler_callback_tracing_kind_t, std::vector<std::string>>;

names all_names() {
    names result;
    rocprofiler_iterate_callback_tracing_kinds(
        [](rocprofiler_callback_tracing_kind_t kind, void* data) {
            return static_cast<int>(rocprofiler_iterate_callback_tracing_kind_operations(
                kind,
                [](rocprofiler_callback_tracing_kind_t k, rocprofiler_tracing_operation_t op, void* d) {
                    const char* name = nullptr;
                    uint64_t length = 0;
                    rocprofiler_query_callback_tracing_kind_operation_name(k, op, &name, &length);
                    (*static_cast<names*>(d))[k].emplace_back(name, length);
                    return 0;
                },
                data));
        },
        &result);
    return result;
}

void callback(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*, void*) {
    auto* payload = static_cast<rocprofiler_callback_tracing_hsa_api_data_t*>(record.payload);
    payload->args.hsa_queue_create.size += 1;
    auto* scratch = static_cast<rocprofiler_callback_tracing_scratch_memory_data_t*>(record.payload);
    if (scratch->args_kind == HSA_AMD_TOOL_EVENT_SCRATCH_ALLOC_END) scratch->args.alloc_end.size = 0;
}
}  // namespace

extern "C" rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t, const char*, uint32_t priority,
                                                                      rocprofiler_client_id_t* id) {
    if (priority > 0) return nullptr;
    id->name = "example";
    static auto result = rocprofiler_tool_configure_result_t{
        sizeof(rocprofiler_tool_configure_result_t),
        [](rocprofiler_client_finalize_t, void*) {
            rocprofiler_create_context(&context);
            for (auto kind : {ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API, ROCPROFILER_CALLBACK_TRACING_SCRATCH_MEMORY})
                rocprofiler_configure_callback_tracing_service(context, kind, nullptr, 0, callback, nullptr);
            rocprofiler_push_external_correlation_id(context, 1, rocprofiler_user_data_t{.value = 3});
            return all_names().empty() ? -1 : 0;
        },
        [](void*) { rocprofiler_stop_context(context); }, nullptr};
    return &result;
}
