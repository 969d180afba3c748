-- One process: a range with a kernel and a copy in it, as rocprofv3 of AMD's release 1.0.0 fills the tables.
-- {{pid}} is its id, and the kernel takes {{kernel}} ns.
INSERT INTO "rocpd_metadata{{uuid}}" (tag, value) VALUES ('schema_version', '3'), ('uuid', '{{uuid}}'), ('guid', '{{guid}}');
INSERT INTO "rocpd_string{{uuid}}" (id, string) VALUES (1, ''), (2, 'HIP_RUNTIME_API_EXT'), (3, 'hipLaunchKernel'),
    (4, 'MARKER_CORE_RANGE_API'), (5, 'roctxThreadRangeA'), (6, 'KERNEL_DISPATCH'), (7, 'MEMORY_COPY'),
    (8, 'MEMORY_COPY_HOST_TO_DEVICE'), (9, 'MEMORY_ALLOCATION'), (10, 'hipDeviceSynchronize'), (11, 'hipFromTheFuture'),
    (12, 'pthread'), (13, 'pthread_mutex_lock'), (14, 'step');
INSERT INTO "rocpd_info_node{{uuid}}" (id, hash, machine_id, system_name, hostname, release, version, hardware_name, domain_name)
    VALUES (77, 777, 'f00d', 'Linux', 'gpunode7', '6.8', '#1', 'x86_64', 'cluster');
INSERT INTO "rocpd_info_process{{uuid}}" (id, nid, ppid, pid, init, fini, start, end, command)
    VALUES ({{pid}}, 77, 1, {{pid}}, 1000, 90000, 1000, 90000, './app --size 4');
INSERT INTO "rocpd_info_thread{{uuid}}" (id, nid, ppid, pid, tid) VALUES ({{pid}}, 77, 1, {{pid}}, {{pid}}), (8, 77, 1, {{pid}}, 8);
INSERT INTO "rocpd_info_agent{{uuid}}" (id, nid, pid, type, absolute_index, logical_index, type_index, uuid, name, model_name,
    vendor_name, product_name, user_name, extdata) VALUES
    (0, 77, {{pid}}, 'CPU', 0, 0, 0, 0, 'EPYC', '', 'CPU', 'EPYC', 'EPYC', '{"id": {"handle": 111}, "cpu_cores_count": 64}'),
    (1, 77, {{pid}}, 'GPU', 1, 1, 0, 29772, 'gfx942', 'aqua_vanjaram', 'AMD', 'MI300X', 'MI300X',
    '{"id": {"handle": 222}, "cu_count": 304, "grid_max_dim": {"x": 7, "y": 8, "z": 9}}');
INSERT INTO "rocpd_info_queue{{uuid}}" (id, nid, pid, name) VALUES (0, 77, {{pid}}, 'Default Queue'), (3, 77, {{pid}}, 'Queue 0');
INSERT INTO "rocpd_info_stream{{uuid}}" (id, nid, pid, name) VALUES (0, 77, {{pid}}, 'Default Stream'), (2, 77, {{pid}}, 'Stream 0');
INSERT INTO "rocpd_info_code_object{{uuid}}" (id, nid, pid, agent_id, uri, load_base, load_size, load_delta)
    VALUES (1, 77, {{pid}}, 1, 'file:///app#offset=1&size=2', 4096, 8192, 16);
INSERT INTO "rocpd_info_kernel_symbol{{uuid}}" (id, nid, pid, code_object_id, kernel_name, display_name, kernel_object,
    group_segment_size, private_segment_size, sgpr_count, arch_vgpr_count, accum_vgpr_count)
    VALUES (5, 77, {{pid}}, 1, '_Z4gemmPf.kd', 'gemm(float*)', 12288, 64, 32, 48, 24, 8);
INSERT INTO "rocpd_track{{uuid}}" (id, nid, pid, tid, name_id) VALUES (1, 77, {{pid}}, 8, 4);
INSERT INTO "rocpd_event{{uuid}}" (id, category_id, stack_id, parent_stack_id, correlation_id, extdata) VALUES
    (1, 4, 1, 0, 0, '{"message": "epoch \"1\""}'), (2, 2, 2, 1, 0, '{}'), (3, 6, 2, 2, 9, '{}'), (4, 7, 3, 3, 0, '{}'),
    (5, 2, 4, 1, 0, '{}'), (6, 4, 5, 0, 0, '{"message": "here"}'), (7, 9, 6, 0, 0, '{}'), (8, 9, 7, 0, 0, '{}'),
    (9, 2, 8, 0, 0, '{}'), (10, 12, NULL, NULL, NULL, '{}'), (11, 12, NULL, NULL, NULL, '{}');
INSERT INTO "rocpd_arg{{uuid}}" (event_id, position, type, name, value) VALUES (2, 0, 'PKv', 'function_address', '0x401000');
INSERT INTO "rocpd_region{{uuid}}" (id, nid, pid, tid, start, end, name_id, event_id) VALUES
    (1, 77, {{pid}}, {{pid}}, 2000, 80000, 5, 1), (2, 77, {{pid}}, {{pid}}, 3000, 4000, 3, 2), (4, 77, {{pid}}, {{pid}}, 5000, 70000, 10, 5),
    (8, 77, {{pid}}, {{pid}}, 71000, 71500, 11, 9), (10, 77, {{pid}}, 8, 72000, 72400, 13, 10), (11, 77, {{pid}}, 8, 73000, 73400, 13, 11);
INSERT INTO "rocpd_sample{{uuid}}" (id, track_id, timestamp, event_id) VALUES (5, 1, 2500, 6);
INSERT INTO "rocpd_kernel_dispatch{{uuid}}" (id, nid, pid, tid, agent_id, kernel_id, dispatch_id, queue_id, stream_id, start, end,
    private_segment_size, group_segment_size, workgroup_size_x, workgroup_size_y, workgroup_size_z, grid_size_x, grid_size_y,
    grid_size_z, region_name_id, event_id)
    VALUES (1, 77, {{pid}}, {{pid}}, 1, 5, 1, 3, 2, 10000, 10000 + {{kernel}}, 32, 64, 256, 1, 1, 1024, 2, 1, 14, 3);
INSERT INTO "rocpd_memory_copy{{uuid}}" (id, nid, pid, tid, start, end, name_id, dst_agent_id, dst_address, src_agent_id, src_address,
    size, stream_id, event_id) VALUES (1, 77, {{pid}}, {{pid}}, 6000, 8000, 8, 1, 100, 0, 200, 4096, 2, 4);
INSERT INTO "rocpd_memory_allocate{{uuid}}" (id, nid, pid, tid, agent_id, type, level, start, end, address, size, stream_id, event_id) VALUES
    (1, 77, {{pid}}, {{pid}}, 1, 'ALLOC', 'REAL', 2100, 2200, 140000, 65536, 2, 7),
    (2, 77, {{pid}}, {{pid}}, NULL, 'FREE', 'REAL', 79000, 79100, 140000, 0, 2, 8);
