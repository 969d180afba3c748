"""What a run of rocprofv3 left, without what differs between two equal runs: normalized.py FOLDER RAN

FOLDER holds `out`, the output directory with csv, json and rocpd of `-o trace`, and the files `stdout` and `stderr`.
RAN is the folder in which the command ran.

Prints a line for each row of each file. Names replace what the machine or the moment chose, the same name for the same
value wherever it appears, so that what refers to what can still be compared:

    P0, P1       processes, in the order of what they ran and recorded; P the command
    P0.T0        threads: the main one first, then in the order of what they recorded
    agent0       agents, in the order of their list
    P0.T0#3      the correlation id of the thread's call that began as its fourth
    @5           a time: the sixth moment at which a call of the thread began or ended; `time` where no call is meant
    ptr2         the third address that the thread's calls name
    pgid4        any other number of this kind: the fifth

Rows of a thread are in the order of the file, threads one after another: how they raced is not compared.
"""
import collections
import csv
import functools
import json
import pathlib
import re
import sqlite3
import sys

# What the fields of all files hold, by their names; the others are texts.
ROLES = {role: re.compile(pattern, re.IGNORECASE) for role, pattern in {
    "address": r"(^|[._])address(\.handle)?$",
    "count since a moment": r"(^|\.)counts\.unchecked$",
    "other": r"^(pgid|psid)$|^boot_id$|#checksum$",
    "time": r"(^|[._])(start|end|init|fini|timestamp|began|ended|init_time|fini_time|start_ticks)$|_timestamp$|_ns$",
    "task": r"(^|[._])(pid|ppid|tid|thread_id|process_id|parent|command_pid)$",
    "agent": r"agent_id\.handle$|^agents\[\d+\]\.id\.handle$",
    "call": r"correlation_id(\.(internal|ancestor))?$|stack_id$|^marker_api\.key$",
}.items()}
UNCHECKED = re.compile(r"unchecked [1-9]\d*")  # since the last look, which is not made at the same moment of two runs
LARGE = 1 << 32  # numbers from here on are addresses
NOT_PLAIN = re.compile(r"\d{3}|0x|unchecked|[^ -~]|[/\\]")
POINTER = re.compile(r"0x[0-9a-f]{5,}")
LONG = re.compile(r"(?<![\w-])-?\d{12,}\b")  # addresses and their differences, in texts
AGENT = re.compile(r'("(?:agent_)?id":\{"handle":)(\d+)')  # in texts about agents
UUID = re.compile(r"[0-9a-f]{8}([-_])[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}")


@functools.cache
def role_of(name):
    return next((role for role, pattern in ROLES.items() if pattern.search(name)), "text")


class Call:
    """A record of a call, as JSON has it."""

    def __init__(self, run, record):
        self.kind = run["kinds"][record["kind"]]
        self.name = run["operations"][record["kind"]][record["operation"]]
        self.id = record["correlation_id"]["internal"]
        self.start, self.end = record["start_timestamp"], record["end_timestamp"]
        self.text = run["texts"].get(self.id, "")
        self.place = self.first = self.last = None

    def content(self):
        return self.kind, self.name, self.text


def before(one, other):
    """Compares moments (time, place of the call, whether it is its end). At one time, inner calls end first."""
    if one[0] != other[0]:
        return -1 if one[0] < other[0] else 1
    if one[2] and other[2]:
        return other[1] - one[1]
    if one[1] != other[1]:
        return one[1] - other[1]
    return one[2] - other[2]


class Thread:
    def __init__(self, tid):
        self.tid, self.calls, self.name, self.pointers = tid, [], None, {}

    def number(self):
        self.calls.sort(key=lambda call: (call.start, call.id))
        moments = []
        for place, call in enumerate(self.calls):
            call.place = place
            moments += [(call.start, place, False), (call.end, place, True)]
        for number, (_, place, is_end) in enumerate(sorted(moments, key=functools.cmp_to_key(before))):
            if is_end:
                self.calls[place].last = number
            else:
                self.calls[place].first = number

    def content(self):
        return [call.content() for call in self.calls]


class Process:
    def __init__(self, pid):
        self.pid, self.commands, self.threads, self.name = pid, [], {}, None

    def thread(self, tid):
        return self.threads.setdefault(tid, Thread(tid))

    def order(self):
        for thread in self.threads.values():
            thread.number()
        return sorted(self.threads.values(), key=lambda t: (t.tid != self.pid, t.content(), t.tid))


