"""Compares what was recorded, or what a tool was told, with what really ran, by the page in which the functions count (page.h)."""
import csv
import glob
import json
import os
import struct
from collections import Counter, defaultdict

FUNCTIONS = ["COPY", "FLOATS", "DEVICE", "ASYNC", "INSIDE", "INFO", "MARK", "PUSH", "POP", "START", "STOP"]
BEGUN, EXECUTED, RETURNED, LENIENT = range(4)
ENTERS, EXITS, RECORDS = range(3)
CALLS = range(6)  # of HIP and HSA
MARK, PUSH, POP, START, STOP = range(6, 11)
ROW = struct.Struct("<45Q")

BY_NAME = {"hipMemcpy2D": 0, "hipTexRefSetMipmapLevelClamp": 1, "hipGetDevice": 2, "hipMemsetAsync": 3, "hipFree": 4,
           "hsa_system_get_info": 5, "m": MARK, "p": PUSH, "s": START}


def read_page(path):
    """process -> thread -> stage -> counts by function"""
    rows = defaultdict(dict)
    for words in used_rows(path):
        process, thread = words[0] >> 32, words[0] & 0xffffffff
        if thread:
            rows[process][thread] = [words[1 + 11 * stage:12 + 11 * stage] for stage in range(4)]
    return rows


def read_program(path):
    """The process that is the program itself, if it got that far."""
    return {words[0] >> 32 for words in used_rows(path) if not words[0] & 0xffffffff}


def used_rows(path):
    if not os.path.exists(path):
        return []
    with open(path, "rb") as file:
        return [words for words in ROW.iter_unpack(file.read()) if words[0]]


def total(threads, stage, functions):
    return sum(stages[stage][function] for stages in threads.values() for function in functions)


# --- records -------------------------------------------------------------------------------------------------------

class Trace:
    """What rocprofv3 wrote, by Python's own readers."""

    def __init__(self, folder):
        self.rows = defaultdict(Counter)  # process -> (thread, function) -> records
        self.strange = Counter()
        for path in glob.glob(f"{folder}/*_trace.csv"):
            with open(path, newline="") as file:
                for row in csv.DictReader(file, strict=True):
                    function = BY_NAME.get(row["Function"])
                    if function is None:
                        self.strange[row["Function"]] += 1
                    else:
                        self.rows[int(row["Process_Id"])][int(row["Thread_Id"]), function] += 1
        self.counts = defaultdict(Counter)
        self.endings = defaultdict(list)
        for path in glob.glob(f"{folder}/*.segments/manifest.json"):
            with open(path) as file:
                manifest = json.load(file)
            for process in manifest.get("processes", []):
                self.counts[process["pid"]].update(process["counts"])
                self.endings[process["pid"]].append(process["ending"])


def check_records(page, trace, gave_up):
    """Every call is a record, or counted as what became of it; no record is of no call. `gave_up`: the JVM has, and left calls half begun."""
    wrong = [f"records of functions that were never called: {dict(trace.strange)}"] if trace.strange else []
    for process in trace.rows:
        if process not in page:
            wrong.append(f"process {process}: {sum(trace.rows[process].values())} records of a process that called nothing")
    # A child without a file of its own has its calls counted in its parent's. A child may have executed a program,
    # which has a file.
    lost = sum(counts.get("lost_in_children", 0) for counts in trace.counts.values())
    for process, threads in page.items():
        counts = trace.counts.get(process)
        ran = total(threads, EXECUTED, range(11))
        if counts is None and ran <= lost:
            lost -= ran
            continue
        lines, missing = check_process(threads, trace.rows[process], counts, lost, gave_up)
        lost -= missing
        wrong += [f"process {process}: {line}" for line in lines]
    return wrong


def counts_untraced(counts):
    return counts["passed_through"] + counts.get("late", 0)


