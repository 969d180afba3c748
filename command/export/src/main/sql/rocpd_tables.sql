-- One set of tables for one process. {{uuid}} ends their names, {{guid}} marks their rows.
--
-- In tables with a row per record "guid" stands last: SQLite takes columns that end a row from their defaults, so these
-- files are half as large as with 36 more bytes in every row. The views of these tables have it second, as in AMD's.
CREATE TABLE "rocpd_metadata{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "tag" TEXT NOT NULL,
    "value" TEXT NOT NULL
);
CREATE TABLE "rocpd_string{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "string" TEXT NOT NULL UNIQUE
);
CREATE TABLE "rocpd_info_node{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "hash" BIGINT NOT NULL UNIQUE,
    "machine_id" TEXT NOT NULL UNIQUE,
    "system_name" TEXT,
    "hostname" TEXT,
    "release" TEXT,
    "version" TEXT,
    "hardware_name" TEXT,
    "domain_name" TEXT
);
CREATE TABLE "rocpd_info_process{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "ppid" INTEGER,
    "pid" INTEGER NOT NULL,
    "init" BIGINT,
    "fini" BIGINT,
    "start" BIGINT,
    "end" BIGINT,
    "command" TEXT,
    "environment" JSONB NOT NULL DEFAULT '{}',
    "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE TABLE "rocpd_info_thread{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "ppid" INTEGER,
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "tid" INTEGER NOT NULL,
    "name" TEXT,
    "start" BIGINT,
    "end" BIGINT,
    "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE TABLE "rocpd_info_agent{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "type" TEXT CHECK ("type" IN ('CPU', 'GPU')), -- before 3.0.1
    "type" TEXT CHECK ("type" IN ('CPU', 'GPU', 'NIC')), -- since 3.0.1
    "absolute_index" INTEGER,
    "logical_index" INTEGER,
    "type_index" INTEGER,
    "uuid" INTEGER,
    "name" TEXT,
    "model_name" TEXT,
    "vendor_name" TEXT,
    "product_name" TEXT,
    "user_name" TEXT,
    "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE TABLE "rocpd_info_queue{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "name" TEXT,
    "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE TABLE "rocpd_info_stream{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "name" TEXT,
    "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE TABLE "rocpd_info_pmc{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "agent_id" INTEGER REFERENCES "rocpd_info_agent{{uuid}}" ("id"),
    "target_arch" TEXT CHECK ("target_arch" IN ('CPU', 'GPU')), -- before 3.0.1
    "target_arch" TEXT CHECK ("target_arch" IN ('CPU', 'GPU', 'NIC')), -- since 3.0.1
    "event_code" INT,
    "instance_id" INTEGER,
    "name" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,
    "description" TEXT,
    "long_description" TEXT DEFAULT '',
    "component" TEXT,
    "units" TEXT DEFAULT '',
    "value_type" TEXT CHECK ("value_type" IN ('ABS', 'ACCUM', 'RELATIVE')),
    "block" TEXT,
    "expression" TEXT,
    "is_constant" INTEGER,
    "is_derived" INTEGER,
    "spm_support" INTEGER, -- since 3.0.3
    "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE TABLE "rocpd_info_code_object{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "agent_id" INTEGER REFERENCES "rocpd_info_agent{{uuid}}" ("id"),
    "uri" TEXT,
    "load_base" BIGINT,
    "load_size" BIGINT,
    "load_delta" BIGINT,
    "storage_type" TEXT CHECK ("storage_type" IN ('FILE', 'MEMORY')),
    "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE TABLE "rocpd_info_kernel_symbol{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "code_object_id" INTEGER NOT NULL REFERENCES "rocpd_info_code_object{{uuid}}" ("id"),
    "kernel_name" TEXT,
    "display_name" TEXT,
    "kernel_object" INTEGER,
    "kernarg_segment_size" INTEGER,
    "kernarg_segment_alignment" INTEGER,
    "group_segment_size" INTEGER,
    "private_segment_size" INTEGER,
    "sgpr_count" INTEGER,
    "arch_vgpr_count" INTEGER,
    "accum_vgpr_count" INTEGER,
    "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE TABLE "rocpd_track{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "tid" INTEGER REFERENCES "rocpd_info_thread{{uuid}}" ("id"),
    "name_id" INTEGER REFERENCES "rocpd_string{{uuid}}" ("id"),
    "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE TABLE "rocpd_event{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "category_id" INTEGER REFERENCES "rocpd_string{{uuid}}" ("id"),
    "stack_id" INTEGER,
    "parent_stack_id" INTEGER,
    "correlation_id" INTEGER,
    "call_stack" JSONB NOT NULL DEFAULT '{}',
    "line_info" JSONB NOT NULL DEFAULT '{}',
    "extdata" JSONB NOT NULL DEFAULT '{}',
    "guid" TEXT NOT NULL DEFAULT '{{guid}}'
);
CREATE TABLE "rocpd_arg{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "event_id" INTEGER NOT NULL REFERENCES "rocpd_event{{uuid}}" ("id"),
    "position" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT,
    "extdata" JSONB NOT NULL DEFAULT '{}',
    "guid" TEXT NOT NULL DEFAULT '{{guid}}'
);
CREATE TABLE "rocpd_pmc_event{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "event_id" INTEGER REFERENCES "rocpd_event{{uuid}}" ("id"),
    "pmc_id" INTEGER NOT NULL REFERENCES "rocpd_info_pmc{{uuid}}" ("id"),
    "value" REAL DEFAULT 0.0,
    "sample_id" INTEGER REFERENCES "rocpd_sample{{uuid}}" ("id"), -- since 3.0.3
    "xcc" INTEGER, -- since 3.0.3
    "shader_engine" INTEGER, -- since 3.0.3
    "instance" INTEGER, -- since 3.0.3
    "extdata" JSONB DEFAULT '{}',
    "guid" TEXT NOT NULL DEFAULT '{{guid}}'
);
CREATE TABLE "rocpd_region{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "tid" INTEGER NOT NULL REFERENCES "rocpd_info_thread{{uuid}}" ("id"),
    "start" BIGINT NOT NULL,
    "end" BIGINT NOT NULL,
    "name_id" INTEGER NOT NULL REFERENCES "rocpd_string{{uuid}}" ("id"),
    "event_id" INTEGER REFERENCES "rocpd_event{{uuid}}" ("id"),
    "extdata" JSONB NOT NULL DEFAULT '{}',
    "guid" TEXT NOT NULL DEFAULT '{{guid}}'
);
CREATE TABLE "rocpd_sample{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "track_id" INTEGER NOT NULL REFERENCES "rocpd_track{{uuid}}" ("id"),
    "timestamp" BIGINT NOT NULL,
    "event_id" INTEGER REFERENCES "rocpd_event{{uuid}}" ("id"),
    "extdata" JSONB NOT NULL DEFAULT '{}',
    "guid" TEXT NOT NULL DEFAULT '{{guid}}'
);
CREATE TABLE "rocpd_kernel_dispatch{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "tid" INTEGER REFERENCES "rocpd_info_thread{{uuid}}" ("id"),
    "agent_id" INTEGER NOT NULL REFERENCES "rocpd_info_agent{{uuid}}" ("id"),
    "kernel_id" INTEGER NOT NULL REFERENCES "rocpd_info_kernel_symbol{{uuid}}" ("id"),
    "dispatch_id" INTEGER NOT NULL,
    "queue_id" INTEGER NOT NULL REFERENCES "rocpd_info_queue{{uuid}}" ("id"),
    "stream_id" INTEGER NOT NULL REFERENCES "rocpd_info_stream{{uuid}}" ("id"),
    "start" BIGINT NOT NULL,
    "end" BIGINT NOT NULL,
    "private_segment_size" INTEGER,
    "group_segment_size" INTEGER,
    "workgroup_size_x" INTEGER NOT NULL,
    "workgroup_size_y" INTEGER NOT NULL,
    "workgroup_size_z" INTEGER NOT NULL,
    "grid_size_x" INTEGER NOT NULL,
    "grid_size_y" INTEGER NOT NULL,
    "grid_size_z" INTEGER NOT NULL,
    "graph_exec_id" INTEGER NOT NULL DEFAULT 0, -- since 3.0.2
    "graph_node_id" INTEGER NOT NULL DEFAULT 0, -- since 3.0.2
    "region_name_id" INTEGER REFERENCES "rocpd_string{{uuid}}" ("id"),
    "event_id" INTEGER REFERENCES "rocpd_event{{uuid}}" ("id"),
    "extdata" JSONB NOT NULL DEFAULT '{}',
    "guid" TEXT NOT NULL DEFAULT '{{guid}}'
);
CREATE TABLE "rocpd_memory_copy{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "tid" INTEGER REFERENCES "rocpd_info_thread{{uuid}}" ("id"),
    "start" BIGINT NOT NULL,
    "end" BIGINT NOT NULL,
    "name_id" INTEGER NOT NULL REFERENCES "rocpd_string{{uuid}}" ("id"),
    "dst_agent_id" INTEGER REFERENCES "rocpd_info_agent{{uuid}}" ("id"),
    "dst_address" INTEGER,
    "src_agent_id" INTEGER REFERENCES "rocpd_info_agent{{uuid}}" ("id"),
    "src_address" INTEGER,
    "size" INTEGER NOT NULL,
    "queue_id" INTEGER REFERENCES "rocpd_info_queue{{uuid}}" ("id"),
    "stream_id" INTEGER REFERENCES "rocpd_info_stream{{uuid}}" ("id"),
    "graph_exec_id" INTEGER NOT NULL DEFAULT 0, -- since 3.0.2
    "graph_node_id" INTEGER NOT NULL DEFAULT 0, -- since 3.0.2
    "region_name_id" INTEGER REFERENCES "rocpd_string{{uuid}}" ("id"),
    "event_id" INTEGER REFERENCES "rocpd_event{{uuid}}" ("id"),
    "extdata" JSONB NOT NULL DEFAULT '{}',
    "guid" TEXT NOT NULL DEFAULT '{{guid}}'
);
CREATE TABLE "rocpd_memory_allocate{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "tid" INTEGER REFERENCES "rocpd_info_thread{{uuid}}" ("id"),
    "agent_id" INTEGER REFERENCES "rocpd_info_agent{{uuid}}" ("id"),
    "type" TEXT CHECK ("type" IN ('ALLOC', 'FREE', 'REALLOC', 'RECLAIM')),
    "level" TEXT CHECK ("level" IN ('REAL', 'VIRTUAL', 'SCRATCH')),
    "start" BIGINT NOT NULL,
    "end" BIGINT NOT NULL,
    "address" INTEGER,
    "size" INTEGER NOT NULL,
    "queue_id" INTEGER REFERENCES "rocpd_info_queue{{uuid}}" ("id"),
    "stream_id" INTEGER REFERENCES "rocpd_info_stream{{uuid}}" ("id"),
    "event_id" INTEGER REFERENCES "rocpd_event{{uuid}}" ("id"),
    "extdata" JSONB NOT NULL DEFAULT '{}',
    "guid" TEXT NOT NULL DEFAULT '{{guid}}'
);
-- since 3.0.2
CREATE TABLE "rocpd_graph_launch{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "tid" INTEGER REFERENCES "rocpd_info_thread{{uuid}}" ("id"),
    "agent_id" INTEGER REFERENCES "rocpd_info_agent{{uuid}}" ("id"),
    "queue_id" INTEGER REFERENCES "rocpd_info_queue{{uuid}}" ("id"),
    "start" BIGINT NOT NULL,
    "end" BIGINT NOT NULL,
    "graph_exec_id" INTEGER NOT NULL,
    "kernel_dispatch_count" INTEGER NOT NULL DEFAULT 0,
    "event_id" INTEGER REFERENCES "rocpd_event{{uuid}}" ("id"),
    "extdata" JSONB NOT NULL DEFAULT '{}',
    "guid" TEXT NOT NULL DEFAULT '{{guid}}'
);
-- since 3.0.4
CREATE TABLE "rocpd_hip_event{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "tid" INTEGER REFERENCES "rocpd_info_thread{{uuid}}" ("id"),
    "agent_id" INTEGER REFERENCES "rocpd_info_agent{{uuid}}" ("id"),
    "queue_id" INTEGER REFERENCES "rocpd_info_queue{{uuid}}" ("id"),
    "stream_id" INTEGER REFERENCES "rocpd_info_stream{{uuid}}" ("id"),
    "start" BIGINT NOT NULL,
    "end" BIGINT NOT NULL,
    "name_id" INTEGER NOT NULL REFERENCES "rocpd_string{{uuid}}" ("id"),
    "hip_event_handle" INTEGER NOT NULL,
    "source_queue_id" INTEGER,
    "event_id" INTEGER REFERENCES "rocpd_event{{uuid}}" ("id"),
    "extdata" JSONB NOT NULL DEFAULT '{}',
    "guid" TEXT NOT NULL DEFAULT '{{guid}}'
);
