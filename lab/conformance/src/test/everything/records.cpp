// What records say, in the struct of each kind.
#include <type_traits>

#include <rocprofiler-sdk/cxx/operators.hpp>

#include "everything.h"

#define KIND(kind) ROCPROFILER_BUFFER_TRACING_##kind

namespace everything {
namespace {
// --- fields that most of them have ---------------------------------------------------------------------------------

void identify(Event& event, const rocprofiler_correlation_id_t& id) {
    event.internal = id.internal;
    event.external = id.external.value;
    event.ancestor = id.ancestor;
}

// Work of a device belongs to the call that caused it, and has no ancestor of its own.
void identify(Event& event, const rocprofiler_async_correlation_id_t& id) {
    event.internal = id.internal;
    event.external = id.external.value;
}

template <class Record>
auto add_ids(Event& event, const Record& record, int) -> decltype(record.correlation_id, void()) {
    identify(event, record.correlation_id);
}
template <class Record> void add_ids(Event&, const Record&, long) {}

template <class Record> auto add_thread(Event& event, const Record& record, int) -> decltype(record.thread_id, void()) {
    event.thread = record.thread_id;
}
template <class Record> void add_thread(Event&, const Record&, long) {}

template <class Record>
auto add_times(Event& event, const Record& record, int) -> decltype(record.start_timestamp, void()) {
    event.start = record.start_timestamp;
    event.end = record.end_timestamp;
}
template <class Record> auto add_times(Event& event, const Record& record, long) -> decltype(record.timestamp, void()) {
    event.start = event.end = record.timestamp;
}

template <class Record>
auto add_operation(Event& event, const Record& record, int) -> decltype(record.operation, void()) {
    event.operation = static_cast<int>(record.operation);
}
template <class Record> void add_operation(Event&, const Record&, long) {}

// --- fields of their own -------------------------------------------------------------------------------------------

template <class Record> void describe(Event&, const Record&) {}

void describe(Event& event, const rocprofiler_buffer_tracing_hip_api_ext_record_t& record) {
    event.numbers.emplace_back("returned", static_cast<uint64_t>(record.retval.hipError_t_retval));
}

void describe(Event& event, const rocprofiler_buffer_tracing_correlation_id_retirement_record_t& record) {
    event.internal = record.internal_correlation_id;
}

void describe(Event& event, const rocprofiler_buffer_tracing_kernel_dispatch_record_t& record) {
    const rocprofiler_kernel_dispatch_info_t& info = record.dispatch_info;
    event.numbers.emplace_back("agent", info.agent_id.handle);
    event.numbers.emplace_back("queue", info.queue_id.handle);
    event.numbers.emplace_back("kernel", info.kernel_id);
    event.numbers.emplace_back("dispatch", info.dispatch_id);
    event.right_size &= info.size == offsetof(rocprofiler_kernel_dispatch_info_t, reserved_padding);
}

void describe(Event& event, const rocprofiler_buffer_tracing_memory_copy_record_t& record) {
    event.numbers.emplace_back("to", record.dst_agent_id.handle);
    event.numbers.emplace_back("from", record.src_agent_id.handle);
    event.numbers.emplace_back("bytes", record.bytes);
}

void describe(Event& event, const rocprofiler_buffer_tracing_memory_allocation_record_t& record) {
    event.numbers.emplace_back("agent", record.agent_id.handle);
    event.numbers.emplace_back("address", record.address.value);
    event.numbers.emplace_back("bytes", record.allocation_size);
}

void describe(Event& event, const rocprofiler_buffer_tracing_scratch_memory_record_t& record) {
    event.numbers.emplace_back("agent", record.agent_id.handle);
    event.numbers.emplace_back("queue", record.queue_id.handle);
    event.numbers.emplace_back("flags", record.flags);
    event.numbers.emplace_back("bytes", record.allocation_size);
}

void describe(Event& event, const rocprofiler_buffer_tracing_runtime_initialization_record_t& record) {
    event.numbers.emplace_back("version", record.version);
    event.numbers.emplace_back("instance", record.instance);
}

// --- one callback for all buffers ----------------------------------------------------------------------------------

template <class Record> void read(Event& event, const void* payload) {
    const Record& record = *static_cast<const Record*>(payload);
    static_assert(std::is_trivially_copyable<Record>::value, "a record of C");
    event.right_size = record.size == sizeof(Record) && static_cast<int>(record.kind) == event.kind;
    add_ids(event, record, 0);
    add_thread(event, record, 0);
    add_times(event, record, 0);
    add_operation(event, record, 0);
    describe(event, record);
}

struct Reader {
    int kind;
    void (*read)(Event&, const void*);
};

constexpr Reader readers[] = {
    {KIND(HSA_CORE_API), read<rocprofiler_buffer_tracing_hsa_api_record_t>},
    {KIND(HSA_AMD_EXT_API), read<rocprofiler_buffer_tracing_hsa_api_record_t>},
    {KIND(HSA_IMAGE_EXT_API), read<rocprofiler_buffer_tracing_hsa_api_record_t>},
    {KIND(HSA_FINALIZE_EXT_API), read<rocprofiler_buffer_tracing_hsa_api_record_t>},
    {KIND(HIP_RUNTIME_API), read<rocprofiler_buffer_tracing_hip_api_record_t>},
    {KIND(HIP_COMPILER_API), read<rocprofiler_buffer_tracing_hip_api_record_t>},
    {KIND(HIP_RUNTIME_API_EXT), read<rocprofiler_buffer_tracing_hip_api_ext_record_t>},
    {KIND(HIP_COMPILER_API_EXT), read<rocprofiler_buffer_tracing_hip_api_ext_record_t>},
    {KIND(MARKER_CORE_API), read<rocprofiler_buffer_tracing_marker_api_record_t>},
    {KIND(MARKER_CONTROL_API), read<rocprofiler_buffer_tracing_marker_api_record_t>},
    {KIND(MARKER_NAME_API), read<rocprofiler_buffer_tracing_marker_api_record_t>},
    {KIND(MARKER_CORE_RANGE_API), read<rocprofiler_buffer_tracing_marker_api_record_t>},
    {KIND(MEMORY_COPY), read<rocprofiler_buffer_tracing_memory_copy_record_t>},
    {KIND(KERNEL_DISPATCH), read<rocprofiler_buffer_tracing_kernel_dispatch_record_t>},
    {KIND(SCRATCH_MEMORY), read<rocprofiler_buffer_tracing_scratch_memory_record_t>},
    {KIND(CORRELATION_ID_RETIREMENT), read<rocprofiler_buffer_tracing_correlation_id_retirement_record_t>},
    {KIND(RCCL_API), read<rocprofiler_buffer_tracing_rccl_api_record_t>},
    {KIND(OMPT), read<rocprofiler_buffer_tracing_ompt_record_t>},
    {KIND(MEMORY_ALLOCATION), read<rocprofiler_buffer_tracing_memory_allocation_record_t>},
    {KIND(RUNTIME_INITIALIZATION), read<rocprofiler_buffer_tracing_runtime_initialization_record_t>},
    {KIND(ROCDECODE_API), read<rocprofiler_buffer_tracing_rocdecode_api_record_t>},
    {KIND(ROCDECODE_API_EXT), read<rocprofiler_buffer_tracing_rocdecode_api_ext_record_t>},
    {KIND(ROCJPEG_API), read<rocprofiler_buffer_tracing_rocjpeg_api_record_t>},
    {KIND(ROCSHMEM_API), read<rocprofiler_buffer_tracing_rocshmem_api_record_t>},
    {KIND(ROCSHMEM_API_EXT), read<rocprofiler_buffer_tracing_rocshmem_api_ext_record_t>},
    {KIND(HIPFILE_API), read<rocprofiler_buffer_tracing_hipfile_api_record_t>},
    {KIND(HIPFILE_API_EXT), read<rocprofiler_buffer_tracing_hipfile_api_ext_record_t>},
    {KIND(KFD_EVENT_PAGE_MIGRATE), read<rocprofiler_buffer_tracing_kfd_event_page_migrate_record_t>},
    {KIND(KFD_EVENT_PAGE_FAULT), read<rocprofiler_buffer_tracing_kfd_event_page_fault_record_t>},
    {KIND(KFD_EVENT_QUEUE), read<rocprofiler_buffer_tracing_kfd_event_queue_record_t>},
    {KIND(KFD_EVENT_UNMAP_FROM_GPU), read<rocprofiler_buffer_tracing_kfd_event_unmap_from_gpu_record_t>},
    {KIND(KFD_EVENT_DROPPED_EVENTS), read<rocprofiler_buffer_tracing_kfd_event_dropped_events_record_t>},
    {KIND(KFD_PAGE_MIGRATE), read<rocprofiler_buffer_tracing_kfd_page_migrate_record_t>},
    {KIND(KFD_PAGE_FAULT), read<rocprofiler_buffer_tracing_kfd_page_fault_record_t>},
    {KIND(KFD_QUEUE), read<rocprofiler_buffer_tracing_kfd_queue_record_t>},
};

int on_argument(rocprofiler_buffer_tracing_kind_t, rocprofiler_tracing_operation_t, uint32_t, const void* const,
                int32_t, const char* type, const char* name, const char* value, void* event) {
    static_cast<Event*>(event)->arguments.push_back({Text(type), Text(name), value ? value : ""});
    return 0;
}

void read_tracing(Event& event, const rocprofiler_record_header_t& header) {
    event.right_size = false;
    for (const Reader& reader : readers)
        if (reader.kind == event.kind) reader.read(event, header.payload);
    if (event.kind == KIND(HIP_RUNTIME_API_EXT) || event.kind == KIND(HIP_COMPILER_API_EXT)
        || event.kind == KIND(ROCDECODE_API_EXT) || event.kind == KIND(ROCSHMEM_API_EXT)
        || event.kind == KIND(HIPFILE_API_EXT))
        rocprofiler_iterate_buffer_tracing_record_args(header, on_argument, &event);
}
} // namespace

void on_records(rocprofiler_context_id_t id, rocprofiler_buffer_id_t buffer, rocprofiler_record_header_t** headers,
                size_t count, void* context, uint64_t dropped) {
    Context& owner = *static_cast<Context*>(context);
    owner.dropped = dropped;
    for (size_t i = 0; i < count; i++) {
        const rocprofiler_record_header_t& header = *headers[i];
        Event event;
        event.context = static_cast<size_t>(&owner - contexts().data());
        event.source = Source::record;
        event.kind = static_cast<int>(header.kind);
        event.caller = this_thread();
        if (header.category == ROCPROFILER_BUFFER_CATEGORY_TRACING) read_tracing(event, header);
        else event.numbers.emplace_back("category", header.category);
        if (header.hash != rocprofiler_record_header_compute_hash(header.category, header.kind))
            event.numbers.emplace_back("wrong hash", header.hash);
        if (id != owner.id || buffer != owner.buffer) event.numbers.emplace_back("wrong context", id.handle);
        events().add(std::move(event));
    }
}
} // namespace everything
