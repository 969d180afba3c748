-- The tables and the views of a rocpd database of schema version 3, as documented for AMD's rocprofv3 (rocprofiler-sdk
-- 1.0.0, source/share/rocprofiler-sdk-rocpd). {{uuid}} ends the names of tables, {{guid}} marks their rows.
CREATE TABLE "rocpd_metadata{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "tag" TEXT NOT NULL, "value" TEXT NOT NULL
);
CREATE VIEW "rocpd_metadata" AS SELECT * FROM "rocpd_metadata{{uuid}}";
CREATE TABLE "rocpd_string{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}', "string" TEXT NOT NULL UNIQUE
);
CREATE VIEW "rocpd_string" AS SELECT * FROM "rocpd_string{{uuid}}";
CREATE TABLE "rocpd_info_node{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}', "hash" BIGINT NOT NULL UNIQUE,
    "machine_id" TEXT NOT NULL UNIQUE, "system_name" TEXT, "hostname" TEXT, "release" TEXT, "version" TEXT,
    "hardware_name" TEXT, "domain_name" TEXT
);
CREATE VIEW "rocpd_info_node" AS SELECT * FROM "rocpd_info_node{{uuid}}";
CREATE TABLE "rocpd_info_process{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"), "ppid" INTEGER, "pid" INTEGER NOT NULL,
    "init" BIGINT, "fini" BIGINT, "start" BIGINT, "end" BIGINT, "command" TEXT,
    "environment" JSONB NOT NULL DEFAULT '{}', "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_info_process" AS SELECT * FROM "rocpd_info_process{{uuid}}";
CREATE TABLE "rocpd_info_thread{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"), "ppid" INTEGER,
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"), "tid" INTEGER NOT NULL, "name" TEXT,
    "start" BIGINT, "end" BIGINT, "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_info_thread" AS SELECT * FROM "rocpd_info_thread{{uuid}}";
CREATE TABLE "rocpd_info_agent{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"), "type" TEXT, "absolute_index" INTEGER,
    "logical_index" INTEGER, "type_index" INTEGER, "uuid" INTEGER, "name" TEXT, "model_name" TEXT, "vendor_name" TEXT,
    "product_name" TEXT, "user_name" TEXT, "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_info_agent" AS SELECT * FROM "rocpd_info_agent{{uuid}}";
CREATE TABLE "rocpd_info_queue{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"), "name" TEXT,
    "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_info_queue" AS SELECT * FROM "rocpd_info_queue{{uuid}}";
CREATE TABLE "rocpd_info_stream{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"), "name" TEXT,
    "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_info_stream" AS SELECT * FROM "rocpd_info_stream{{uuid}}";
CREATE TABLE "rocpd_info_pmc{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "agent_id" INTEGER REFERENCES "rocpd_info_agent{{uuid}}" ("id"), "target_arch" TEXT, "event_code" INT,
    "instance_id" INTEGER, "name" TEXT NOT NULL, "symbol" TEXT NOT NULL, "description" TEXT,
    "long_description" TEXT DEFAULT '', "component" TEXT, "units" TEXT DEFAULT '', "value_type" TEXT, "block" TEXT,
    "expression" TEXT, "is_constant" INTEGER, "is_derived" INTEGER, "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_info_pmc" AS SELECT * FROM "rocpd_info_pmc{{uuid}}";
CREATE TABLE "rocpd_info_code_object{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "agent_id" INTEGER REFERENCES "rocpd_info_agent{{uuid}}" ("id"), "uri" TEXT, "load_base" BIGINT,
    "load_size" BIGINT, "load_delta" BIGINT, "storage_type" TEXT, "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_info_code_object" AS SELECT * FROM "rocpd_info_code_object{{uuid}}";
