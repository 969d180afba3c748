"""The package rocpd: rocpd_reads.py FIRST.db SECOND.db OUT. Compares it with what sqlite3 says of the same files."""
import argparse
import io
import os
import shutil
import sqlite3
import sys
from contextlib import redirect_stdout

import rocpd
from rocpd import csv as rocpd_csv
from rocpd import libpyrocpd, merge, output_config, package, query, summary, time_window
from rocpd.importer import RocpdImportData
from rocpd.schema import RocpdSchema

first, second, out = sys.argv[1:]
files = [first, second]
VIEWS = ("kernels", "regions", "regions_and_samples", "memory_copies", "memory_allocations", "processes", "threads")


def count(connection, view, condition=""):
    return connection.execute("SELECT count(*) FROM %s %s" % (view, condition)).fetchone()[0]


def counts(connection):
    return [count(connection, view) for view in VIEWS]


def raises(kind, text, function, *arguments, **named):
    try:
        function(*arguments, **named)
    except kind as error:
        assert text in str(error), (text, str(error))
    else:
        raise AssertionError("%s did not fail: %s" % (function, text))


plain = [sqlite3.connect(file) for file in files]
alone = [counts(connection) for connection in plain]
assert all(alone[0][:-2]), alone

# One file, several files, and the ways to name them.
data = rocpd.connect(first)
assert counts(data) == alone[0] and data.filenames == [first]
assert isinstance(data, RocpdImportData) and isinstance(data.connection, sqlite3.Connection)
version = plain[0].execute("SELECT value FROM rocpd_metadata WHERE tag = 'schema_version'").fetchone()[0]
assert data.schema_version == version
assert "hip_event" not in data.supported_features or version >= "3.0.4"
assert count(data, "(%s)" % data.table_info["rocpd_region"][0]) == count(plain[0], "rocpd_region")
with rocpd.connect(files) as both:
    assert counts(both) == [sum(pair) for pair in zip(*alone)]
    assert [row[0] for row in rocpd.execute(both, "SELECT DISTINCT guid FROM kernels")].__len__() == 2
    both.execute("CREATE TEMP VIEW mine AS SELECT name FROM kernels")
    assert both.cursor().execute("SELECT count(*) FROM mine").fetchone()[0] == count(both, "kernels")
assert counts(RocpdImportData(both)) == counts(both)
folder = os.path.join(out, "apart")
os.makedirs(folder)
for number, file in enumerate(files):
    shutil.copy(file, os.path.join(folder, "%d.db" % number))
assert counts(rocpd.connect(os.path.join(folder, "?.db"))) == counts(both)
assert len(package.flatten_rocpd_yaml_input_file(folder)) == 2
package.execute([folder], output_path=os.path.join(out, "both"))
assert len(package.flatten_rocpd_yaml_input_file(os.path.join(out, "both.rpdb"))) == 2
package.execute([first], output_path=os.path.join(out, "single"))
assert counts(rocpd.connect([os.path.join(out, "single.rpdb", "index.yaml")])) == alone[0]

# Rows as objects.
agents = rocpd.read_agents(data)
assert len(agents) == count(plain[0], "rocpd_info_agent") and {agent.type for agent in agents} >= {"GPU"}
assert [agent.type for agent in rocpd.read_agents(data, "WHERE type = 'GPU'")] == ["GPU"] * len(
    rocpd.read_agents(data, "type = 'GPU'")
)
assert [process.pid for process in rocpd.read_processes(data)] == [
    row[0] for row in plain[0].execute("SELECT pid FROM rocpd_info_process")
]
assert len(rocpd.read_threads(data)) == alone[0][-1] and rocpd.read_nodes(data)[0].hostname

