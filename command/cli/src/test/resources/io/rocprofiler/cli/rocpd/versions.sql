-- What each version adds to schema.sql, as documented for AMD's releases up to rocprofiler-sdk 1.4.1 (CHANGELOG.md and
-- source/share/rocprofiler-sdk-rocpd), and on branches after it: 3.0.5, samples of PCs, and tracks, 4.1.0.
-- 3.0.1
-- 3.0.2
ALTER TABLE "rocpd_kernel_dispatch{{uuid}}" ADD COLUMN "graph_exec_id" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "rocpd_kernel_dispatch{{uuid}}" ADD COLUMN "graph_node_id" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "rocpd_memory_copy{{uuid}}" ADD COLUMN "graph_exec_id" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "rocpd_memory_copy{{uuid}}" ADD COLUMN "graph_node_id" INTEGER NOT NULL DEFAULT 0;
CREATE TABLE "rocpd_graph_launch{{uuid}}" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT "{{guid}}",
    "nid" INTEGER NOT NULL, "pid" INTEGER NOT NULL, "tid" INTEGER, "agent_id" INTEGER, "queue_id" INTEGER,
    "start" BIGINT NOT NULL, "end" BIGINT NOT NULL, "graph_exec_id" INTEGER NOT NULL,
    "kernel_dispatch_count" INTEGER NOT NULL DEFAULT 0, "event_id" INTEGER, "extdata" JSONB NOT NULL DEFAULT "{}");
CREATE VIEW "rocpd_graph_launch" AS SELECT * FROM "rocpd_graph_launch{{uuid}}";
-- 3.0.3
ALTER TABLE "rocpd_pmc_event{{uuid}}" ADD COLUMN "sample_id" INTEGER;
ALTER TABLE "rocpd_pmc_event{{uuid}}" ADD COLUMN "xcc" INTEGER;
ALTER TABLE "rocpd_pmc_event{{uuid}}" ADD COLUMN "shader_engine" INTEGER;
ALTER TABLE "rocpd_pmc_event{{uuid}}" ADD COLUMN "instance" INTEGER;
ALTER TABLE "rocpd_info_pmc{{uuid}}" ADD COLUMN "spm_support" INTEGER;
-- 3.0.4
CREATE TABLE "rocpd_hip_event{{uuid}}" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT "{{guid}}",
    "nid" INTEGER NOT NULL, "pid" INTEGER NOT NULL, "tid" INTEGER, "agent_id" INTEGER, "queue_id" INTEGER, "stream_id" INTEGER,
    "start" BIGINT NOT NULL, "end" BIGINT NOT NULL, "name_id" INTEGER NOT NULL, "hip_event_handle" INTEGER NOT NULL,
    "source_queue_id" INTEGER, "event_id" INTEGER, "extdata" JSONB NOT NULL DEFAULT "{}");
CREATE VIEW "rocpd_hip_event" AS SELECT * FROM "rocpd_hip_event{{uuid}}";
-- 3.0.5
ALTER TABLE "rocpd_pmc_event{{uuid}}" ADD COLUMN "shader_array" INTEGER;
ALTER TABLE "rocpd_pmc_event{{uuid}}" ADD COLUMN "wgp" INTEGER;
ALTER TABLE "rocpd_kernel_dispatch{{uuid}}" ADD COLUMN "replay_pass" INTEGER;
-- 3.0.6
ALTER TABLE "rocpd_event{{uuid}}" ADD COLUMN "parent_id" INTEGER;
CREATE TABLE "rocpd_gpu_pc_sample{{uuid}}" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT "{{guid}}",
    "timestamp" BIGINT NOT NULL, "dispatch_id" INTEGER, "exec_mask" TEXT, "code_object_id" INTEGER, "code_object_offset" INTEGER,
    "agent_id" INTEGER, "tid" INTEGER, "event_id" INTEGER, "wave_issued" INTEGER, "inst_type" INTEGER, "stall_reason" INTEGER,
    "wave_count" INTEGER);
