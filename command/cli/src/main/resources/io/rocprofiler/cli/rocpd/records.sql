-- What a process recorded, in the order of time; what ends before it starts comes first. {{uuid}} ends the names of its tables, ?1 is the id of its row.
-- calls
SELECT c."string", n."string", e."stack_id", e."parent_stack_id", e."correlation_id", CASE WHEN coalesce(r."end", 0) < r."start" THEN 0 ELSE r."start" END AS "start",
    CASE WHEN coalesce(r."end", 0) < r."start" THEN -1 ELSE r."end" END, t."tid",
    json_extract(e."extdata", '$.message'), 2 * r."id"
FROM "rocpd_region{{uuid}}" r
LEFT JOIN "rocpd_event{{uuid}}" e ON e."id" = r."event_id"
LEFT JOIN "rocpd_string{{uuid}}" c ON c."id" = e."category_id"
LEFT JOIN "rocpd_string{{uuid}}" n ON n."id" = r."name_id"
LEFT JOIN "rocpd_info_thread{{uuid}}" t ON t."id" = r."tid"
WHERE r."pid" = ?1
UNION ALL
SELECT c."string", NULL, e."stack_id", e."parent_stack_id", e."correlation_id", m."timestamp", m."timestamp", t."tid",
    coalesce(json_extract(e."extdata", '$.message'), n."string"), 2 * m."id" + 1
FROM "rocpd_sample{{uuid}}" m
JOIN "rocpd_track{{uuid}}" k ON k."id" = m."track_id"
LEFT JOIN "rocpd_event{{uuid}}" e ON e."id" = m."event_id"
LEFT JOIN "rocpd_string{{uuid}}" c ON c."id" = e."category_id"
LEFT JOIN "rocpd_string{{uuid}}" n ON n."id" = k."name_id"
LEFT JOIN "rocpd_info_thread{{uuid}}" t ON t."id" = k."tid"
WHERE k."pid" = ?1 AND coalesce(m."event_id", -1) NOT IN (SELECT "event_id" FROM "rocpd_pmc_event{{uuid}}" WHERE "event_id" IS NOT NULL)
ORDER BY "start"
;
-- dispatches
SELECT e."stack_id", e."correlation_id", k."start", k."end", t."tid", k."stream_id", n."string",
    k."agent_id", k."queue_id", k."kernel_id", k."dispatch_id", k."private_segment_size", k."group_segment_size",
    k."workgroup_size_x", k."workgroup_size_y", k."workgroup_size_z", k."grid_size_x", k."grid_size_y", k."grid_size_z"
FROM "rocpd_kernel_dispatch{{uuid}}" k
LEFT JOIN "rocpd_event{{uuid}}" e ON e."id" = k."event_id"
LEFT JOIN "rocpd_info_thread{{uuid}}" t ON t."id" = k."tid"
LEFT JOIN "rocpd_string{{uuid}}" n ON n."id" = k."region_name_id"
WHERE k."pid" = ?1
ORDER BY CASE WHEN coalesce(k."end", 0) < k."start" THEN 0 ELSE k."start" END
;
-- copies
SELECT e."stack_id", e."correlation_id", m."start", m."end", t."tid", m."stream_id", n."string",
    s."string", m."dst_agent_id", m."src_agent_id", m."size", m."dst_address", m."src_address"
FROM "rocpd_memory_copy{{uuid}}" m
LEFT JOIN "rocpd_event{{uuid}}" e ON e."id" = m."event_id"
LEFT JOIN "rocpd_info_thread{{uuid}}" t ON t."id" = m."tid"
LEFT JOIN "rocpd_string{{uuid}}" n ON n."id" = m."region_name_id"
LEFT JOIN "rocpd_string{{uuid}}" s ON s."id" = m."name_id"
WHERE m."pid" = ?1
ORDER BY CASE WHEN coalesce(m."end", 0) < m."start" THEN 0 ELSE m."start" END
;
-- allocations
SELECT e."stack_id", e."correlation_id", m."start", m."end", t."tid", m."stream_id", NULL,
    e."parent_stack_id", m."type", m."level", m."agent_id", m."address", m."size", m."queue_id",
    coalesce(json_extract(m."extdata", '$.flags'), json_extract(e."extdata", '$.flags'))
