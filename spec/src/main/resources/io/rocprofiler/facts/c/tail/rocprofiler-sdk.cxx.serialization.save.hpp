template <class ArchiveT> void save(ArchiveT& ar, const rocprofiler_callback_tracing_code_object_load_data_t& data) {
    ar(make_nvp("size", data.size));
    ar(make_nvp("code_object_id", data.code_object_id));
    ar(make_nvp("agent_id", data.agent_id));
    ar(make_nvp("uri", serialized::text(data.uri)));
    ar(make_nvp("load_base", data.load_base));
    ar(make_nvp("load_size", data.load_size));
    ar(make_nvp("load_delta", data.load_delta));
    ar(make_nvp("storage_type", data.storage_type));
    if (data.storage_type == ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_FILE) {
        ar(make_nvp("storage_file", data.storage_file));
    } else if (data.storage_type == ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_MEMORY) {
        ar(make_nvp("memory_base", data.memory_base));
        ar(make_nvp("memory_size", data.memory_size));
    }
}

template <class ArchiveT> void save(ArchiveT& ar, const rocprofiler_buffer_tracing_ompt_record_t& data) {
    ar(make_nvp("size", data.size));
    ar(make_nvp("kind", data.kind));
    ar(make_nvp("operation", data.operation));
    ar(make_nvp("correlation_id", data.correlation_id));
    ar(make_nvp("start_timestamp", data.start_timestamp));
    ar(make_nvp("end_timestamp", data.end_timestamp));
    ar(make_nvp("thread_id", data.thread_id));
    if (data.operation == ROCPROFILER_OMPT_ID_target_emi) {
        ar(make_nvp("target", data.target));
    } else if (data.operation == ROCPROFILER_OMPT_ID_target_data_op_emi) {
        ar(make_nvp("target_data_op", data.target_data_op));
    } else if (data.operation == ROCPROFILER_OMPT_ID_target_submit_emi) {
        ar(make_nvp("target_kernel", data.target_kernel));
    }
}

template <class ArchiveT> void save(ArchiveT& ar, const rocprofiler::sdk::serialization::buffer_tracing_args& data) {
    ar(make_nvp("type", data.type));
    ar(make_nvp("name", data.name));
    ar(make_nvp("value", data.value));
}

/// The elements, or what they point to.
template <class ArchiveT, class T>
void save(ArchiveT& ar, const rocprofiler::sdk::container::c_array<T>& data) {
    if constexpr (std::is_pointer_v<T>) {
        uint64_t present = 0;
        for (const auto* element : data) present += element != nullptr ? 1 : 0;
        ar(make_size_tag(present));
        for (const auto* element : data) {
            if (element != nullptr) ar(*element);
        }
    } else {
        ar(make_size_tag(static_cast<uint64_t>(data.size())));
        for (const auto& element : data) ar(element);
    }
}

template <class ArchiveT, class EnumT, class ValueT>
void save(ArchiveT& ar, const rocprofiler::sdk::utility::name_info_impl<EnumT, ValueT>& data) {
    std::vector<std::string> operations;
    for (const auto& operation : data.operations) operations.emplace_back(operation);
    ar(make_nvp("kind", std::string{data.name}));
    ar(make_nvp("operations", operations));
}

/// An array, for archives of JSON.
template <class ArchiveT, class EnumT, class ValueT>
void save(ArchiveT& ar, const rocprofiler::sdk::utility::name_info<EnumT, ValueT>& data) {
    ar.makeArray();
    for (const auto& kind : data) ar(kind);
}