CREATE TABLE "rocpd_info_kernel_symbol{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "code_object_id" INTEGER NOT NULL REFERENCES "rocpd_info_code_object{{uuid}}" ("id"), "kernel_name" TEXT,
    "display_name" TEXT, "kernel_object" INTEGER, "kernarg_segment_size" INTEGER, "kernarg_segment_alignment" INTEGER,
    "group_segment_size" INTEGER, "private_segment_size" INTEGER, "sgpr_count" INTEGER, "arch_vgpr_count" INTEGER,
    "accum_vgpr_count" INTEGER, "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_info_kernel_symbol" AS SELECT * FROM "rocpd_info_kernel_symbol{{uuid}}";
CREATE TABLE "rocpd_track{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "tid" INTEGER REFERENCES "rocpd_info_thread{{uuid}}" ("id"),
    "name_id" INTEGER REFERENCES "rocpd_string{{uuid}}" ("id"), "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_track" AS SELECT * FROM "rocpd_track{{uuid}}";
CREATE TABLE "rocpd_event{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "category_id" INTEGER REFERENCES "rocpd_string{{uuid}}" ("id"), "stack_id" INTEGER, "parent_stack_id" INTEGER,
    "correlation_id" INTEGER, "call_stack" JSONB NOT NULL DEFAULT '{}', "line_info" JSONB NOT NULL DEFAULT '{}',
    "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_event" AS SELECT * FROM "rocpd_event{{uuid}}";
CREATE TABLE "rocpd_arg{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "event_id" INTEGER NOT NULL REFERENCES "rocpd_event{{uuid}}" ("id"), "position" INTEGER NOT NULL,
    "type" TEXT NOT NULL, "name" TEXT NOT NULL, "value" TEXT, "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_arg" AS SELECT * FROM "rocpd_arg{{uuid}}";
CREATE TABLE "rocpd_pmc_event{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "event_id" INTEGER REFERENCES "rocpd_event{{uuid}}" ("id"),
    "pmc_id" INTEGER NOT NULL REFERENCES "rocpd_info_pmc{{uuid}}" ("id"), "value" REAL DEFAULT 0.0,
    "extdata" JSONB DEFAULT '{}'
);
CREATE VIEW "rocpd_pmc_event" AS SELECT * FROM "rocpd_pmc_event{{uuid}}";
CREATE TABLE "rocpd_region{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "tid" INTEGER NOT NULL REFERENCES "rocpd_info_thread{{uuid}}" ("id"), "start" BIGINT NOT NULL,
    "end" BIGINT NOT NULL, "name_id" INTEGER NOT NULL REFERENCES "rocpd_string{{uuid}}" ("id"),
    "event_id" INTEGER REFERENCES "rocpd_event{{uuid}}" ("id"), "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_region" AS SELECT * FROM "rocpd_region{{uuid}}";
CREATE TABLE "rocpd_sample{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "track_id" INTEGER NOT NULL REFERENCES "rocpd_track{{uuid}}" ("id"), "timestamp" BIGINT NOT NULL,
    "event_id" INTEGER REFERENCES "rocpd_event{{uuid}}" ("id"), "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_sample" AS SELECT * FROM "rocpd_sample{{uuid}}";
CREATE TABLE "rocpd_kernel_dispatch{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "tid" INTEGER REFERENCES "rocpd_info_thread{{uuid}}" ("id"),
    "agent_id" INTEGER NOT NULL REFERENCES "rocpd_info_agent{{uuid}}" ("id"),
    "kernel_id" INTEGER NOT NULL REFERENCES "rocpd_info_kernel_symbol{{uuid}}" ("id"), "dispatch_id" INTEGER NOT NULL,
    "queue_id" INTEGER NOT NULL REFERENCES "rocpd_info_queue{{uuid}}" ("id"),
    "stream_id" INTEGER NOT NULL REFERENCES "rocpd_info_stream{{uuid}}" ("id"), "start" BIGINT NOT NULL,
    "end" BIGINT NOT NULL, "private_segment_size" INTEGER, "group_segment_size" INTEGER,
    "workgroup_size_x" INTEGER NOT NULL, "workgroup_size_y" INTEGER NOT NULL, "workgroup_size_z" INTEGER NOT NULL,
    "grid_size_x" INTEGER NOT NULL, "grid_size_y" INTEGER NOT NULL, "grid_size_z" INTEGER NOT NULL,
    "region_name_id" INTEGER REFERENCES "rocpd_string{{uuid}}" ("id"),
    "event_id" INTEGER REFERENCES "rocpd_event{{uuid}}" ("id"), "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_kernel_dispatch" AS SELECT * FROM "rocpd_kernel_dispatch{{uuid}}";
