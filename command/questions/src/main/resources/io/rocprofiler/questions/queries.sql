-- kernels limit=20: which kernels take the most GPU time?
SELECT name, count(*) AS calls, sum(duration) AS total_ns, avg(duration) AS average_ns, min(duration) AS min_ns, max(duration) AS max_ns,
    100 * cast(sum(duration) AS double) / (SELECT sum(duration) FROM kernels) AS percent
FROM kernels GROUP BY name ORDER BY total_ns DESC, name LIMIT :limit

-- calls limit=20: which calls take the most time?
SELECT category, name, count(*) AS calls, sum(duration) AS total_ns, avg(duration) AS average_ns, max(duration) AS max_ns
FROM calls GROUP BY category, name ORDER BY total_ns DESC, category, name LIMIT :limit

-- ranges limit=20: which ROC-TX ranges take the most time?
SELECT name AS range_name, count(*) AS calls, sum(duration) AS total_ns, avg(duration) AS average_ns, max(duration) AS max_ns
FROM ranges GROUP BY name ORDER BY total_ns DESC, name LIMIT :limit

-- copies: how many bytes went where, and how fast?
SELECT name, src_device, dst_device, count(*) AS copies, sum(size) AS bytes, sum(duration) AS total_ns,
    cast(sum(size) AS double) / sum(duration) AS gb_per_s
FROM memory_copies GROUP BY name, src_device, dst_device, src_agent_abs_index, dst_agent_abs_index ORDER BY bytes DESC, total_ns DESC, name

-- slowest name=% limit=20: which single calls and kernels with such a name (LIKE) took the longest?
SELECT what, name, rank, pid, tid, start, duration AS duration_ns FROM (
    SELECT 'kernel' AS what, name, rank, pid, tid, start, duration FROM kernels
    UNION ALL SELECT 'copy' AS what, name, rank, pid, tid, start, duration FROM memory_copies
    UNION ALL SELECT 'call' AS what, name, rank, pid, tid, start, duration FROM regions) AS everything
WHERE lower(name) LIKE lower( :name) ORDER BY duration_ns DESC, start, what, name, rank, pid, tid LIMIT :limit

-- waits limit=20: which calls that wait for a GPU took the longest in all?
SELECT name, rank, pid, tid, count(*) AS calls, sum(duration) AS total_ns, max(duration) AS max_ns
FROM calls WHERE name LIKE 'hip%Synchronize' OR name LIKE 'hsa%signal_wait%' OR name = 'hipMemcpy'
GROUP BY name, host, rank, pid, tid ORDER BY total_ns DESC, name, rank, pid, tid LIMIT :limit