# Files: their contents are compared with the command's by who runs this.
config = output_config.output_config(output_path=os.path.join(out, "csv"), output_file="python")
assert rocpd.write_csv(data, config) is True
rocpd_csv.execute(files, output_path=os.path.join(out, "csv"), output_file="two", agent_index_value="type-relative")
rocpd.write_perfetto(data, output_path=os.path.join(out, "more"), output_file="p", perfetto_buffer_size=1024)
rocpd.write_otf2(data, output_path=os.path.join(out, "more"), output_file="o", kernel_rename=True)
merged = merge.execute(files, output_file="m", output_path=os.path.join(out, "more"))
assert counts(sqlite3.connect(merged)) == counts(both)
summary.execute(data, format="csv", output_file="s", output_path=os.path.join(out, "more"), domain_summary=True)
made = sorted(os.listdir(os.path.join(out, "more")))
assert any(name.endswith(".pftrace") for name in made) and any(name.endswith(".otf2") for name in made), made
assert "s_kernels_summary.csv" in made and "s_domain_summary.csv" in made, made

# Questions.
printed = io.StringIO()
with redirect_stdout(printed):
    query.execute([first], "SELECT 'x' AS letter, 12 AS number")
assert printed.getvalue() == "letter  number\nx       12\n", printed.getvalue()
for format, text in (
    ("csv", "Name\naxpy\n"),
    ("md", "| Name |\n| --- |\n| axpy |\n"),
    ("json", '[\n  {\n    "Name": "axpy"\n  }\n]\n'),
    ("html", '<!DOCTYPE html><meta charset="utf-8">\n<table>\n<tr><th>Name</th></tr>\n<tr><td>axpy</td></tr>\n</table>\n'),
):
    path = query.export_sqlite_query(
        data,
        "SELECT DISTINCT 'axpy' AS name FROM kernels WHERE name LIKE ?",
        ("%axpy%",),
        export_format=format,
        export_path=os.path.join(out, "answers", "answer." + format),
        title_columns=True,
    )
    with open(path) as file:
        assert file.read() == text, format

# A part of the time: what begins and ends in it.
begin, end = plain[0].execute("SELECT min(start), max(end) FROM regions").fetchone()
middle = (begin + end) // 2
for inclusive, condition in (
    (True, "WHERE start >= %d AND \"end\" <= %d"),
    (False, "WHERE \"end\" >= %d AND start <= %d"),
):
    windowed = rocpd.connect(first)
    assert time_window.apply_time_window(windowed, start=str(begin), end=middle, inclusive=inclusive) is windowed
    for view in ("kernels", "regions", "memory_copies", "rocpd_region"):
        assert count(windowed, view) == count(plain[0], view, condition % (begin, middle)), view
    assert count(windowed, "processes") == 1
    shown = count(windowed, "kernels")
    assert (windowed.execute("SELECT sum(total_calls) FROM top_kernels").fetchone()[0] or 0) == shown
part = time_window.execute(first, start="10%", end="90%")
assert 0 < count(part, "regions") < alone[0][1]
rocpd.write_csv(part, output_path=os.path.join(out, "csv"), output_file="part")
with open(os.path.join(out, "csv", "window"), "w") as file:
    file.write("--start=%d --end=%d" % (part.window["start"], part.window["end"]))
marked = time_window.execute(first, start_marker='step "1"', end_marker='step "1"')
assert count(marked, "regions", "WHERE category LIKE 'MARKER%'") >= 1

# Parsers that scripts put together.
parser = argparse.ArgumentParser()
places, times, formats = output_config.add_args(parser), time_window.add_args(parser), rocpd_csv.add_args(parser)
generic = output_config.add_generic_args(parser)
args = parser.parse_args(["-o", "name", "-d", "folder", "--kernel-rename", "--start", "5%"])
assert places(data, args) == {"output_file": "name", "output_path": "folder", "kernel_rename": True}
assert generic(data, args) == {"agent_index_value": "relative"} and formats(data, args) == {}
assert times(rocpd.connect(first), args) == {"start": "5%", "inclusive": True}
assert parser.format_help()
assert output_config.format_path("%pid%/{tag}/%env{NONE_SUCH}%x", "t") == "%d/t/x" % os.getpid()

