-- The files that `rocpd convert -f csv` writes, as AMD's does (package rocpd of rocprofiler-sdk 1.4.1): the name of each, the
-- view that it is of, and SQL. Files without rows, and those of views that a version of the schema does not have, are not
-- written. {{agent}} is how an agent is called, with a beginning of its columns' names; {{kernel}} a kernel.
-- kernel_trace kernels
SELECT "guid" AS "Guid", "category" AS "Kind", {{agent}} AS "Agent_Id", "queue_id" AS "Queue_Id", "stream_id" AS "Stream_Id",
    "graph_exec_id" AS "Graph_Exec_Id", "graph_node_id" AS "Graph_Node_Id", -- where there is "graph_exec_id"
    "tid" AS "Thread_Id", "dispatch_id" AS "Dispatch_Id", "kernel_id" AS "Kernel_Id", {{kernel}} AS "Kernel_Name", "stack_id" AS "Correlation_Id",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "start" END AS "Start_Timestamp",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "end" END AS "End_Timestamp",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "duration" END AS "Duration",
    ("lds_size" + 511) / 512 * 512 AS "Lds_Block_Size", "scratch_size" AS "Scratch_Size", "vgpr_count" AS "Vgpr_Count", "accum_vgpr_count" AS "Accum_Vgpr_Count",
    "sgpr_count" AS "Sgpr_Count", "workgroup_x" AS "Workgroup_Size_X", "workgroup_y" AS "Workgroup_Size_Y",
    "workgroup_z" AS "Workgroup_Size_Z", "grid_x" AS "Grid_Size_X", "grid_y" AS "Grid_Size_Y", "grid_z" AS "Grid_Size_Z"
FROM "kernels" ORDER BY "guid", "start", "id"
;
-- memory_copy_trace memory_copies
SELECT "guid" AS "Guid", "category" AS "Kind", "name" AS "Direction", "stream_id" AS "Stream_Id",
    "graph_exec_id" AS "Graph_Exec_Id", "graph_node_id" AS "Graph_Node_Id", -- where there is "graph_exec_id"
    {{agent src_}} AS "Source_Agent_Id", {{agent dst_}} AS "Destination_Agent_Id", "stack_id" AS "Correlation_Id",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "start" END AS "Start_Timestamp",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "end" END AS "End_Timestamp"
FROM "memory_copies" ORDER BY "guid", "start", "id"
;
-- memory_allocation_trace memory_allocations
SELECT "guid" AS "Guid", "category" AS "Kind", CASE "level" WHEN 'VIRTUAL' THEN 'MEMORY_ALLOCATION_VMEM_' ELSE 'MEMORY_ALLOCATION_' END
    || CASE "type" WHEN 'ALLOC' THEN 'ALLOCATE' ELSE "type" END AS "Operation", {{agent}} AS "Agent_Id",
    "size" AS "Allocation_Size", printf('0x%016x', "address") AS "Address", "stack_id" AS "Correlation_Id",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "start" END AS "Start_Timestamp",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "end" END AS "End_Timestamp"
FROM "memory_allocations" WHERE "level" <> 'SCRATCH' ORDER BY "guid", "start", "id"
;
-- scratch_memory_trace scratch_memory
SELECT "guid" AS "Guid", "category" AS "Kind", 'SCRATCH_MEMORY_' || CASE "operation" WHEN 'RECLAIM' THEN 'ASYNC_RECLAIM' ELSE "operation" END
    AS "Operation", {{agent}} AS "Agent_Id", "queue_id" AS "Queue_Id", "tid" AS "Thread_Id", "alloc_flags" AS "Alloc_Flags",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "start" END AS "Start_Timestamp",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "end" END AS "End_Timestamp",
    "size" AS "Allocation_Size"