class Names:
    """The names of everything, which need the whole run to be known."""

    def __init__(self, command_pid, processes, agents, folder):
        self.others, self.pointers, self.folder = collections.defaultdict(dict), {}, folder
        self.tasks, self.threads, self.calls, self.agents = {command_pid: "P"}, {}, {}, agents
        ordered = [(process, process.order()) for process in processes]
        self.programs = {process.pid: pathlib.Path(process.commands[0][0]).name for process in processes}
        ordered.sort(key=lambda p: (p[0].commands, [t.content() for t in p[1]], p[0].pid))
        for number, (process, threads) in enumerate(ordered):
            process.name = self.tasks[process.pid] = f"P{number}"
            for place, thread in enumerate(threads):
                self.add_thread(process, place, thread)

    def add_thread(self, process, place, thread):
        thread.name = f"{process.name}.T{place}"
        self.threads[process.pid, thread.tid] = thread
        if thread.tid != process.pid:
            self.tasks[thread.tid] = thread.name
        for call in thread.calls:
            self.calls.setdefault((process.pid, call.id), []).append((thread, call))

    def other(self, kind, value):
        known = self.others[kind]
        return f"{kind}{known.setdefault(value, len(known))}"

    def agent(self, pid, value):
        return self.agents.get((pid, value)) or str(value)

    def call(self, pid, value):
        if value == 0:
            return "0"
        for thread, call in self.calls.get((pid, value), []):
            return f"{thread.name}#{call.place}"
        return self.other("call", (pid, value))

    def time(self, field, pid, call_id, value):
        if value in (0, None):
            return str(value)
        for _, call in self.calls.get((pid, call_id), []):
            if re.search("start", field, re.IGNORECASE) and call.start == value:
                return f"@{call.first}"
            if re.search("end", field, re.IGNORECASE) and call.end == value:
                return f"@{call.last}"
        return "time"

    def task(self, value):
        return self.tasks.get(value) or (str(value) if value in (0, None) else self.other("task", value))

    def pointer(self, pid, tid, value):
        thread = self.threads.get((pid, tid))
        pointers = thread.pointers if thread else self.pointers
        return f"ptr{pointers.setdefault(value, len(pointers))}"

    def text(self, value, pid=None, tid=None):
        if not NOT_PLAIN.search(value):
            return value
        value = value.replace(self.folder, "FOLDER")
        value = POINTER.sub(lambda found: self.pointer(pid, tid, int(found[0], 16)), value)
        value = AGENT.sub(lambda found: found[1] + self.agent(pid, int(found[2])), value)
        value = UUID.sub(lambda found: self.other("uuid", found[0].replace("_", "-")), value)
        value = UNCHECKED.sub(r"unchecked some", value)
        value = re.sub(r"\b(\d{3,})-\d+\b", lambda found: self.known(found[1]) + "-time", value)
        value = LONG.sub(lambda found: self.pointer(pid, tid, int(found[0])), value)
        value = re.sub(r"\b\d{3,}\b", lambda found: self.known(found[0]), value)
        return value.encode("unicode_escape").decode()

    def known(self, digits):
        return self.tasks.get(int(digits), digits)