CREATE TABLE "rocpd_memory_copy{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "tid" INTEGER REFERENCES "rocpd_info_thread{{uuid}}" ("id"), "start" BIGINT NOT NULL, "end" BIGINT NOT NULL,
    "name_id" INTEGER NOT NULL REFERENCES "rocpd_string{{uuid}}" ("id"),
    "dst_agent_id" INTEGER REFERENCES "rocpd_info_agent{{uuid}}" ("id"), "dst_address" INTEGER,
    "src_agent_id" INTEGER REFERENCES "rocpd_info_agent{{uuid}}" ("id"), "src_address" INTEGER,
    "size" INTEGER NOT NULL, "queue_id" INTEGER REFERENCES "rocpd_info_queue{{uuid}}" ("id"),
    "stream_id" INTEGER REFERENCES "rocpd_info_stream{{uuid}}" ("id"),
    "region_name_id" INTEGER REFERENCES "rocpd_string{{uuid}}" ("id"),
    "event_id" INTEGER REFERENCES "rocpd_event{{uuid}}" ("id"), "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_memory_copy" AS SELECT * FROM "rocpd_memory_copy{{uuid}}";
CREATE TABLE "rocpd_memory_allocate{{uuid}}" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT '{{guid}}',
    "nid" INTEGER NOT NULL REFERENCES "rocpd_info_node{{uuid}}" ("id"),
    "pid" INTEGER NOT NULL REFERENCES "rocpd_info_process{{uuid}}" ("id"),
    "tid" INTEGER REFERENCES "rocpd_info_thread{{uuid}}" ("id"),
    "agent_id" INTEGER REFERENCES "rocpd_info_agent{{uuid}}" ("id"), "type" TEXT, "level" TEXT,
    "start" BIGINT NOT NULL, "end" BIGINT NOT NULL, "address" INTEGER, "size" INTEGER NOT NULL,
    "queue_id" INTEGER REFERENCES "rocpd_info_queue{{uuid}}" ("id"),
    "stream_id" INTEGER REFERENCES "rocpd_info_stream{{uuid}}" ("id"),
    "event_id" INTEGER REFERENCES "rocpd_event{{uuid}}" ("id"), "extdata" JSONB NOT NULL DEFAULT '{}'
);
CREATE VIEW "rocpd_memory_allocate" AS SELECT * FROM "rocpd_memory_allocate{{uuid}}";
CREATE VIEW "processes" AS SELECT N.id AS nid, N.machine_id, N.system_name, N.hostname, N.release AS system_release,
    N.version AS system_version, P.guid, P.ppid, P.pid, P.init, P.start, P.end, P.fini, P.command
    FROM rocpd_info_process P INNER JOIN rocpd_info_node N ON N.id = P.nid AND N.guid = P.guid;
CREATE VIEW "regions" AS SELECT R.id, R.guid,
    (SELECT string FROM rocpd_string S WHERE S.id = E.category_id AND S.guid = E.guid) AS category, S.string AS name,
    R.nid, P.pid, T.tid, R.start, R.end, (R.end - R.start) AS duration, R.event_id, E.stack_id, E.parent_stack_id,
    E.correlation_id AS corr_id, E.extdata, E.call_stack, E.line_info
    FROM rocpd_region R INNER JOIN rocpd_event E ON E.id = R.event_id AND E.guid = R.guid
    INNER JOIN rocpd_string S ON S.id = R.name_id AND S.guid = R.guid
    INNER JOIN rocpd_info_process P ON P.id = R.pid AND P.guid = R.guid
    INNER JOIN rocpd_info_thread T ON T.id = R.tid AND T.guid = R.guid;
