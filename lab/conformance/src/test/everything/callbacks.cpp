// What callbacks say, in the payload of each kind.
#include <rocprofiler-sdk/cxx/operators.hpp>

#include "everything.h"

#define KIND(kind) ROCPROFILER_CALLBACK_TRACING_##kind

namespace everything {
namespace {
using Record = rocprofiler_callback_tracing_record_t;

// --- payloads ------------------------------------------------------------------------------------------------------

void describe(Event& event, const rocprofiler_callback_tracing_hsa_api_data_t& data) {
    event.numbers.emplace_back("returned", data.retval.uint64_t_retval);
}

void describe(Event& event, const rocprofiler_callback_tracing_hip_api_data_t& data) {
    if (event.phase != ROCPROFILER_CALLBACK_PHASE_EXIT) return;
    event.numbers.emplace_back("returned", static_cast<uint64_t>(data.retval.hipError_t_retval));
}

// The message is the program's own text.
void describe(Event& event, const rocprofiler_callback_tracing_marker_api_data_t& data) {
    const char* message = nullptr;
    if (event.kind == KIND(MARKER_CORE_RANGE_API)) {
        switch (event.operation) {
            case ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxMarkA: message = data.args.roctxMarkA.message; break;
            case ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxThreadRangeA:
                message = data.args.roctxThreadRangeA.message;
                break;
            case ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxProcessRangeA:
                message = data.args.roctxProcessRangeA.message;
                break;
            default: return;
        }
    } else if (event.kind == KIND(MARKER_CORE_API)) {
        switch (event.operation) {
            case ROCPROFILER_MARKER_CORE_API_ID_roctxMarkA: message = data.args.roctxMarkA.message; break;
            case ROCPROFILER_MARKER_CORE_API_ID_roctxRangePushA: message = data.args.roctxRangePushA.message; break;
            case ROCPROFILER_MARKER_CORE_API_ID_roctxRangeStartA: message = data.args.roctxRangeStartA.message; break;
            default: return;
        }
    } else if (event.kind == KIND(MARKER_NAME_API)) {
        if (event.operation == ROCPROFILER_MARKER_NAME_API_ID_roctxNameOsThread)
            message = data.args.roctxNameOsThread.name;
    }
    if (message) event.texts.emplace_back("message", message);
}

void describe(Event&, const rocprofiler_callback_tracing_rccl_api_data_t&) {}
void describe(Event&, const rocprofiler_callback_tracing_rocdecode_api_data_t&) {}
void describe(Event&, const rocprofiler_callback_tracing_rocjpeg_api_data_t&) {}
void describe(Event&, const rocprofiler_callback_tracing_rocshmem_api_data_t&) {}
void describe(Event&, const rocprofiler_callback_tracing_hipfile_api_data_t&) {}
void describe(Event&, const rocprofiler_callback_tracing_ompt_data_t&) {}

void describe(Event& event, const rocprofiler_callback_tracing_scratch_memory_data_t& data) {
    event.numbers.emplace_back("agent", data.agent_id.handle);
    event.numbers.emplace_back("queue", data.queue_id.handle);
    event.numbers.emplace_back("flags", data.flags);
    event.numbers.emplace_back("event", data.args_kind);
    if (data.args_kind == HSA_AMD_TOOL_EVENT_SCRATCH_ALLOC_END)
        event.numbers.emplace_back("bytes", data.args.alloc_end.size);
}

template <class Data> void add_times(Event& event, const Data& data) {
    event.numbers.emplace_back("begin", data.start_timestamp);
    event.numbers.emplace_back("end", data.end_timestamp);
}

void describe(Event& event, const rocprofiler_callback_tracing_kernel_dispatch_data_t& data) {
    const rocprofiler_kernel_dispatch_info_t& info = data.dispatch_info;
    add_times(event, data);
    event.numbers.emplace_back("agent", info.agent_id.handle);
    event.numbers.emplace_back("queue", info.queue_id.handle);
    event.numbers.emplace_back("kernel", info.kernel_id);
    event.numbers.emplace_back("dispatch", info.dispatch_id);
    event.numbers.emplace_back("workgroup",
                               uint64_t(1) * info.workgroup_size.x * info.workgroup_size.y * info.workgroup_size.z);
    event.numbers.emplace_back("grid", uint64_t(1) * info.grid_size.x * info.grid_size.y * info.grid_size.z);
    // The padding is not part of its size.
    event.right_size &= info.size == offsetof(rocprofiler_kernel_dispatch_info_t, reserved_padding);
}

void describe(Event& event, const rocprofiler_callback_tracing_memory_copy_data_t& data) {
    add_times(event, data);
    event.numbers.emplace_back("to", data.dst_agent_id.handle);
    event.numbers.emplace_back("from", data.src_agent_id.handle);
    event.numbers.emplace_back("bytes", data.bytes);
}

void describe(Event& event, const rocprofiler_callback_tracing_memory_allocation_data_t& data) {
    add_times(event, data);
    event.numbers.emplace_back("agent", data.agent_id.handle);
    event.numbers.emplace_back("address", data.address.value);
    event.numbers.emplace_back("bytes", data.allocation_size);
}

void describe(Event& event, const rocprofiler_callback_tracing_runtime_initialization_data_t& data) {
    event.numbers.emplace_back("version", data.version);
    event.numbers.emplace_back("instance", data.instance);
}

void describe(Event& event, const rocprofiler_callback_tracing_hip_stream_data_t& data) {
    event.numbers.emplace_back("stream", data.stream_id.handle);
    event.numbers.emplace_back("value", data.stream_value.value);
}

// --- code objects --------------------------------------------------------------------------------------------------

void describe(Event& event, const rocprofiler_callback_tracing_code_object_load_data_t& data) {
    event.numbers.emplace_back("code object", data.code_object_id);
    event.numbers.emplace_back("agent", data.agent_id.handle);
    event.numbers.emplace_back("base", data.load_base);
    event.numbers.emplace_back("bytes", data.load_size);
    event.numbers.emplace_back("storage", data.storage_type);
    event.texts.emplace_back("uri", data.uri);
}

void describe(Event& event, const rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t& data) {
    event.numbers.emplace_back("code object", data.code_object_id);
    event.numbers.emplace_back("kernel", data.kernel_id);
    event.numbers.emplace_back("object", data.kernel_object);
    event.texts.emplace_back("kernel name", data.kernel_name);
}

void describe(Event& event, const rocprofiler_callback_tracing_code_object_host_kernel_symbol_register_data_t& data) {
    event.numbers.emplace_back("code object", data.code_object_id);
    event.numbers.emplace_back("kernel", data.kernel_id);
    event.numbers.emplace_back("host function", data.host_function_id);
    event.texts.emplace_back("device function", data.device_function);
}

// --- one callback for all kinds ------------------------------------------------------------------------------------

template <class Data> void read(Event& event, const void* payload) {
    const Data& data = *static_cast<const Data*>(payload);
    event.right_size = data.size == sizeof(Data);
    describe(event, data);
}

void read_code_object(Event& event, const void* payload) {
    switch (event.operation) {
        case ROCPROFILER_CODE_OBJECT_LOAD:
            return read<rocprofiler_callback_tracing_code_object_load_data_t>(event, payload);
        case ROCPROFILER_CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER:
            return read<rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t>(event, payload);
        case ROCPROFILER_CODE_OBJECT_HOST_KERNEL_SYMBOL_REGISTER:
            return read<rocprofiler_callback_tracing_code_object_host_kernel_symbol_register_data_t>(event, payload);
        default: event.right_size = false;
    }
}

struct Reader {
    int kind;
    void (*read)(Event&, const void*);
    bool has_arguments;
};

constexpr Reader readers[] = {
    {KIND(HSA_CORE_API), read<rocprofiler_callback_tracing_hsa_api_data_t>, true},
    {KIND(HSA_AMD_EXT_API), read<rocprofiler_callback_tracing_hsa_api_data_t>, true},
    {KIND(HSA_IMAGE_EXT_API), read<rocprofiler_callback_tracing_hsa_api_data_t>, true},
    {KIND(HSA_FINALIZE_EXT_API), read<rocprofiler_callback_tracing_hsa_api_data_t>, true},
    {KIND(HIP_RUNTIME_API), read<rocprofiler_callback_tracing_hip_api_data_t>, true},
    {KIND(HIP_COMPILER_API), read<rocprofiler_callback_tracing_hip_api_data_t>, true},
    {KIND(MARKER_CORE_API), read<rocprofiler_callback_tracing_marker_api_data_t>, true},
    {KIND(MARKER_CONTROL_API), read<rocprofiler_callback_tracing_marker_api_data_t>, true},
    {KIND(MARKER_NAME_API), read<rocprofiler_callback_tracing_marker_api_data_t>, true},
    {KIND(MARKER_CORE_RANGE_API), read<rocprofiler_callback_tracing_marker_api_data_t>, false},
    {KIND(CODE_OBJECT), read_code_object, false},
    {KIND(SCRATCH_MEMORY), read<rocprofiler_callback_tracing_scratch_memory_data_t>, false},
    {KIND(KERNEL_DISPATCH), read<rocprofiler_callback_tracing_kernel_dispatch_data_t>, false},
    {KIND(MEMORY_COPY), read<rocprofiler_callback_tracing_memory_copy_data_t>, false},
    {KIND(RCCL_API), read<rocprofiler_callback_tracing_rccl_api_data_t>, false},
    {KIND(OMPT), read<rocprofiler_callback_tracing_ompt_data_t>, true},
    {KIND(MEMORY_ALLOCATION), read<rocprofiler_callback_tracing_memory_allocation_data_t>, false},
    {KIND(RUNTIME_INITIALIZATION), read<rocprofiler_callback_tracing_runtime_initialization_data_t>, false},
    {KIND(ROCDECODE_API), read<rocprofiler_callback_tracing_rocdecode_api_data_t>, true},
    {KIND(ROCJPEG_API), read<rocprofiler_callback_tracing_rocjpeg_api_data_t>, false},
    {KIND(ROCSHMEM_API), read<rocprofiler_callback_tracing_rocshmem_api_data_t>, true},
    {KIND(HIPFILE_API), read<rocprofiler_callback_tracing_hipfile_api_data_t>, true},
    {KIND(HIP_STREAM), read<rocprofiler_callback_tracing_hip_stream_data_t>, false},
};

int on_argument(rocprofiler_callback_tracing_kind_t, rocprofiler_tracing_operation_t, uint32_t, const void* const,
                int32_t, const char* type, const char* name, const char* value, int32_t, void* event) {
    static_cast<Event*>(event)->arguments.push_back({Text(type), Text(name), value ? value : ""});
    return 0;
}
} // namespace

namespace {
// Of the program's calls, the one that pauses is the last that is seen, and the one that resumes is not.
void control(const Event& event) {
    if (event.operation == ROCPROFILER_MARKER_CONTROL_API_ID_roctxProfilerPause
        && event.phase == ROCPROFILER_CALLBACK_PHASE_ENTER)
        pause_all(true);
    if (event.operation == ROCPROFILER_MARKER_CONTROL_API_ID_roctxProfilerResume
        && event.phase == ROCPROFILER_CALLBACK_PHASE_EXIT)
        pause_all(false);
}
} // namespace

// The user data of ENTER is seen again at EXIT, and at the end of asynchronous work.
void on_callback(Record record, rocprofiler_user_data_t* user, void* context) {
    Event event;
    event.context = static_cast<size_t>(static_cast<Context*>(context) - contexts().data());
    event.kind = record.kind;
    event.operation = record.operation;
    event.phase = record.phase;
    event.thread = record.thread_id;
    event.caller = this_thread();
    event.internal = record.correlation_id.internal;
    event.external = record.correlation_id.external.value;
    event.ancestor = record.correlation_id.ancestor;
    event.start = now();
    event.numbers.emplace_back("user data", user->value);
    if (record.context_id != static_cast<Context*>(context)->id)
        event.numbers.emplace_back("wrong context", record.context_id.handle);
    for (const Reader& reader : readers) {
        if (reader.kind != event.kind) continue;
        reader.read(event, record.payload);
        if (reader.has_arguments && event.phase != ROCPROFILER_CALLBACK_PHASE_ENTER)
            rocprofiler_iterate_callback_tracing_kind_operation_args(record, on_argument, 1, &event);
    }
    static thread_local uint64_t last = 0;
    if (event.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
        user->value = (event.caller << 32) + ++last;
        event.numbers.emplace_back("left", user->value);
    }
    if (static_cast<Context*>(context)->name == "control") control(event);
    events().add(std::move(event));
}
} // namespace everything
