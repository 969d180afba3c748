template <class ArchiveT> void load(ArchiveT& ar, rocprofiler_callback_tracing_code_object_load_data_t& data) {
    serialized::load(ar, "size", data.size);
    serialized::load(ar, "code_object_id", data.code_object_id);
    serialized::load(ar, "agent_id", data.agent_id);
    serialized::load(ar, "uri", data.uri);
    serialized::load(ar, "load_base", data.load_base);
    serialized::load(ar, "load_size", data.load_size);
    serialized::load(ar, "load_delta", data.load_delta);
    serialized::load(ar, "storage_type", data.storage_type);
    if (data.storage_type == ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_FILE) {
        serialized::load(ar, "storage_file", data.storage_file);
    } else if (data.storage_type == ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_MEMORY) {
        serialized::load(ar, "memory_base", data.memory_base);
        serialized::load(ar, "memory_size", data.memory_size);
    }
}
