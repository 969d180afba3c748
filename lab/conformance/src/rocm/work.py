"""Kernels, copies and calls, as the driver's truth log, the tracer's files and HIP's own log tell them. Standard library only."""
import collections
import csv
import pathlib
import re
import struct

# A kernel or a copy. cause: the name of the call that it belongs to, None if there is no such call.
Work = collections.namedtuple("Work", "sort name start end cause", defaults=(None,))

# The cause of what a thread submits that makes no calls: the runtime's own, for packets that found the queue full.
FORWARDED = "forwarded"


class Told:
    """What one reader knows of a run: pieces of work, and how often each function was called."""

    def __init__(self):
        self.work, self.calls, self.problems = [], collections.Counter(), []

    def of(self, sort):
        return [work for work in self.work if work.sort == sort]


def fields(line):
    return dict(word.split("=", 1) for word in line.split() if "=" in word)


def rows(folder, name):
    for path in sorted(folder.rglob(f"*{name}_trace.csv")):
        with open(path, newline="") as file:
            yield from csv.DictReader(file, strict=True)


def command_files(folder):
    """What rocprofv3 -f csv wrote."""
    told, functions, callers = Told(), {}, set()
    for kind in ("hsa_api", "hip_api"):
        for row in rows(folder, kind):
            told.calls[row["Function"]] += 1
            callers.add(row["Thread_Id"])
            call = row["Function"], int(row["Start_Timestamp"])
            # Two processes may have the same ids; only kernels say of which thread they are.
            functions[row["Correlation_Id"]] = functions[row["Thread_Id"], row["Correlation_Id"]] = call
            if int(row["Start_Timestamp"]) > int(row["End_Timestamp"]):
                told.problems.append(f"{row['Function']} ends before it begins")
    for kind in ("kernel", "memory_copy"):
        for row in rows(folder, kind):
            forwarded = kind == "kernel" and row["Thread_Id"] not in callers
            key = (row["Thread_Id"], row["Correlation_Id"]) if kind == "kernel" else row["Correlation_Id"]
            cause, begin = functions.get(key, (FORWARDED if forwarded else None, 0))
            name = without_suffix(row["Kernel_Name"]) if kind == "kernel" else "copy"
            start, end = int(row["Start_Timestamp"]), int(row["End_Timestamp"])
            if begin > start:
                told.problems.append(f"{name} begins before its call {cause}")
            told.work.append(Work(name if kind == "memory_copy" else kind, name, start, end, cause))
    return told


# An entry of gpu_tool.c: a letter, operation and phase, thread, caller, two ids, two times, and 8 more words.
ENTRY = struct.Struct("<Qii6Q64s")
TEXT = slice(8, None)


def tool_file(path):
    """What the tests' C tool wrote."""
    told, kernels, names, calls, work, callers = Told(), {}, {}, {}, [], set()
    data = path.read_bytes()
    for letter, operation, _, thread, _, internal, _, start, end, more in ENTRY.iter_unpack(data):
        letter, words = chr(letter), struct.unpack("<8Q", more)
        text = more[TEXT].split(b"\0")[0].decode(errors="replace")
        if letter == "n":
            kernels[words[0]] = without_suffix(text)
        elif letter == "o":
            names[words[0], operation] = text
        elif letter in "hs":
            calls[internal] = (words[0], operation), start
            callers.add(thread)
        elif letter == "k":
            work.append(("kernel", words[2], start, end, internal, thread))
        elif letter == "c":
            work.append(("copy", None, start, end, internal, thread))
        elif letter == "d":
            told.problems.append(f"{words[0]} records dropped")
    for function, _ in calls.values():
        told.calls[names.get(function, "?")] += 1
    for sort, kernel, start, end, internal, thread in work:
        function, begin = calls.get(internal, (None, 0))
        forwarded = FORWARDED if sort == "kernel" and thread not in callers else None
        if begin > start:
            told.problems.append(f"a {sort} begins before its call")
        name = "copy" if sort == "copy" else kernels.get(kernel, "?")
        told.work.append(Work(sort, name, start, end, names.get(function, forwarded)))
    return told


API = re.compile(r"^(\d+):(\d+) \d+:\d+ (\w+)\(.*:(\d+)$")
OPERATION = re.compile(r"^(\d+):(\d+) (?:\d+:\d+ )?(.+):(\d+):(\d+)$")
# HIP's commands that are no kernels: a copy or a fill may be several kernels or copies of the driver's.
COMMAND = re.compile(r"^(Copy|FillBuffer|Marker|Task)")


def text_files(folder):
    """What rocprof wrote: HIP's kernels and commands, or HSA's copies."""
    told, functions = Told(), {}
    for path in sorted(folder.glob("*_api_trace.txt")):
        for line in path.read_text().splitlines():
            if match := API.match(line):
                told.calls[match[3]] += 1
                functions[match[4]] = match[3]
    for sort, name in (("kernel", "hcc_ops"), ("copy", "async_copy")):
        for path in sorted(folder.glob(f"*{name}_trace.txt")):
            for line in path.read_text().splitlines():
                told.work.append(operation(sort, line, functions))
    return told


def operation(sort, line, functions):
    match = OPERATION.match(line)
    if match is None:
        raise ValueError(f"rocprof wrote {line!r}")
    if sort == "kernel" and COMMAND.match(match[3]):
        sort = "command"
    name = "copy" if sort == "copy" else without_suffix(match[3])
    return Work(sort, name, int(match[1]), int(match[2]), functions.get(match[4]))


def without_suffix(name):
    return name.removesuffix(".kd")


LOGGED = re.compile(r"^:3:\S+\s*:\s*\d+\s*:[^\x1b]*\x1b\[32m (hip\w+) \(")


# Functions that write no line there, so that it cannot say how often they were called: hipGetStreamDeviceId() in
# hip_stream.cpp of HIP 7.2.
UNLOGGED = {"hipGetStreamDeviceId"}


def hip_log(text):
    """How often HIP's own log says that each function was called."""
    return collections.Counter(match[1] for line in text.splitlines() if (match := LOGGED.match(line)))
