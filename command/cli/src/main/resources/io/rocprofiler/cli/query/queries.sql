-- kernels limit=20: which kernels take the most GPU time?
SELECT "name", count(*) AS "calls", sum("duration") AS "total_ns", avg("duration") AS "average_ns", min("duration") AS "min_ns",
    max("duration") AS "max_ns", 100.0 * sum("duration") / (SELECT sum("duration") FROM "kernels") AS "percent"
FROM "kernels" GROUP BY "name" ORDER BY "total_ns" DESC, "name" LIMIT :limit

-- calls limit=20: which calls take the most time?
SELECT "category", "name", count(*) AS "calls", sum("duration") AS "total_ns", avg("duration") AS "average_ns",
    max("duration") AS "max_ns"
FROM "regions" WHERE "category" NOT LIKE 'MARKER%' GROUP BY "category", "name" ORDER BY "total_ns" DESC, "name" LIMIT :limit

-- ranges limit=20: which ROC-TX ranges take the most time?
SELECT coalesce(json_extract("extdata", '$.message'), "name") AS "range", count(*) AS "count", sum("duration") AS "total_ns",
    avg("duration") AS "average_ns", max("duration") AS "max_ns"
FROM "regions" WHERE "category" LIKE 'MARKER%' GROUP BY "range" ORDER BY "total_ns" DESC, "range" LIMIT :limit

-- copies: how many bytes went where, and how fast?
SELECT "name", "src_device", "dst_device", count(*) AS "copies", sum("size") AS "bytes", sum("duration") AS "total_ns",
    1.0 * sum("size") / sum("duration") AS "gb_per_s"
FROM "memory_copies" GROUP BY "name", "src_agent_abs_index", "dst_agent_abs_index" ORDER BY "bytes" DESC

-- slowest name=% limit=20: which single calls and kernels with such a name (LIKE) took the longest?
SELECT "what", "name", "pid", "tid", "start", "duration" AS "ns" FROM (
    SELECT 'kernel' AS "what", "name", "pid", "tid", "start", "duration" FROM "kernels"
    UNION ALL SELECT 'copy', "name", "pid", "tid", "start", "duration" FROM "memory_copies"
    UNION ALL SELECT 'call', coalesce(json_extract("extdata", '$.message'), "name"), "pid", "tid", "start", "duration" FROM "regions")
WHERE "name" LIKE :name ORDER BY "ns" DESC LIMIT :limit

-- waits limit=20: which calls that wait for a GPU took the longest in all?
SELECT "name", "pid", "tid", count(*) AS "calls", sum("duration") AS "total_ns", max("duration") AS "max_ns"
FROM "regions" WHERE "name" LIKE 'hip%Synchronize' OR "name" LIKE 'hsa%signal_wait%' OR "name" = 'hipMemcpy'
GROUP BY "name", "pid", "tid" ORDER BY "total_ns" DESC LIMIT :limit

-- gpus: how much work had each GPU of each process, and how long was it busy?
WITH work AS (
    SELECT "pid", "agent_abs_index" AS "gpu", "start", "end" FROM "kernels"), ordered AS (
    SELECT "pid", "gpu", "start", "end", max("end") OVER (
        PARTITION BY "pid", "gpu" ORDER BY "start", "end" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "before" FROM work)
SELECT "pid", "gpu", count(*) AS "kernels", sum("end" - "start") AS "kernel_ns",
    sum(max(0, "end" - max("start", coalesce("before", 0)))) AS "busy_ns", max("end") - min("start") AS "span_ns"
FROM ordered GROUP BY "pid", "gpu" ORDER BY "pid", "gpu"

-- streams: how much work had each stream?
SELECT "pid", "stream", "queue", count(*) AS "kernels", sum("duration") AS "kernel_ns", min("start") AS "first", max("end") AS "last"
FROM "kernels" GROUP BY "pid", "stream_id", "queue_id" ORDER BY "kernel_ns" DESC

-- threads: how many calls did each thread make?
SELECT "pid", "tid", count(*) AS "calls", min("start") AS "first", max("end") AS "last"
FROM "regions" GROUP BY "pid", "tid" ORDER BY "calls" DESC

-- processes: which processes were there?
SELECT "pid", "ppid", "command", "start", "end" FROM "rocpd_info_process" ORDER BY "start"
