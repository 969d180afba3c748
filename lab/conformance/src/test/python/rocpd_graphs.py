"""Counts the nodes of graphs in a rocpd database, and the launches: one line for each kind of row."""

import collections
import sqlite3
import sys

database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
rows = collections.Counter()
for (version,) in database.execute("SELECT value FROM rocpd_metadata WHERE tag = 'schema_version'"):
    rows[f"schema {version}"] += 1
for row in database.execute(
    "SELECT k.graph_exec_id, k.graph_node_id, s.kernel_name FROM kernels k"
    " JOIN rocpd_info_kernel_symbol s ON s.id = k.kernel_id AND s.guid = k.guid"
):
    rows["kernels {} {} {}".format(*row)] += 1
for row in database.execute("SELECT graph_exec_id, graph_node_id FROM memory_copies"):
    rows["memory_copies {} {}".format(*row)] += 1
for row in database.execute(
    "SELECT graph_exec_id, kernel_dispatch_count, name FROM graph_launches"
    " WHERE agent_type = 'GPU' AND duration >= 0 AND corr_id IS NOT NULL"
):
    rows["graph_launches {} {} {}".format(*row)] += 1
for name in sorted(rows):
    print(f"{name}: {rows[name]}")
