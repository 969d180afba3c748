-- 3.0.0
INSERT INTO "rocpd_info_pmc{{uuid}}" (id, nid, pid, agent_id, name, symbol) VALUES (1, 77, {{pid}}, 1, 'SQ_WAVES', 'SQ_WAVES');
INSERT INTO "rocpd_pmc_event{{uuid}}" (id, event_id, pmc_id, value) VALUES (1, 3, 1, 2.5), (2, 3, 1, 1.5);
-- 3.0.2
UPDATE "rocpd_kernel_dispatch{{uuid}}" SET graph_exec_id = 11, graph_node_id = 12;
UPDATE "rocpd_memory_copy{{uuid}}" SET graph_exec_id = 13, graph_node_id = 14;
INSERT INTO "rocpd_graph_launch{{uuid}}" (id, nid, pid, tid, agent_id, queue_id, start, end, graph_exec_id, kernel_dispatch_count,
    event_id) VALUES (1, 77, {{pid}}, 8, 1, 3, 500, 900, 11, 4, 5);
-- 3.0.3
INSERT INTO "rocpd_track{{uuid}}" (id, nid, pid, tid) VALUES (9, 77, {{pid}}, 8);
INSERT INTO "rocpd_sample{{uuid}}" (id, track_id, timestamp, event_id) VALUES (9, 9, 10500, 3);
INSERT INTO "rocpd_pmc_event{{uuid}}" (id, event_id, pmc_id, value, sample_id, xcc, shader_engine, instance)
    VALUES (3, 3, 1, 7.0, 9, 1, 2, 3);
-- 3.0.4
INSERT INTO "rocpd_hip_event{{uuid}}" (id, nid, pid, tid, agent_id, queue_id, stream_id, start, end, name_id, hip_event_handle,
    source_queue_id, event_id) VALUES (1, 77, {{pid}}, 8, 1, 3, 2, 600, 650, 10, 4242, 3, 9);
-- 3.0.5
UPDATE "rocpd_kernel_dispatch{{uuid}}" SET replay_pass = 6;
