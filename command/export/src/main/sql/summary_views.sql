-- Sums. Durations are in microseconds, shares from 0 to 100. Work without times, which has 0 for both, is left out.
CREATE VIEW "top_kernels" AS
SELECT "name", count(*) AS "total_calls", sum("duration") / 1000.0 AS "total_duration",
    sum("duration") / 1000.0 / count(*) AS "average",
    sum("duration") * 100.0 / (SELECT sum("duration") FROM "kernels") AS "percentage"
FROM "kernels"
WHERE "end" <> 0
GROUP BY "name"
ORDER BY "total_duration" DESC;

-- Per agent the time that kernels took on it and copies to it, against the time from the first start to the last end
-- of any of them.
CREATE VIEW "busy" AS
WITH work ("agent_id", "guid", "start", "end") AS (
    SELECT "agent_id", "guid", "start", "end" FROM "rocpd_kernel_dispatch"
    WHERE "end" <> 0
    UNION ALL
    SELECT "dst_agent_id", "guid", "start", "end" FROM "rocpd_memory_copy" WHERE "end" <> 0
), wall ("nanos") AS (
    SELECT max("end") - min("start") FROM work
)
SELECT w."agent_id", a."type", sum(w."end" - w."start") AS "GpuTime", wall."nanos" AS "WallTime",
    sum(w."end" - w."start") * 1.0 / wall."nanos" AS "Busy"
FROM work w
JOIN wall
JOIN "rocpd_info_agent" a ON a."id" = w."agent_id" AND a."guid" = w."guid"
GROUP BY w."guid", w."agent_id";

CREATE VIEW "top" AS
WITH everything ("name", "duration") AS (
    SELECT "name", "duration" FROM "kernels" WHERE "end" <> 0
    UNION ALL
    SELECT "name", "duration" FROM "memory_copies" WHERE "end" <> 0
    UNION ALL
    SELECT "name", "duration" FROM "regions" WHERE "end" <> 0
)
SELECT "name", count(*) AS "total_calls", sum("duration") / 1000.0 AS "total_duration",
    sum("duration") / 1000.0 / count(*) AS "average",
    sum("duration") * 100.0 / (SELECT sum("duration") FROM everything) AS "percentage"
FROM everything
GROUP BY "name"
ORDER BY "total_duration" DESC;