def check_process(threads, rows, counts, lost, gave_up):
    """What is wrong, and how many calls of the `lost` ones that its parent has counted are its own."""
    least = total(threads, EXECUTED, CALLS) + total(threads, RETURNED, (MARK, PUSH, START))
    most = total(threads, BEGUN, (*CALLS, MARK, PUSH, START))
    recorded = sum(rows.values())
    if counts is None:
        return [f"{least} to {most} calls of a process that the manifest does not name, {recorded} recorded"] if least else [], 0
    wrong = []
    untraced = counts_untraced(counts)
    accounted = counts["in_flight"] + counts["dropped"] + untraced
    # Calls left by exceptions are in flight, too, unless the sum needs them separately.
    if counts["submitted"] == counts["recorded"] + counts["in_flight"] + counts["dropped"] + counts["left_by_exceptions"]:
        accounted += counts["left_by_exceptions"]
    elif gave_up:
        accounted += max(0, min(least - recorded - accounted, counts["left_by_exceptions"]))
    # A range that was passed through counts as two calls.
    most += min(untraced, total(threads, BEGUN, (POP, STOP)))
    said = ", ".join(f"{name} {counts[name]}" for name in counts)
    if recorded != counts["recorded"]:
        wrong.append(f"{recorded} records in the CSV files, by the manifest {counts['recorded']}")
    missing = max(0, least - recorded - accounted)
    missing = missing if missing <= lost else 0
    accounted += missing
    if recorded + accounted < least:
        wrong.append(f"{least - recorded - accounted} of {least} calls lost without being counted ({recorded} in the files; {said})")
    if recorded + accounted > most:
        wrong.append(f"{recorded + accounted - most} more counted than the {most} calls that began ({recorded} in the files; {said})")
    for thread, function in rows:
        if function == START or thread not in threads:
            continue  # whose thread is the one that stopped it, or started it
        began = threads[thread][BEGUN][function]
        if rows[thread, function] > began:
            wrong.append(f"thread {thread}: {rows[thread, function]} records of {began} calls of {FUNCTIONS[function]}")
    strangers = {thread for thread, _ in rows} - set(threads)
    if strangers:
        wrong.append(f"records of threads {strangers}, which called nothing")
    if accounted == 0:
        for thread, stages in threads.items():
            for function in (*CALLS, MARK):
                if rows[thread, function] < stages[EXECUTED][function]:
                    wrong.append(f"thread {thread}: {rows[thread, function]} records of {stages[EXECUTED][function]} calls"
                                 f" of {FUNCTIONS[function]}, and nothing counted")
    return wrong, missing


# --- the tool's callbacks and records ------------------------------------------------------------------------------

def check_told(page, told, stages, functions, finished, untold):
    """`stages` are those of ENTERS, EXITS, RECORDS that the tool asked for; `finished` are processes that came to an orderly end;
    `untold` says of how many calls of a process its user is told that nobody hears of them."""
    wrong = []
    for process, threads in page.items():
        for stage in stages:
            found = [each for thread, counts in threads.items()
                     for each in check_thread(thread, counts, told.get(process, {}).get(thread), stage, functions, process in finished)]
            if any(missing < 0 for missing, _ in found) or sum(missing for missing, _ in found) > untold(process):
                lines = [line for _, line in found]
                wrong.append(f"process {process}: the tool was told of other {('enters', 'exits', 'records')[stage]} than there were,"
                             f" in {len(lines)} counts: {'; '.join(lines[:2])}")
    for process, threads in told.items():
        strangers = set(threads) - set(page.get(process, {}))
        if strangers:
            wrong.append(f"process {process}: the tool was told of calls of threads {strangers}, which called nothing")
    return wrong


def check_thread(thread, counts, heard, stage, functions, finished):
    """How many are missing (fewer than none: too many), and a line about it."""
    for function in functions:
        begun, executed, returned, lenient = (counts[each][function] for each in range(4))
        least = max(0, (executed if stage == ENTERS else returned) - lenient)
        if stage == RECORDS and not finished:
            least = 0
        number = heard[stage][function] if heard else 0
        if not least <= number <= begun:
            line = (f"thread {thread} {FUNCTIONS[function]} {number} of {begun} ({executed} ran, {returned} returned, {lenient} of them"
                    " where it need not be told)")
            yield (least if number < least else begun) - number, line