FROM "scratch_memory" ORDER BY "guid", "start", "id"
;
-- regions_trace regions_and_samples
SELECT "guid" AS "Guid", "category" AS "Domain",
    CASE WHEN "category" GLOB 'MARKER_CORE*' THEN coalesce(json_extract("extdata", '$.message'), "name") ELSE "name" END AS "Function",
    "pid" AS "Process_Id", "tid" AS "Thread_Id", "stack_id" AS "Correlation_Id",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "start" END AS "Start_Timestamp",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "end" END AS "End_Timestamp"
FROM "regions_and_samples" ORDER BY "guid", "start", "id"
;
-- graph_launch_trace graph_launches
SELECT "guid" AS "Guid", 'Graph Launch' AS "Kind", {{agent}} AS "Agent_Id", "queue_id" AS "Queue_Id", "tid" AS "Thread_Id",
    "stack_id" AS "Correlation_Id",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "start" END AS "Start_Timestamp",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "end" END AS "End_Timestamp",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "duration" END AS "Duration",
    "graph_exec_id" AS "Graph_Exec_Id", "kernel_dispatch_count" AS "Kernel_Dispatch_Count"
FROM "graph_launches" ORDER BY "guid", "start", "id"
;
-- hip_event_trace hip_events
SELECT "guid" AS "Guid", 'HIP_EVENT' AS "Kind", "name" AS "Operation", {{agent}} AS "Agent_Id", "queue_id" AS "Queue_Id",
    "stream_id" AS "Stream_Id", "tid" AS "Thread_Id", "hip_event_handle" AS "Event_Handle", "source_queue_id" AS "Source_Queue_Id",
    "stack_id" AS "Correlation_Id",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "start" END AS "Start_Timestamp",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "end" END AS "End_Timestamp",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "duration" END AS "Duration"
FROM "hip_events" ORDER BY "guid", "start", "id"
;
-- counter_collection_trace counters_collection
SELECT "guid" AS "Guid", "stack_id" AS "Correlation_Id", "dispatch_id" AS "Dispatch_Id",
    (SELECT k."replay_pass" FROM "rocpd_kernel_dispatch" k WHERE k."event_id" = c."event_id" AND k."guid" = c."guid") AS "Replay_Pass", -- where there is "replay_pass"
    {{agent}} AS "Agent_Id", "queue_id" AS "Queue_Id", "pid" AS "Process_Id", "tid" AS "Thread_Id", "grid_size" AS "Grid_Size",
    "kernel_id" AS "Kernel_Id", {{counted kernel}} AS "Kernel_Name", "workgroup_size" AS "Workgroup_Size",
    ("lds_block_size" + 511) / 512 * 512 AS "Lds_Block_Size", "scratch_size" AS "Scratch_Size", "vgpr_count" AS "Vgpr_Count",
    "accum_vgpr_count" AS "Accum_Vgpr_Count", "sgpr_count" AS "Sgpr_Count",
    "counter_name" AS "Counter_Name", "value" AS "Counter_Value",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "start" END AS "Start_Timestamp",
    CASE WHEN "end" >= "start" AND ("end" <> 0 OR "start" <> 0) THEN "end" END AS "End_Timestamp"
FROM "counters_collection" c ORDER BY "guid", "start", "id"
;
-- spm_counter_collection_trace spm_counters
SELECT "guid" AS "Guid", "stack_id" AS "Correlation_Id", "dispatch_id" AS "Dispatch_Id",
    (SELECT k."replay_pass" FROM "rocpd_kernel_dispatch" k WHERE k."event_id" = c."event_id" AND k."guid" = c."guid") AS "Replay_Pass", -- where there is "replay_pass"
    {{agent}} AS "Agent_Id", "queue_id" AS "Queue_Id", "pid" AS "Process_Id", "tid" AS "Thread_Id", "grid_size" AS "Grid_Size",
    "kernel_id" AS "Kernel_Id", {{counted kernel}} AS "Kernel_Name", "workgroup_size" AS "Workgroup_Size",
    ("lds_block_size" + 511) / 512 * 512 AS "Lds_Block_Size", "scratch_size" AS "Scratch_Size", "vgpr_count" AS "Vgpr_Count",
    "accum_vgpr_count" AS "Accum_Vgpr_Count", "sgpr_count" AS "Sgpr_Count",
    "counter_name" || '[XCC: ' || coalesce("xcc", 0) || ', SE: ' || coalesce("shader_engine", 0) || ', Instance: '
    || coalesce("instance", 0) || ']' AS "Counter_Name", "value" AS "Counter_Value", "timestamp" AS "Timestamp"