CREATE VIEW "regions_and_samples" AS SELECT * FROM regions UNION ALL SELECT M.id, M.guid,
    (SELECT string FROM rocpd_string S WHERE S.id = E.category_id AND S.guid = E.guid), S.string, K.nid, P.pid, T.tid,
    M.timestamp, M.timestamp, 0, M.event_id, E.stack_id, E.parent_stack_id, E.correlation_id, E.extdata, E.call_stack, E.line_info
    FROM rocpd_sample M INNER JOIN rocpd_track K ON K.id = M.track_id AND K.guid = M.guid
    INNER JOIN rocpd_event E ON E.id = M.event_id AND E.guid = M.guid
    INNER JOIN rocpd_string S ON S.id = K.name_id AND S.guid = K.guid
    INNER JOIN rocpd_info_process P ON P.id = K.pid AND P.guid = K.guid
    INNER JOIN rocpd_info_thread T ON T.id = K.tid AND T.guid = K.guid;
CREATE VIEW "kernels" AS SELECT K.id, K.guid, T.tid, S.display_name AS name, K.nid, P.pid, A.absolute_index AS agent_abs_index,
    K.dispatch_id, K.stream_id, K.queue_id, Q.name AS queue, ST.name AS stream, K.start, K.end, (K.end - K.start) AS duration
    FROM rocpd_kernel_dispatch K INNER JOIN rocpd_info_agent A ON A.id = K.agent_id AND A.guid = K.guid
    INNER JOIN rocpd_info_kernel_symbol S ON S.id = K.kernel_id AND S.guid = K.guid
    INNER JOIN rocpd_info_queue Q ON Q.id = K.queue_id AND Q.guid = K.guid
    LEFT JOIN rocpd_info_stream ST ON ST.id = K.stream_id AND ST.guid = K.guid
    INNER JOIN rocpd_info_process P ON P.id = K.pid AND P.guid = K.guid
    INNER JOIN rocpd_info_thread T ON T.id = K.tid AND T.guid = K.guid;
CREATE VIEW "memory_copies" AS SELECT C.id, C.guid, P.pid, T.tid, C.start, C.end, (C.end - C.start) AS duration, S.string AS name,
    C.size, D.name AS dst_device, D.absolute_index AS dst_agent_abs_index, F.name AS src_device,
    F.absolute_index AS src_agent_abs_index
    FROM rocpd_memory_copy C INNER JOIN rocpd_string S ON S.id = C.name_id AND S.guid = C.guid
    LEFT JOIN rocpd_info_agent D ON D.id = C.dst_agent_id AND D.guid = C.guid
    LEFT JOIN rocpd_info_agent F ON F.id = C.src_agent_id AND F.guid = C.guid
    INNER JOIN rocpd_info_process P ON P.id = C.pid AND P.guid = C.guid
    INNER JOIN rocpd_info_thread T ON T.id = C.tid AND T.guid = C.guid;
CREATE VIEW "memory_allocations" AS SELECT M.id, M.guid, P.pid, M.start, M.end, (M.end - M.start) AS duration, M.type, M.level,
    M.address, M.size FROM rocpd_memory_allocate M INNER JOIN rocpd_info_process P ON P.id = M.pid AND P.guid = M.guid;
CREATE VIEW "top_kernels" AS SELECT name, COUNT(*) AS total_calls, SUM(duration) / 1000.0 AS total_duration FROM kernels GROUP BY name
    ORDER BY total_duration DESC;
