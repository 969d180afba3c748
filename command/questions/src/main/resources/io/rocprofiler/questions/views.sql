CREATE TEMPORARY VIEW regions AS
SELECT run, host, rank, category, name, pid, tid, corr_id, start, duration FROM calls
UNION ALL
SELECT run, host, rank, category, name, pid, tid, corr_id, start, duration FROM ranges;