FROM "spm_counters" c ORDER BY "guid", "timestamp", "id"
;
-- agent_info rocpd_info_agent
SELECT "guid" AS "Guid",
    "absolute_index" AS "Node_Id",
    "logical_index" AS "Logical_Node_Id",
    "type" AS "Agent_Type",
    json_extract("extdata", '$.cpu_cores_count') AS "Cpu_Cores_Count",
    json_extract("extdata", '$.simd_count') AS "Simd_Count",
    json_extract("extdata", '$.cpu_core_id_base') AS "Cpu_Core_Id_Base",
    json_extract("extdata", '$.simd_id_base') AS "Simd_Id_Base",
    json_extract("extdata", '$.max_waves_per_simd') AS "Max_Waves_Per_Simd",
    json_extract("extdata", '$.lds_size_in_kb') AS "Lds_Size_In_Kb",
    json_extract("extdata", '$.gds_size_in_kb') AS "Gds_Size_In_Kb",
    json_extract("extdata", '$.num_gws') AS "Num_Gws",
    json_extract("extdata", '$.wave_front_size') AS "Wave_Front_Size",
    json_extract("extdata", '$.num_xcc') AS "Num_Xcc",
    json_extract("extdata", '$.cu_count') AS "Cu_Count",
    json_extract("extdata", '$.array_count') AS "Array_Count",
    json_extract("extdata", '$.num_shader_banks') AS "Num_Shader_Banks",
    json_extract("extdata", '$.simd_arrays_per_engine') AS "Simd_Arrays_Per_Engine",
    json_extract("extdata", '$.cu_per_simd_array') AS "Cu_Per_Simd_Array",
    json_extract("extdata", '$.simd_per_cu') AS "Simd_Per_Cu",
    json_extract("extdata", '$.max_slots_scratch_cu') AS "Max_Slots_Scratch_Cu",
    json_extract("extdata", '$.gfx_target_version') AS "Gfx_Target_Version",
    json_extract("extdata", '$.vendor_id') AS "Vendor_Id",
    json_extract("extdata", '$.device_id') AS "Device_Id",
    json_extract("extdata", '$.location_id') AS "Location_Id",
    json_extract("extdata", '$.domain') AS "Domain",
    json_extract("extdata", '$.drm_render_minor') AS "Drm_Render_Minor",
    json_extract("extdata", '$.num_sdma_engines') AS "Num_Sdma_Engines",
    json_extract("extdata", '$.num_sdma_xgmi_engines') AS "Num_Sdma_Xgmi_Engines",
    json_extract("extdata", '$.num_sdma_queues_per_engine') AS "Num_Sdma_Queues_Per_Engine",
    json_extract("extdata", '$.num_cp_queues') AS "Num_Cp_Queues",
    json_extract("extdata", '$.max_engine_clk_ccompute') AS "Max_Engine_Clk_Ccompute",
    json_extract("extdata", '$.max_engine_clk_fcompute') AS "Max_Engine_Clk_Fcompute",
    json_extract("extdata", '$.sdma_fw_version.uCodeSDMA') AS "Sdma_Fw_Version",
    json_extract("extdata", '$.fw_version.uCode') AS "Fw_Version",
    json_extract("extdata", '$.capability.HotPluggable') AS "Cap_HotPluggable",
    json_extract("extdata", '$.capability.HSAMMUPresent') AS "Cap_HSAMMUPresent",
    json_extract("extdata", '$.capability.SharedWithGraphics') AS "Cap_SharedWithGraphics",
    json_extract("extdata", '$.capability.QueueSizePowerOfTwo') AS "Cap_QueueSizePowerOfTwo",
    json_extract("extdata", '$.capability.QueueSize32bit') AS "Cap_QueueSize32bit",
    json_extract("extdata", '$.capability.QueueIdleEvent') AS "Cap_QueueIdleEvent",
    json_extract("extdata", '$.capability.VALimit') AS "Cap_VALimit",
    json_extract("extdata", '$.capability.WatchPointsSupported') AS "Cap_WatchPointsSupported",
    json_extract("extdata", '$.capability.WatchPointsTotalBits') AS "Cap_WatchPointsTotalBits",
    json_extract("extdata", '$.capability.DoorbellType') AS "Cap_DoorbellType",
    json_extract("extdata", '$.capability.AQLQueueDoubleMap') AS "Cap_AQLQueueDoubleMap",
    json_extract("extdata", '$.capability.DebugTrapSupported') AS "Cap_DebugTrapSupported",
    json_extract("extdata", '$.capability.WaveLaunchTrapOverrideSupported') AS "Cap_WaveLaunchTrapOverrideSupported",
    json_extract("extdata", '$.capability.WaveLaunchModeSupported') AS "Cap_WaveLaunchModeSupported",
    json_extract("extdata", '$.capability.PreciseMemoryOperationsSupported') AS "Cap_PreciseMemoryOperationsSupported",
    json_extract("extdata", '$.capability.DEPRECATED_SRAM_EDCSupport') AS "Cap_DEPRECATED_SRAM_EDCSupport",
    json_extract("extdata", '$.capability.Mem_EDCSupport') AS "Cap_Mem_EDCSupport",
    json_extract("extdata", '$.capability.RASEventNotify') AS "Cap_RASEventNotify",
    json_extract("extdata", '$.capability.ASICRevision') AS "Cap_ASICRevision",
    json_extract("extdata", '$.capability.SRAM_EDCSupport') AS "Cap_SRAM_EDCSupport",
    json_extract("extdata", '$.capability.SVMAPISupported') AS "Cap_SVMAPISupported",
    json_extract("extdata", '$.capability.CoherentHostAccess') AS "Cap_CoherentHostAccess",
    json_extract("extdata", '$.capability.DebugSupportedFirmware') AS "Cap_DebugSupportedFirmware",
    json_extract("extdata", '$.capability.PreciseALUOperationsSupported') AS "Cap_PreciseALUOperationsSupported",
    json_extract("extdata", '$.capability.PerQueueResetSupported') AS "Cap_PerQueueResetSupported",
    json_extract("extdata", '$.cu_per_engine') AS "Cu_Per_Engine",
    json_extract("extdata", '$.max_waves_per_cu') AS "Max_Waves_Per_Cu",
    json_extract("extdata", '$.family_id') AS "Family_Id",
    json_extract("extdata", '$.workgroup_max_size') AS "Workgroup_Max_Size",
    json_extract("extdata", '$.grid_max_size') AS "Grid_Max_Size",
    json_extract("extdata", '$.local_mem_size') AS "Local_Mem_Size",
    json_extract("extdata", '$.hive_id') AS "Hive_Id",
    json_extract("extdata", '$.gpu_id') AS "Gpu_Id",
    json_extract("extdata", '$.workgroup_max_dim.x') AS "Workgroup_Max_Dim_X",
    json_extract("extdata", '$.workgroup_max_dim.y') AS "Workgroup_Max_Dim_Y",
    json_extract("extdata", '$.workgroup_max_dim.z') AS "Workgroup_Max_Dim_Z",
    json_extract("extdata", '$.grid_max_dim.x') AS "Grid_Max_Dim_X",
    json_extract("extdata", '$.grid_max_dim.y') AS "Grid_Max_Dim_Y",
    json_extract("extdata", '$.grid_max_dim.z') AS "Grid_Max_Dim_Z",
    "name" AS "Name",
    "vendor_name" AS "Vendor_Name",
    "product_name" AS "Product_Name",
    "model_name" AS "Model_Name"
FROM "rocpd_info_agent" ORDER BY "Guid", "Node_Id"
;