def flat(value, name=""):
    """Yields the names and values of what is in objects and lists."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(inner, f"{name}.{key}" if name else key)
    elif isinstance(value, list) and value and isinstance(value[0], str):
        yield name, " ".join(value)
    elif isinstance(value, list):
        yield name + ".length", len(value)
        for place, inner in enumerate(value):
            yield from flat(inner, f"{name}[{place}]")
    else:
        yield name, value


class Lines:
    """The rows of all files, to be printed in an order that does not depend on races."""

    def __init__(self, names):
        self.names, self.rows = names, []

    def add(self, table, fields, pid=None, tid=None, call_id=None):
        """A row, and the process, thread and call that it belongs to."""
        thread = self.names.threads.get((pid, tid))
        process = f"{self.names.tasks[pid]} {self.names.programs[pid]}" if pid in self.names.programs else ""
        place = (process, int(thread.name.rsplit("T", 1)[1]) if thread else -1)
        fields = list(fields)
        self.rows.append((table, place, len(self.rows), lambda: self.shown(fields, pid, tid, call_id)))

    def shown(self, fields, pid, tid, call_id):
        return " ".join(f"{name}={self.value(name, value, pid, tid, call_id)}" for name, value in fields)

    def value(self, name, value, pid, tid, call_id):
        role = role_of(name)
        if role == "count since a moment":
            return "some" if value else "none"
        if role == "address":  # of memory: what was freed may be given again, or not
            return "some" if value else str(value)
        if role == "other":
            return self.names.other(name, value)
        if role == "time":
            return "time" if isinstance(value, str) else self.names.time(name, pid, call_id, value)
        if role == "task":
            return self.names.task(value)
        if role == "call":
            return self.names.call(pid, value)
        if role == "agent":
            return self.names.agent(pid, value)
        if isinstance(value, int):  # the number of a process may be that of anything else
            return self.names.pointer(pid, tid, value) if abs(value) >= LARGE else str(value)
        return self.names.text(str(value), pid, tid)

    def print(self):
        # All of a thread's rows are in place before the next one's, so that numbers do not depend on races.
        for table, place, _, shown in sorted(self.rows, key=lambda row: row[:3]):
            name = place[0] + (f" T{place[1]}" if place[1] >= 0 else "")
            print(f"{table} | {name} | {shown()}")


# --- json ----------------------------------------------------------------------------------------------------------

def read_runs(path):
    with open(path) as file:
        runs = json.load(file)["rocprofiler-sdk-tool"]
    for run in runs:
        strings = run["strings"]
        run["kinds"] = [kind["kind"] for kind in strings["buffer_records"]]
        run["operations"] = [kind["operations"] for kind in strings["buffer_records"]]
        run["texts"] = {text["key"]: text["value"] for text in strings["marker_api"]}
    return runs


def processes_of(manifest, runs):
    """One for each process number, which programs that execute others share."""
    processes = {}
    for listed in manifest["processes"]:
        process = processes.setdefault(listed["pid"], Process(listed["pid"]))
        process.commands.append(listed["command"])
        process.thread(process.pid)
    for run in runs:
        process = processes[run["metadata"]["pid"]]
        for key, records in run["buffer_records"].items():
            for record in records if key.endswith("_api") else []:
                process.thread(record["thread_id"]).calls.append(Call(run, record))
    return processes.values()


def agents_of(runs):
    """Their names by the process and the id, which begin anywhere."""
    return {(run["metadata"]["pid"], agent["id"]["handle"]): f"agent{place}"
            for run in runs for place, agent in enumerate(run["agents"])}


def add_json(lines, runs):
    for run in runs:
        pid = run["metadata"]["pid"]
        for key, records in run["buffer_records"].items():
            lines.add("json " + key, [("length", len(records))], pid)
            for record in records:
                named = {"kind_name": run["kinds"][record["kind"]],
                         "operation_name": run["operations"][record["kind"]][record["operation"]], **record}
                lines.add("json " + key, flat(named), pid, record["thread_id"], record["correlation_id"]["internal"])
        # Ids without a record, those of open ranges, get their numbers in the order of texts.
        texts = sorted(run["strings"].pop("marker_api"), key=lambda text: text["value"])
        for text in sorted(texts, key=lambda text: lines.names.call(pid, text["key"])):
            lines.add("json marker_api", [("marker_api.key", text["key"]), ("value", text["value"])], pid)
        rest = {key: value for key, value in run.items()
                if key not in ("buffer_records", "kinds", "operations", "texts")}
        for field in flat(rest):
            lines.add("json of a process", [field], pid)


# --- csv -----------------------------------------------------------------------------------------------------------

def add_csv(lines, path, only):
    """`only`: the process, where there is one, in rows that do not say which."""
    with open(path, newline="") as file:
        for row in csv.DictReader(file, strict=True):
            assert None not in row and None not in row.values(), row
            row = {name: int(value) if value.isdigit() else value for name, value in row.items()}
            lines.add(path.name, row.items(), row.get("Process_Id", only), row.get("Thread_Id"), row.get("Correlation_Id"))


# --- rocpd ---------------------------------------------------------------------------------------------------------

# What events have in common, with names. Numbers of rows are compared as their order is.
EVENT = """c.string AS category, e.stack_id, e.parent_stack_id, e.correlation_id AS external, e.call_stack, e.line_info,
    e.extdata AS event_extdata"""
EVENTS = """LEFT JOIN rocpd_event e ON e.id = r.event_id AND e.guid = r.guid
    LEFT JOIN rocpd_string c ON c.id = e.category_id AND c.guid = e.guid"""
QUERIES = {
    "rocpd region": f"""
        SELECT r.guid, r.nid, r.pid, r.tid, r.start, r.end, n.string AS name, {EVENT}, r.extdata
        FROM rocpd_region r {EVENTS} LEFT JOIN rocpd_string n ON n.id = r.name_id AND n.guid = r.guid
        ORDER BY r.guid, r.id""",
    "rocpd sample": f"""
        SELECT r.guid, t.nid, t.pid, t.tid, r.timestamp AS start, n.string AS name, {EVENT}, r.extdata
        FROM rocpd_sample r {EVENTS} LEFT JOIN rocpd_track t ON t.id = r.track_id AND t.guid = r.guid
        LEFT JOIN rocpd_string n ON n.id = t.name_id AND n.guid = t.guid ORDER BY r.guid, r.id""",
    "rocpd track": """
        SELECT r.guid, r.nid, r.pid, r.tid, n.string AS name, r.extdata
        FROM rocpd_track r LEFT JOIN rocpd_string n ON n.id = r.name_id AND n.guid = r.guid ORDER BY r.guid, r.id""",
    "rocpd argument": """
        SELECT r.guid, p.pid, p.tid, e.stack_id, r.position, r.type, r.name, r.value, r.extdata
        FROM rocpd_arg r LEFT JOIN rocpd_event e ON e.id = r.event_id AND e.guid = r.guid
        LEFT JOIN rocpd_region p ON p.event_id = e.id AND p.guid = e.guid ORDER BY r.guid, r.id""",
    # Those of code in memory have addresses, in whose order they would be; the code objects have them, too.
    "rocpd string": """
        SELECT string FROM rocpd_string WHERE string NOT LIKE 'memory://%' GROUP BY string ORDER BY string""",
    "rocpd metadata": "SELECT tag, value FROM rocpd_metadata WHERE tag NOT IN ('uuid', 'guid')",
}
SHOWN_ABOVE = {"rocpd_" + name for name in ("region", "sample", "track", "arg", "event", "string", "metadata")}


def add_rocpd(lines, path):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    database.row_factory = sqlite3.Row
    for table, query in QUERIES.items():
        for row in map(dict, database.execute(query)):
            lines.add(table, row.items(), row.get("pid"), row.get("tid"), row.get("stack_id"))
    views = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY name")]
    for view in views:
        count = database.execute(f'SELECT count(*) FROM "{view}"').fetchone()[0]
        lines.add("rocpd rows", [("view", view), ("rows", count)])
        if view.startswith("rocpd_") and view not in SHOWN_ABOVE:
            for row in database.execute(f'SELECT * FROM "{view}"'):
                add_rocpd_row(lines, view, dict(row))


def add_rocpd_row(lines, view, row):
    """The numbers of processes and threads are those of the kernel."""
    row.pop("event_id", None)  # in the order of times, also of work that goes on beside calls
    own = {"rocpd_info_process": "pid", "rocpd_info_thread": "tid"}.get(view)
    if own:
        row["same"] = row.pop("id") == row[own]
    # A runtime's thread, which makes no calls, names itself some time after it began.
    if own == "tid" and (row["pid"], row["tid"]) not in lines.names.threads:
        row.pop("name")
    lines.add(view.replace("_", " ", 1), row.items(), row.get("pid"), row.get("tid"))


# --- the rest ------------------------------------------------------------------------------------------------------

def add_manifest(lines, manifest):
    # Processes are listed in the order in which they began, which may be a race: here it is that of their names.
    for process in manifest.pop("processes"):
        for field in flat(process):
            lines.add("manifest of a process", [field], process["pid"])
    for field in flat(manifest):
        lines.add("manifest", [field])


def add_properties(lines, path):
    properties = [line.split("=", 1) for line in path.read_text().splitlines()]
    pid = int(dict(properties)["pid"])
    for name, value in properties:
        lines.add("process.properties", [(name, int(value) if value.isdigit() else value)], pid)


def add_text(lines, path, order):
    """Lines that a program's threads write come in any order, those of the command in one."""
    text = [lines.names.text(line) for line in path.read_text(errors="backslashreplace").splitlines()]
    for line in order(text):
        lines.add(path.name, [("line", line)])


def main(folder, ran):
    out = folder / "out"
    manifests = list(out.glob("*.segments/manifest.json"))
    runs = read_runs(out / "trace_results.json") if (out / "trace_results.json").exists() else []
    manifest = json.loads(manifests[0].read_text()) if manifests else {"command_pid": None, "processes": []}
    names = Names(manifest["command_pid"], processes_of(manifest, runs), agents_of(runs), ran)
    lines = Lines(names)
    for name in sorted(names.text(str(path.relative_to(out))) for path in out.rglob("*") if path.is_file()):
        lines.add("files", [("name", name)])
    for path in sorted(out.glob("*.csv")):
        add_csv(lines, path, runs[0]["metadata"]["pid"] if len(runs) == 1 else None)
    add_json(lines, runs)
    if (out / "trace_results.db").exists():
        add_rocpd(lines, out / "trace_results.db")
    if manifests:
        add_manifest(lines, manifest)
    for path in sorted(out.glob("*.segments/*/process.properties")):
        add_properties(lines, path)
    add_text(lines, folder / "stdout", sorted)
    add_text(lines, folder / "stderr", list)
    lines.print()


main(pathlib.Path(sys.argv[1]), sys.argv[2])