CREATE VIEW "rocpd_gpu_pc_sample" AS SELECT * FROM "rocpd_gpu_pc_sample{{uuid}}";
CREATE TABLE "rocpd_blob_event{{uuid}}" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "event_id" INTEGER NOT NULL, "blob" BLOB);
CREATE VIEW "rocpd_blob_event" AS SELECT * FROM "rocpd_blob_event{{uuid}}";
CREATE VIEW "rocpd_gpu_pc_sample_named" AS SELECT "id", "guid", "timestamp", 'stall ' || "stall_reason" AS "stall_reason"
    FROM "rocpd_gpu_pc_sample";
-- 4.1.0
ALTER TABLE "rocpd_track{{uuid}}" ADD COLUMN "agent_id" INTEGER;
ALTER TABLE "rocpd_track{{uuid}}" ADD COLUMN "queue_id" INTEGER;
ALTER TABLE "rocpd_track{{uuid}}" ADD COLUMN "stream_id" INTEGER;
CREATE TABLE "moved" AS SELECT "id" + 1000 AS "track_id", * FROM "rocpd_region{{uuid}}";
INSERT INTO "rocpd_track{{uuid}}" ("id", "nid", "pid", "tid") SELECT "track_id", "nid", "pid", "tid" FROM "moved";
DROP TABLE "rocpd_region{{uuid}}";
CREATE TABLE "rocpd_region{{uuid}}" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT "{{guid}}",
    "track_id" INTEGER NOT NULL, "start" BIGINT NOT NULL, "end" BIGINT NOT NULL, "name_id" INTEGER NOT NULL, "event_id" INTEGER,
    "extdata" JSONB NOT NULL DEFAULT "{}");
INSERT INTO "rocpd_region{{uuid}}" ("id", "track_id", "start", "end", "name_id", "event_id")
    SELECT "id", "track_id", "start", "end", "name_id", "event_id" FROM "moved";
DROP TABLE "moved";
CREATE TABLE "moved" AS SELECT "id" + 2000 AS "track_id", * FROM "rocpd_kernel_dispatch{{uuid}}";
INSERT INTO "rocpd_track{{uuid}}" ("id", "nid", "pid", "tid", "agent_id", "queue_id", "stream_id")
    SELECT "track_id", "nid", "pid", "tid", "agent_id", "queue_id", "stream_id" FROM "moved";
DROP TABLE "rocpd_kernel_dispatch{{uuid}}";
CREATE TABLE "rocpd_kernel_dispatch{{uuid}}" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT "{{guid}}",
    "track_id" INTEGER NOT NULL, "kernel_id" INTEGER NOT NULL, "dispatch_id" INTEGER NOT NULL, "start" BIGINT NOT NULL,
    "end" BIGINT NOT NULL, "private_segment_size" INTEGER, "group_segment_size" INTEGER, "workgroup_size_x" INTEGER NOT NULL,
    "workgroup_size_y" INTEGER NOT NULL, "workgroup_size_z" INTEGER NOT NULL, "grid_size_x" INTEGER NOT NULL,
    "grid_size_y" INTEGER NOT NULL, "grid_size_z" INTEGER NOT NULL, "region_name_id" INTEGER, "event_id" INTEGER,
    "extdata" JSONB NOT NULL DEFAULT "{}");
INSERT INTO "rocpd_kernel_dispatch{{uuid}}" SELECT "id", "guid", "track_id", "kernel_id", "dispatch_id", "start", "end",
    "private_segment_size", "group_segment_size", "workgroup_size_x", "workgroup_size_y", "workgroup_size_z", "grid_size_x",
    "grid_size_y", "grid_size_z", "region_name_id", "event_id", "extdata" FROM "moved";
DROP TABLE "moved";
CREATE TABLE "rocpd_source_code{{uuid}}" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "guid" TEXT NOT NULL DEFAULT "{{guid}}",
    "file" TEXT NOT NULL, "line" INTEGER NOT NULL);
CREATE VIEW "rocpd_source_code" AS SELECT * FROM "rocpd_source_code{{uuid}}";
