"""Reads outputs of rocprofv3 with readers that are not its own, and counts what is in them."""
import collections
import csv
import html.parser
import json
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys

try:
    import duckdb
except ImportError:
    pass

FORMATS = ["csv", "json", "pftrace", "rocpd", "otf2", "parquet", "dataset", "html"]
SCHEMA = pathlib.Path(__file__).parents[4] / "command/export/src/main/protobuf/pftrace.proto"
CALLED = ("hipMalloc", "hipMemset", "hipFree", "together")


def expect(counts, processes, calls):
    """Every process made as many calls of each function, in as many ranges."""
    wanted = {name: calls * len(processes) for name in CALLED}
    have = {name: counts.get(name, 0) for name in CALLED}
    if have != wanted:
        raise ValueError(f"{have}, not {wanted}")


def same(have, wanted, what):
    if have != wanted:
        raise ValueError(f"{what} {have}, not {wanted}")


def read_csv(base, name, processes, calls):
    counts, found = collections.Counter(), set()
    for domain in ("hip", "hsa", "marker"):
        path = base / f"{name}_{domain}_api_trace.csv"
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file, strict=True))
        for row in rows:
            if None in row or None in row.values():
                raise ValueError(f"{path}: {row}")
            counts[row["Function"]] += 1
            found.add(int(row["Process_Id"]))
    same(sorted(found), processes, "processes")
    expect(counts, processes, calls)


def read_json(base, name, processes, calls):
    runs = json.loads((base / f"{name}_results.json").read_text())["rocprofiler-sdk-tool"]
    same(sorted(run["metadata"]["pid"] for run in runs), processes, "processes")
    counts = collections.Counter()
    for run in runs:
        kinds = run["strings"]["buffer_records"]
        messages = {entry["key"]: entry["value"] for entry in run["strings"]["marker_api"]}
        for record in run["buffer_records"]["hip_api"]:
            counts[kinds[record["kind"]]["operations"][record["operation"]]] += 1
        for record in run["buffer_records"]["marker_api"]:
            counts[messages[record["correlation_id"]["internal"]]] += 1
    expect(counts, processes, calls)


def read_rocpd(base, name, processes, calls):
    with sqlite3.connect(f"file:{base / (name + '_results.db')}?mode=ro", uri=True) as database:
        same(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)], "integrity")
        same(sorted(pid for (pid,) in database.execute("SELECT pid FROM rocpd_info_process")), processes, "processes")
        counts = dict(database.execute("SELECT name, count(*) FROM regions GROUP BY name"))
        messages = "SELECT json_extract(extdata, '$.message') AS text, count(*) FROM rocpd_event GROUP BY text"
        counts.update({text: count for text, count in database.execute(messages) if text})
    expect(counts, processes, calls)


def read_otf2(base, name, processes, calls):
    printed = subprocess.run(["otf2-print", base / f"{name}_results.otf2"], capture_output=True, text=True, check=True).stdout
    counts = {called: sum(line.startswith("ENTER") and f'"{called}"' in line for line in printed.splitlines()) for called in CALLED}
    expect(counts, processes, calls)


def read_pftrace(base, name, processes, calls):
    """Counts beginnings of slices in protoc's text; their names stand once per sequence, with a number."""
    with open(base / f"{name}_results.pftrace", "rb") as data:
        text = subprocess.run(["protoc", "--decode=perfetto.protos.Trace", f"--proto_path={SCHEMA.parent}", SCHEMA.name], stdin=data,
                              capture_output=True, text=True, check=True).stdout
    names, counts = {}, collections.Counter()
    for packet in text.split("\npacket {")[1:]:
        sequence = re.search(r"trusted_packet_sequence_id: (\d+)", packet)
        sequence = sequence and sequence[1]
        for number, word in re.findall(r"event_names \{\s+iid: (\d+)\s+name: \"(.*)\"", packet):
            names[sequence, number] = word
        event = re.search(r"\n  track_event \{.*", packet, re.DOTALL)
        if event and "type: TYPE_SLICE_BEGIN" in event[0]:
            number = re.search(r"\n    name_iid: (\d+)", event[0])
            literal = re.search(r"\n    name: \"(.*)\"", event[0])
            counts[names[sequence, number[1]] if number else literal[1]] += 1
    expect(counts, processes, calls)


def count_parquet(files, column, processes, calls):
    if "duckdb" not in sys.modules:  # then that they are whole is all that can be seen
        for path in files:
            data = path.read_bytes()
            same((data[:4], data[-4:]), (b"PAR1", b"PAR1"), str(path))
        return
    counts = collections.Counter()
    for path in files:
        counts.update(dict(duckdb.execute(f"SELECT {column}, count(*) FROM '{path}' GROUP BY {column}").fetchall()))
    expect(counts, processes, calls)


def read_parquet(base, name, processes, calls):
    count_parquet([base / f"{name}_{domain}_api.parquet" for domain in ("hip", "hsa", "marker")], "Function", processes, calls)


def read_dataset(base, name, processes, calls):
    """All commands write their parts into one folder: a part for each table and process."""
    folders = list(base.glob("*_dataset"))
    same(len(folders), 1, "datasets")
    same([str(path) for path in folders[0].rglob(".*")], [], "parts that are not whole")
    files = []
    for process in processes:
        for table in ("processes", "calls", "ranges"):
            parts = list(folders[0].glob(f"{table}/**/part-{process}-*.parquet"))
            same(len(parts), 1, f"parts of {table} of {process}")
            files += parts if table != "processes" else []
    count_parquet(files, "name", processes, calls)


class Page(html.parser.HTMLParser):
    """The elements that were opened and not closed."""

    def __init__(self):
        super().__init__()
        self.ended = []

    def handle_endtag(self, tag):
        self.ended.append(tag)


def read_html(base, name, processes, calls):
    page = Page()
    page.feed((base / f"{name}_results.html").read_text())
    page.close()
    same(page.ended[-1], "html", "last element")


def read_stats(base, name, processes, calls):
    with open(base / f"{name}_hip_api_stats.csv", newline="") as file:
        counts = {row["Name"]: int(row["Calls"]) for row in csv.DictReader(file, strict=True)}
    with open(base / f"{name}_marker_api_stats.csv", newline="") as file:
        counts.update({row["Name"]: int(row["Calls"]) for row in csv.DictReader(file, strict=True)})
    expect(counts, processes, calls)


def read_summary(base, name, processes, calls):
    counts = {}
    for line in (base / f"{name}_tables.txt").read_text().split("ROCPROFV3 SUMMARY:")[1].splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 4 and cells[3].isdigit():
            counts.setdefault(cells[1], int(cells[3]))
    expect(counts, processes, calls)


READERS = {"csv": read_csv, "json": read_json, "rocpd": read_rocpd, "otf2": read_otf2, "pftrace": read_pftrace,
           "parquet": read_parquet, "dataset": read_dataset, "html": read_html, "stats": read_stats, "summary": read_summary}


def unread():
    """Removes the readers that are not installed. Returns a line for each."""
    lines = [] if "duckdb" in sys.modules else ["parquet, dataset: only beginnings and ends are read, without Python's duckdb"]
    for what, tool, package in (("otf2", "otf2-print", "otf2-tools"), ("pftrace", "protoc", "protobuf-compiler")):
        if not shutil.which(tool):
            READERS[what] = lambda *_: None
            lines.append(f"{what}: not read without {tool} (Debian: {package})")
    return lines