-- gpus: how much work had each GPU of each process, and how long was it busy?
WITH ordered AS (
    SELECT host, rank, pid, agent_abs_index, start, start + duration AS stop, max(start + duration) OVER (
        PARTITION BY host, rank, pid, agent_abs_index ORDER BY start, start + duration
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached FROM kernels)
SELECT rank, pid, agent_abs_index AS gpu, count(*) AS kernels, sum(stop - start) AS kernel_ns,
    sum(CASE WHEN reached IS NULL OR reached <= start THEN stop - start WHEN reached < stop THEN stop - reached ELSE 0 END) AS busy_ns,
    max(stop) - min(start) AS span_ns
FROM ordered GROUP BY host, rank, pid, agent_abs_index ORDER BY rank, host, pid, gpu

-- streams: how much work had each stream?
SELECT rank, pid, stream_id, queue_id, count(*) AS kernels, sum(duration) AS kernel_ns, min(start) AS first_start,
    max(start + duration) AS last_end
FROM kernels GROUP BY host, rank, pid, stream_id, queue_id ORDER BY kernel_ns DESC, rank, pid, stream_id, queue_id

-- graph-nodes limit=20: which nodes of which HIP graphs take the most GPU time?
SELECT rank, pid, graph_exec_id AS graph, graph_node_id AS node, what, name, count(*) AS launches, sum(duration) AS total_ns,
    avg(duration) AS average_ns, max(duration) AS max_ns,
    100 * cast(sum(duration) AS double) / sum(sum(duration)) OVER (PARTITION BY host, rank, pid, graph_exec_id) AS percent_of_graph
FROM (
    SELECT 'kernel' AS what, name, host, rank, pid, graph_exec_id, graph_node_id, duration FROM kernels
    UNION ALL SELECT 'copy' AS what, name, host, rank, pid, graph_exec_id, graph_node_id, duration FROM memory_copies) AS work
WHERE graph_exec_id > 0 GROUP BY host, rank, pid, graph_exec_id, graph_node_id, what, name
ORDER BY total_ns DESC, rank, host, pid, graph, node, what, name LIMIT :limit

-- threads: how many calls did each thread make?
SELECT rank, pid, tid, count(*) AS calls, min(start) AS first_start, max(start + duration) AS last_end
FROM regions GROUP BY host, rank, pid, tid ORDER BY calls DESC, rank, pid, tid

-- processes: which processes were there?
SELECT rank, pid, ppid, command, start, duration AS duration_ns FROM processes ORDER BY start, rank, pid

-- overlap: how much communication (RCCL's kernels and calls) of each rank and GPU is hidden behind kernels that compute, and how much is exposed?
WITH ran AS (
    SELECT run, host, rank, pid, agent_abs_index AS gpu, start, start + duration AS stop,
        CASE WHEN lower(name) LIKE 'nccl%' OR lower(name) LIKE 'rccl%' THEN 1 ELSE 0 END AS communicates FROM kernels
), work AS (
    SELECT run, host, rank, pid, 'kernels' AS what, gpu, start, stop, communicates FROM ran
    UNION ALL SELECT run, host, rank, pid, 'calls' AS what, cast(NULL AS bigint) AS gpu, start, stop, communicates
    FROM ran WHERE communicates = 0
    UNION ALL SELECT run, host, rank, pid, 'calls' AS what, cast(NULL AS bigint) AS gpu, start, start + duration AS stop, 1 AS communicates
    FROM calls WHERE category LIKE 'RCCL%'
), edges AS (
    SELECT run, host, rank, pid, what, gpu, start AS moment, communicates AS communicating, 1 - communicates AS computing FROM work
    UNION ALL SELECT run, host, rank, pid, what, gpu, stop AS moment, 0 - communicates AS communicating, communicates - 1 AS computing FROM work
), moments AS (
    SELECT run, host, rank, pid, what, gpu, moment, sum(communicating) AS communicating, sum(computing) AS computing
    FROM edges GROUP BY run, host, rank, pid, what, gpu, moment
), spans AS (
    SELECT run, host, rank, pid, what, gpu, lead(moment) OVER (PARTITION BY run, host, rank, pid, what, gpu ORDER BY moment) - moment AS lasts,
        sum(communicating) OVER (PARTITION BY run, host, rank, pid, what, gpu ORDER BY moment) AS communicating,
        sum(computing) OVER (PARTITION BY run, host, rank, pid, what, gpu ORDER BY moment) AS computing FROM moments
), sums AS (
    SELECT run, host, rank, pid, what, gpu, sum(CASE WHEN computing > 0 THEN lasts ELSE 0 END) AS computing,
        sum(CASE WHEN communicating > 0 THEN lasts ELSE 0 END) AS communicating,
        sum(CASE WHEN communicating > 0 AND computing > 0 THEN lasts ELSE 0 END) AS hidden
    FROM spans GROUP BY run, host, rank, pid, what, gpu
)
SELECT run, host, rank, pid, what, gpu, computing AS computing_ns, communicating AS communicating_ns, hidden AS hidden_ns,
    communicating - hidden AS exposed_ns, CASE WHEN communicating > 0 THEN 100 * cast(hidden AS double) / communicating END AS hidden_percent
FROM sums WHERE what = 'kernels' OR communicating > 0 ORDER BY exposed_ns DESC, run, rank, host, pid, what, gpu

-- kernels-by-rank limit=20: which kernels take the most GPU time on which rank?
SELECT run, rank, name, count(*) AS calls, sum(duration) AS total_ns, avg(duration) AS average_ns, max(duration) AS max_ns
FROM kernels GROUP BY run, rank, name ORDER BY total_ns DESC, run, rank, name LIMIT :limit

-- ranks: what did each rank compute, communicate (RCCL) and copy?
WITH work AS (
    SELECT run, host, rank,
        CASE WHEN lower(name) LIKE 'nccl%' OR lower(name) LIKE 'rccl%' THEN 0 ELSE duration END AS computing,
        CASE WHEN lower(name) LIKE 'nccl%' OR lower(name) LIKE 'rccl%' THEN duration ELSE 0 END AS communicating,
        0 AS copying, 0 AS calling FROM kernels
    UNION ALL SELECT run, host, rank, 0 AS computing, 0 AS communicating, duration AS copying, 0 AS calling FROM memory_copies
    UNION ALL SELECT run, host, rank, 0 AS computing, 0 AS communicating, 0 AS copying, duration AS calling
    FROM calls WHERE category LIKE 'RCCL%'
), sums AS (
    SELECT run, host, rank, sum(computing) AS computing, sum(communicating) AS communicating, sum(copying) AS copying,
        sum(calling) AS calling FROM work GROUP BY run, host, rank
), means AS (
    SELECT run, avg(computing) AS mean FROM sums GROUP BY run
)
SELECT sums.run, sums.host, sums.rank, computing AS computing_ns, communicating AS communicating_ns, calling AS rccl_calls_ns,
    copying AS copying_ns, CASE WHEN mean > 0 THEN computing / mean END AS computing_to_mean,
    CASE WHEN computing + communicating > 0
        THEN 100 * cast(communicating AS double) / (computing + communicating) END AS communicating_percent
FROM sums JOIN means ON means.run = sums.run ORDER BY sums.run, sums.rank, sums.host

-- ranks-kernels limit=20: which kernels are out of balance among ranks, and which rank is the slowest?
WITH by_rank AS (
    SELECT run, host, rank, name, count(*) AS calls, sum(duration) AS total FROM kernels GROUP BY run, host, rank, name
), ordered AS (
    SELECT run, host, rank, name, calls, total, row_number() OVER (PARTITION BY run, name ORDER BY total DESC, rank, host) AS place FROM by_rank
)
SELECT run, name, count(*) AS ranks, sum(calls) AS calls, avg(total) AS mean_ns, max(total) AS max_ns,
    cast(max(total) AS double) / avg(total) AS imbalance, max(total) - avg(total) AS over_mean_ns,
    max(CASE WHEN place = 1 THEN rank END) AS slowest_rank, max(CASE WHEN place = 1 THEN host END) AS slowest_host
FROM ordered GROUP BY run, name ORDER BY over_mean_ns DESC, run, name LIMIT :limit

-- ranks-ranges limit=20: which ROC-TX ranges are out of balance among ranks, and which rank is the slowest?
WITH by_rank AS (
    SELECT run, host, rank, name, count(*) AS calls, sum(duration) AS total FROM ranges GROUP BY run, host, rank, name
), ordered AS (
    SELECT run, host, rank, name, calls, total, row_number() OVER (PARTITION BY run, name ORDER BY total DESC, rank, host) AS place FROM by_rank
)
SELECT run, name, count(*) AS ranks, sum(calls) AS calls, avg(total) AS mean_ns, max(total) AS max_ns,
    cast(max(total) AS double) / avg(total) AS imbalance, max(total) - avg(total) AS over_mean_ns,
    max(CASE WHEN place = 1 THEN rank END) AS slowest_rank, max(CASE WHEN place = 1 THEN host END) AS slowest_host
FROM ordered GROUP BY run, name ORDER BY over_mean_ns DESC, run, name LIMIT :limit

-- ranks-stragglers limit=20: which ranks are slow, in how many kernels?
WITH by_rank AS (
    SELECT run, host, rank, name, sum(duration) AS total FROM kernels
    WHERE NOT (lower(name) LIKE 'nccl%' OR lower(name) LIKE 'rccl%') GROUP BY run, host, rank, name
), ordered AS (
    SELECT run, host, rank, name, total, avg(total) OVER (PARTITION BY run, name) AS mean,
        row_number() OVER (PARTITION BY run, name ORDER BY total DESC, rank, host) AS place FROM by_rank
)
SELECT run, host, rank, sum(total) AS computing_ns, sum(total - mean) AS over_mean_ns, cast(sum(total) AS double) / sum(mean) AS to_mean,
    sum(CASE WHEN place = 1 THEN 1 ELSE 0 END) AS slowest_in, count(*) AS kernels
FROM ordered GROUP BY run, host, rank ORDER BY over_mean_ns DESC, run, rank, host LIMIT :limit

-- ranks-critical align=%barrier% limit=20: for which rank did the others wait at such ranges (LIKE) and in RCCL's AllReduce?
WITH waits AS (
    SELECT run, host, rank, pid, name, start, duration FROM ranges WHERE lower(name) LIKE lower( :align)
    UNION ALL SELECT run, host, rank, pid, name, start, duration FROM kernels WHERE lower(name) LIKE '%nccl%allreduce%'
), numbered AS (
    SELECT run, host, rank, name, duration, row_number() OVER (PARTITION BY run, host, rank, pid, name ORDER BY start) AS occurrence FROM waits
), ordered AS (
    SELECT run, host, rank, name, occurrence, duration, count(*) OVER (PARTITION BY run, name, occurrence) AS ranks,
        sum(duration) OVER (PARTITION BY run, name, occurrence) AS waited, min(duration) OVER (PARTITION BY run, name, occurrence) AS shortest,
        row_number() OVER (PARTITION BY run, name, occurrence ORDER BY duration, rank, host) AS place FROM numbered
)
SELECT run, host, rank, count(*) AS occurrences, sum(CASE WHEN place = 1 AND ranks > 1 THEN 1 ELSE 0 END) AS last_in,
    sum(CASE WHEN place = 1 THEN waited - ranks * shortest ELSE 0 END) AS others_waited_ns, sum(duration) AS waited_ns
FROM ordered GROUP BY run, host, rank ORDER BY others_waited_ns DESC, run, rank, host LIMIT :limit

-- ranks-clocks align=%barrier%: what is to add to each machine's times for those of the first rank's, and how wrong may it be?
WITH measured AS (
    SELECT run, host, rank, CASE WHEN boot_id = '' THEN host ELSE boot_id END AS clock, clock_reference, clock_offset, clock_error,
        row_number() OVER (PARTITION BY run, CASE WHEN boot_id = '' THEN host ELSE boot_id END
            ORDER BY CASE WHEN clock_reference = '' THEN 1 ELSE 0 END, clock_error, rank, pid) AS best FROM processes
), clocks AS (
    SELECT run, clock, min(host) AS host, min(rank) AS first_rank, count(*) AS processes,
        max(CASE WHEN best = 1 THEN clock_reference END) AS reference, max(CASE WHEN best = 1 THEN clock_offset END) AS server,
        max(CASE WHEN best = 1 THEN clock_error END) AS wrong,
        row_number() OVER (PARTITION BY run ORDER BY min(rank), clock) AS place FROM measured GROUP BY run, clock
), numbered AS (
    SELECT ranges.run, measured.clock, ranges.name, ranges.start, ranges.start + ranges.duration AS leave,
        row_number() OVER (PARTITION BY ranges.run, ranges.host, ranges.rank, ranges.pid, ranges.name ORDER BY ranges.start) AS occurrence
    FROM ranges JOIN (SELECT DISTINCT run, host, rank, clock FROM measured) AS measured
        ON measured.run = ranges.run AND measured.host = ranges.host AND measured.rank = ranges.rank
    WHERE lower(ranges.name) LIKE lower( :align)
), crossings AS (
    SELECT run, clock, name, occurrence, max(start) AS entered, min(leave) AS left_at FROM numbered GROUP BY run, clock, name, occurrence
), differences AS (
    SELECT here.run, here.clock, here.entered - there.left_at AS least, here.left_at - there.entered AS most,
        here.left_at - there.left_at AS likely
    FROM crossings AS here JOIN crossings AS there ON there.run = here.run AND there.name = here.name AND there.occurrence = here.occurrence
    JOIN clocks ON clocks.run = there.run AND clocks.clock = there.clock AND clocks.place = 1
), barriers AS (
    SELECT run, clock, count(*) AS crossed, max(least) AS least, min(most) AS most, median(likely) AS likely
    FROM differences GROUP BY run, clock
), aligned AS (
    SELECT clocks.run, clocks.host, clocks.first_rank, clocks.processes, coalesce(barriers.crossed, 0) AS crossed,
        CASE WHEN clocks.place = 1 THEN 'same clock'
            WHEN clocks.reference <> '' AND clocks.reference = one.reference THEN 'file server'
            WHEN barriers.crossed IS NULL THEN 'unknown'
            WHEN barriers.least > barriers.most THEN 'unknown: not barriers' ELSE 'barriers' END AS method,
        clocks.server - one.server AS by_server, clocks.wrong + one.wrong AS by_server_error,
        CASE WHEN likely < least THEN least WHEN likely > most THEN most ELSE likely END AS by_barriers, least, most
    FROM clocks JOIN clocks AS one ON one.run = clocks.run AND one.place = 1
    LEFT JOIN barriers ON barriers.run = clocks.run AND barriers.clock = clocks.clock
)
SELECT run, host, first_rank, processes, method,
    cast(CASE WHEN method = 'same clock' THEN 0 WHEN method = 'file server' THEN by_server WHEN method = 'barriers' THEN - by_barriers
        END AS bigint) AS offset_ns,
    cast(CASE WHEN method = 'same clock' THEN 0 WHEN method = 'file server' THEN by_server_error
        WHEN method = 'barriers' AND most - by_barriers > by_barriers - least THEN most - by_barriers
        WHEN method = 'barriers' THEN by_barriers - least END AS bigint) AS error_ns, crossed AS barriers
FROM aligned ORDER BY run, first_rank, host