FROM "rocpd_memory_allocate{{uuid}}" m
LEFT JOIN "rocpd_event{{uuid}}" e ON e."id" = m."event_id"
LEFT JOIN "rocpd_info_thread{{uuid}}" t ON t."id" = m."tid"
WHERE m."pid" = ?1
ORDER BY CASE WHEN coalesce(m."end", 0) < m."start" THEN 0 ELSE m."start" END
;
-- kernels
SELECT "id", "code_object_id", coalesce(nullif("kernel_name", ''), "display_name", ''), "kernel_object", "kernarg_segment_size",
    "kernarg_segment_alignment", "group_segment_size", "private_segment_size", "sgpr_count", "arch_vgpr_count", "accum_vgpr_count",
    json_extract("extdata", '$.kernel_code_entry_byte_offset'), json_extract("extdata", '$.kernel_address.handle')
FROM "rocpd_info_kernel_symbol{{uuid}}" WHERE "pid" = ?1 ORDER BY "id"
;
-- code objects
SELECT "id", "agent_id", coalesce("uri", ''), "load_base", "load_size", "load_delta",
    coalesce(json_extract("extdata", '$.storage_type'), CASE "storage_type" WHEN 'FILE' THEN 1 WHEN 'MEMORY' THEN 2 END),
    json_extract("extdata", '$.memory_base'), json_extract("extdata", '$.memory_size')
FROM "rocpd_info_code_object{{uuid}}" WHERE "pid" = ?1 ORDER BY "id"
;
-- agents
SELECT "id", "type", "absolute_index", "logical_index", "type_index", "uuid", "name", "model_name", "vendor_name", "product_name",
    json("extdata")
FROM "rocpd_info_agent{{uuid}}" WHERE "pid" = ?1 OR "nid" = (SELECT "nid" FROM "rocpd_info_process{{uuid}}" WHERE "id" = ?1) ORDER BY "id"
;
-- named threads
SELECT "tid", "name" FROM "rocpd_info_thread{{uuid}}"
WHERE "pid" = ?1 AND "name" <> '' AND ("name" NOT GLOB 'Thread [0-9]*' OR "name" GLOB 'Thread *[^0-9]*') ORDER BY "id"
;
-- named queues
SELECT "id", "name" FROM "rocpd_info_queue{{uuid}}"
WHERE "pid" = ?1 AND "name" NOT IN ('', 'Default Queue') AND ("name" NOT GLOB 'Queue [0-9]*' OR "name" GLOB 'Queue *[^0-9]*') ORDER BY "id"
;
-- named streams
SELECT "id", "name" FROM "rocpd_info_stream{{uuid}}"
WHERE "pid" = ?1 AND "name" NOT IN ('', 'Default Stream') AND ("name" NOT GLOB 'Stream [0-9]*' OR "name" GLOB 'Stream *[^0-9]*') ORDER BY "id"
;
-- named agents
SELECT "id", "user_name" FROM "rocpd_info_agent{{uuid}}"
WHERE ("pid" = ?1 OR "nid" = (SELECT "nid" FROM "rocpd_info_process{{uuid}}" WHERE "id" = ?1))
    AND "user_name" NOT IN ('', coalesce("name", ''), coalesce("model_name", ''), coalesce("product_name", '')) ORDER BY "id"
;
-- streams
SELECT "id" FROM "rocpd_info_stream{{uuid}}" WHERE "pid" = ?1 ORDER BY "id"
;
-- messages with one id
SELECT "stack_id" FROM "rocpd_event{{uuid}}"
WHERE "stack_id" > 0 AND "extdata" <> '{}' AND json_extract("extdata", '$.message') IS NOT NULL AND ?1 IS NOT NULL
GROUP BY "stack_id" HAVING count(*) > 1
;
-- last id
SELECT coalesce(max("stack_id"), 0) FROM "rocpd_event{{uuid}}" WHERE ?1 IS NOT NULL
;
-- counter values
SELECT count(*) FROM "rocpd_pmc_event{{uuid}}" WHERE ?1 IS NOT NULL
;
-- arguments
SELECT count(*) FROM "rocpd_arg{{uuid}}" WHERE ?1 IS NOT NULL
;
-- other facts
SELECT count(*) FROM (
    SELECT "extdata" FROM "rocpd_event{{uuid}}" WHERE "extdata" <> '{}'
    UNION ALL SELECT "extdata" FROM "rocpd_memory_allocate{{uuid}}" WHERE "extdata" <> '{}')
WHERE json_remove("extdata", '$.message', '$.flags') <> '{}' AND ?1 IS NOT NULL
;