# The schema makes what the command made.
uuid = plain[0].execute("SELECT value FROM rocpd_metadata WHERE tag = 'uuid'").fetchone()[0]
guid = plain[0].execute("SELECT value FROM rocpd_metadata WHERE tag = 'guid'").fetchone()[0]
empty = sqlite3.connect(":memory:")
RocpdSchema(uuid[1:].replace("_", "-"), guid).write_schema(empty)
master = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND type = 'table' ORDER BY name"
assert empty.execute(master).fetchall() == plain[0].execute(master).fetchall()
assert empty.execute("SELECT tag, value FROM rocpd_metadata").fetchall() == plain[0].execute(
    "SELECT tag, value FROM rocpd_metadata"
).fetchall()
views = [name for name, in plain[0].execute("SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY name")]
assert views == [name for name, in empty.execute("SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY name")]
for view in views:
    columns = [connection.execute("SELECT * FROM %s LIMIT 0" % view).description for connection in (empty, plain[0])]
    assert columns[0] == columns[1], view
for number in ("3.0.0", "3.0.1", (3, 0, 2), "3.0.3", "3.0.4"):
    older = sqlite3.connect(":memory:")
    RocpdSchema("a", "A", number).write_schema(older)
    text = number if isinstance(number, str) else ".".join(map(str, number))
    versions = older.execute("SELECT value FROM rocpd_metadata WHERE tag = 'schema_version'").fetchall()
    assert versions == [("3" if text == "3.0.0" else text,)], versions
    assert older.execute("SELECT name FROM sqlite_master WHERE name = 'graph_launches'").fetchall() == (
        [("graph_launches",)] if text >= "3.0.2" else []
    )
raises(rocpd.RocpdError, "no schema", RocpdSchema, "a", "A", "3.0.99")
raises(rocpd.RocpdError, "no version", RocpdSchema, "a", "A", "new")
raises(rocpd.RocpdError, "no such part", libpyrocpd.load_schema, libpyrocpd.sql_engine.sqlite3, 99, 0)

# What cannot be says so.
nonsense = os.path.join(out, "nonsense.db")
with open(nonsense, "w") as file:
    file.write("no database")
foreign = os.path.join(out, "foreign.db")
with sqlite3.connect(foreign) as connection:
    connection.execute("CREATE TABLE other (x)")
raises(FileNotFoundError, "no such file", rocpd.connect, os.path.join(out, "missing.db"))
raises(ValueError, "not a database", rocpd.connect, [nonsense])
raises(rocpd.RocpdError, "none of rocpd's", rocpd.connect, foreign)
raises(rocpd.RocpdError, "holds no databases", rocpd.connect, os.path.join(out, "answers"))
raises(ValueError, "existing sqlite3 connections", rocpd.connect, plain[0])
raises(ValueError, "path", rocpd.connect, [])
raises(ValueError, "path", rocpd.connect, 3)
raises(rocpd.RocpdError, "dbname", rocpd.connect, first, dbname="x.db")
raises(sqlite3.OperationalError, "readonly", data.execute, "DELETE FROM rocpd_string" + uuid)
raises(KeyError, "no_such", output_config.output_config, no_such=1)
assert output_config.output_config(no_such=1, strict=False).output_file == "out"
raises(rocpd.RocpdError, "agent-index", rocpd.write_csv, data, agent_index_value="wrong")
raises(rocpd.RocpdError, "same process", rocpd.connect, [first, first])
raises(rocpd.RocpdError, "pdf is not available", query.export_sqlite_query, data, "SELECT 1", export_format="pdf")
raises(time_window.TimeWindowError, "not both", time_window.execute, first, start="1", start_marker="a")
raises(time_window.TimeWindowError, "no marker", time_window.execute, first, start_marker="none such")
raises(time_window.TimeWindowError, "a share", time_window.execute, first, start="early")
raises(time_window.TimeWindowError, "before the start", time_window.execute, first, start="90%", end="10%")
assert rocpd.version_info["version"] == "1.0.0"
missing = set(rocpd.__all__) - set(dir(rocpd))
assert not missing, missing
print("done")
