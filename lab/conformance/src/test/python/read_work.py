"""Prints the GPU work in a trace of rocprofv3, one line per record, without what differs from run to run.

read_work.py csv|json FOLDER PREFIX

Ids of calls are shown as the HIP function they belong to, addresses and queues are numbered as they come, and of times it
is only checked that they are in order. Of allocations those are shown that the program asked for, not the runtime's own.
"""

import csv
import json
import sys


class Numbers:
    """Numbers for values, in the order in which they are first seen."""

    def __init__(self, prefix):
        self.prefix = prefix
        self.known = {}

    def __getitem__(self, value):
        return self.known.setdefault(value, f"{self.prefix}{len(self.known) + 1}")


def check(good, *what):
    if not good:
        sys.exit(" ".join(map(str, what)))


class Work:
    def __init__(self):
        self.queues = Numbers("queue ")
        self.addresses = Numbers("address ")
        self.functions = {}
        self.starts = {}
        self.main = 0

    def call(self, correlation, function, start, thread, process):
        self.functions[correlation] = function
        self.starts[correlation] = start
        self.main = process
        check(thread == process, "thread", thread)

    def of(self, correlation, start, end):
        """The function that some work belongs to. It does not begin before the call does."""
        check(start <= end, "ends before it starts")
        check(start >= self.starts[correlation], "begins before its call")
        return self.functions[correlation]

    def asked_for(self, correlation):
        return self.functions.get(correlation, "") in ("hipMalloc", "hipHostMalloc", "hipFree", "hipHostFree")

    def thread(self, thread):
        check(int(thread) == self.main, "thread", thread)

    def add(self, *cells):
        print(*cells, sep=", ")


def rows(folder, prefix, name):
    with open(f"{folder}/{prefix}_{name}_trace.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, strict=True))


def read_csv(folder, prefix):
    work = Work()
    for row in rows(folder, prefix, "hip_api"):
        work.call(int(row["Correlation_Id"]), row["Function"], int(row["Start_Timestamp"]), int(row["Thread_Id"]),
                  int(row["Process_Id"]))

    def function(row):
        return work.of(int(row["Correlation_Id"]), int(row["Start_Timestamp"]), int(row["End_Timestamp"]))

    for row in sorted(rows(folder, prefix, "kernel"), key=lambda row: int(row["Dispatch_Id"])):
        work.thread(row["Thread_Id"])
        work.add(row["Kind"], row["Agent_Id"], work.queues[row["Queue_Id"]], "stream " + row["Stream_Id"],
                 row["Dispatch_Id"], row["Kernel_Id"], row["Kernel_Name"], function(row),
                 *(f"{name} {row[name]}" for name in (
                     "LDS_Block_Size", "Scratch_Size", "VGPR_Count", "Accum_VGPR_Count", "SGPR_Count")),
                 *(" ".join(row[f"{name}_Size_{axis}"] for axis in "XYZ") for name in ("Workgroup", "Grid")))
    for row in rows(folder, prefix, "memory_copy"):
        work.add(row["Kind"], row["Direction"], "stream " + row["Stream_Id"], row["Source_Agent_Id"],
                 row["Destination_Agent_Id"], function(row))
    for row in rows(folder, prefix, "memory_allocation"):
        if not work.asked_for(int(row["Correlation_Id"])):
            continue
        work.add(row["Kind"], row["Operation"], repr(row["Agent_Id"]), row["Allocation_Size"],
                 work.addresses[row["Address"]], function(row))
        check(len(row["Address"]) == 18 and row["Address"].startswith("0x"), row["Address"])
    for row in rows(folder, prefix, "scratch_memory"):
        work.add(row["Kind"], row["Operation"], row["Agent_Id"], work.queues[row["Queue_Id"]],
                 "flags " + row["Alloc_Flags"], row["Allocation_Size"])


def read_json(folder, prefix):
    with open(f"{folder}/{prefix}_results.json", encoding="utf-8") as file:
        (tool,) = json.load(file)["rocprofiler-sdk-tool"]
    records = tool["buffer_records"]
    kinds = tool["strings"]["buffer_records"]
    ranges = {entry["key"]: entry["value"] for entry in tool["strings"]["correlation_id"]["external"]}
    agents = {agent["id"]["handle"]: (agent["name"], agent["gpu_index"]) for agent in tool["agents"]}
    work = Work()

    def kind(record):
        return kinds[record["kind"]]["kind"]

    def operation(record):
        return kinds[record["kind"]]["operations"][record["operation"]]

    def stream(record):
        return f"stream {record['stream_id']['handle']}"

    def function(record):
        return work.of(record["correlation_id"]["internal"], record["start_timestamp"], record["end_timestamp"])

    def agent(handle):
        return agents[handle["handle"]] if handle["handle"] else None

    for record in records["hip_api"]:
        work.call(record["correlation_id"]["internal"], operation(record), record["start_timestamp"],
                  record["thread_id"], tool["metadata"]["pid"])
        work.add(operation(record), stream(record), ranges.get(record["correlation_id"]["external"], "-"))
    for record in sorted(records["kernel_dispatch"], key=lambda record: record["dispatch_info"]["dispatch_id"]):
        info = record["dispatch_info"]
        kernel = tool["kernel_symbols"][info["kernel_id"]]
        check(kernel["kernel_id"] == info["kernel_id"], "kernel", kernel)
        code = tool["code_objects"][kernel["code_object_id"]]
        check(code["agent_id"] == info["agent_id"], "agent", code)
        work.thread(record["thread_id"])
        work.add(kind(record), operation(record), agent(info["agent_id"]), work.queues[info["queue_id"]["handle"]],
                 stream(record), info["dispatch_id"], kernel["kernel_name"], kernel["formatted_kernel_name"],
                 kernel["truncated_kernel_name"], function(record),
                 ranges.get(record["correlation_id"]["external"], "-"),
                 f"private {info['private_segment_size']}, group {info['group_segment_size']}",
                 *(" ".join(str(info[name][axis]) for axis in "xyz") for name in ("workgroup_size", "grid_size")))
    for record in records["memory_copy"]:
        work.thread(record["thread_id"])
        work.add(kind(record), operation(record), stream(record), agent(record["src_agent_id"]),
                 agent(record["dst_agent_id"]), record["bytes"], function(record))
    for record in records["memory_allocation"]:
        if not work.asked_for(record["correlation_id"]["internal"]):
            continue
        work.thread(record["thread_id"])
        work.add(kind(record), operation(record), agent(record["agent_id"]), record["allocation_size"],
                 work.addresses[record["address"]], function(record))
    for record in records["scratch_memory"]:
        work.add(kind(record), operation(record), agent(record["agent_id"]),
                 work.queues[record["queue_id"]["handle"]], f"flags {record['flags']}", record["allocation_size"])


{"csv": read_csv, "json": read_json}[sys.argv[1]](*sys.argv[2:4])
