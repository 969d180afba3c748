-- Views of the tables of one process, without the ending of their names and with their columns in AMD's order, in which
-- "guid" is the second.

CREATE VIEW "rocpd_metadata" AS
SELECT "id", "tag", "value"
FROM "rocpd_metadata{{uuid}}";

CREATE VIEW "rocpd_string" AS
SELECT "id", "guid", "string"
FROM "rocpd_string{{uuid}}";

CREATE VIEW "rocpd_info_node" AS
SELECT "id", "guid", "hash", "machine_id", "system_name", "hostname", "release", "version", "hardware_name",
    "domain_name"
FROM "rocpd_info_node{{uuid}}";

CREATE VIEW "rocpd_info_process" AS
SELECT "id", "guid", "nid", "ppid", "pid", "init", "fini", "start", "end", "command", "environment", "extdata"
FROM "rocpd_info_process{{uuid}}";

CREATE VIEW "rocpd_info_thread" AS
SELECT "id", "guid", "nid", "ppid", "pid", "tid", "name", "start", "end", "extdata"
FROM "rocpd_info_thread{{uuid}}";

CREATE VIEW "rocpd_info_agent" AS
SELECT "id", "guid", "nid", "pid", "type", "absolute_index", "logical_index", "type_index", "uuid", "name",
    "model_name", "vendor_name", "product_name", "user_name", "extdata"
FROM "rocpd_info_agent{{uuid}}";

CREATE VIEW "rocpd_info_queue" AS
SELECT "id", "guid", "nid", "pid", "name", "extdata"
FROM "rocpd_info_queue{{uuid}}";

CREATE VIEW "rocpd_info_stream" AS
SELECT "id", "guid", "nid", "pid", "name", "extdata"
FROM "rocpd_info_stream{{uuid}}";

CREATE VIEW "rocpd_info_pmc" AS
SELECT "id", "guid", "nid", "pid", "agent_id", "target_arch", "event_code", "instance_id", "name", "symbol",
    "description", "long_description", "component", "units", "value_type", "block", "expression", "is_constant",
    "is_derived",
    "spm_support", -- since 3.0.3
    "extdata"
FROM "rocpd_info_pmc{{uuid}}";

CREATE VIEW "rocpd_info_code_object" AS
SELECT "id", "guid", "nid", "pid", "agent_id", "uri", "load_base", "load_size", "load_delta", "storage_type",
    "extdata"
FROM "rocpd_info_code_object{{uuid}}";

CREATE VIEW "rocpd_info_kernel_symbol" AS
SELECT "id", "guid", "nid", "pid", "code_object_id", "kernel_name", "display_name", "kernel_object",
    "kernarg_segment_size", "kernarg_segment_alignment", "group_segment_size", "private_segment_size", "sgpr_count",
    "arch_vgpr_count", "accum_vgpr_count", "extdata"
FROM "rocpd_info_kernel_symbol{{uuid}}";

CREATE VIEW "rocpd_track" AS
SELECT "id", "guid", "nid", "pid", "tid", "name_id", "extdata"
FROM "rocpd_track{{uuid}}";

CREATE VIEW "rocpd_event" AS
SELECT "id", "guid", "category_id", "stack_id", "parent_stack_id", "correlation_id", "call_stack", "line_info",
    "extdata"
FROM "rocpd_event{{uuid}}";

CREATE VIEW "rocpd_arg" AS
SELECT "id", "guid", "event_id", "position", "type", "name", "value", "extdata"
FROM "rocpd_arg{{uuid}}";

CREATE VIEW "rocpd_pmc_event" AS
SELECT "id", "guid", "event_id", "pmc_id", "value",
    "sample_id", "xcc", "shader_engine", "instance", -- since 3.0.3
    "extdata"
FROM "rocpd_pmc_event{{uuid}}";

CREATE VIEW "rocpd_region" AS
SELECT "id", "guid", "nid", "pid", "tid", "start", "end", "name_id", "event_id", "extdata"
FROM "rocpd_region{{uuid}}";

CREATE VIEW "rocpd_sample" AS
SELECT "id", "guid", "track_id", "timestamp", "event_id", "extdata"
FROM "rocpd_sample{{uuid}}";

CREATE VIEW "rocpd_kernel_dispatch" AS
SELECT "id", "guid", "nid", "pid", "tid", "agent_id", "kernel_id", "dispatch_id", "queue_id", "stream_id", "start",
    "end", "private_segment_size", "group_segment_size", "workgroup_size_x", "workgroup_size_y", "workgroup_size_z",
    "grid_size_x", "grid_size_y", "grid_size_z",
    "graph_exec_id", "graph_node_id", -- since 3.0.2
    "region_name_id", "event_id", "extdata"
FROM "rocpd_kernel_dispatch{{uuid}}";

CREATE VIEW "rocpd_memory_copy" AS
SELECT "id", "guid", "nid", "pid", "tid", "start", "end", "name_id", "dst_agent_id", "dst_address", "src_agent_id",
    "src_address", "size", "queue_id", "stream_id",
    "graph_exec_id", "graph_node_id", -- since 3.0.2
    "region_name_id", "event_id", "extdata"
FROM "rocpd_memory_copy{{uuid}}";

CREATE VIEW "rocpd_memory_allocate" AS
SELECT "id", "guid", "nid", "pid", "tid", "agent_id", "type", "level", "start", "end", "address", "size", "queue_id",
    "stream_id", "event_id", "extdata"
FROM "rocpd_memory_allocate{{uuid}}";

-- since 3.0.2
CREATE VIEW "rocpd_graph_launch" AS
SELECT "id", "guid", "nid", "pid", "tid", "agent_id", "queue_id", "start", "end", "graph_exec_id",
    "kernel_dispatch_count", "event_id", "extdata"
FROM "rocpd_graph_launch{{uuid}}";

-- since 3.0.4
CREATE VIEW "rocpd_hip_event" AS
SELECT "id", "guid", "nid", "pid", "tid", "agent_id", "queue_id", "stream_id", "start", "end", "name_id",
    "hip_event_handle", "source_queue_id", "event_id", "extdata"
FROM "rocpd_hip_event{{uuid}}";
