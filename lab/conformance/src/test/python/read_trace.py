"""Reads what rocprofv3 wrote with Python's own csv and json modules: read_trace.py csv|json FOLDER PREFIX

Prints one line per API record: 0 KIND NAME 0 THREAD INTERNAL ANCESTOR START END STREAM OPERATION PROCESS (0 for what
CSV does not have).
"""
import csv
import json
import pathlib
import sys


def from_csv(folder, prefix):
    for path in sorted(folder.glob(prefix + "_*_api_trace.csv")):
        with open(path, newline="") as file:
            for row in csv.DictReader(file, strict=True):
                assert None not in row and None not in row.values(), row
                yield (row["Domain"], row["Function"], row["Thread_Id"], row["Correlation_Id"], 0,
                       row["Start_Timestamp"], row["End_Timestamp"], 0, 0, row["Process_Id"])


def from_json(folder, prefix):
    with open(folder / (prefix + "_results.json")) as file:
        runs = json.load(file)["rocprofiler-sdk-tool"]
    for run in runs:
        names = {kind["kind"]: kind["operations"] for kind in run["strings"]["buffer_records"]}
        kinds = [kind["kind"] for kind in run["strings"]["buffer_records"]]
        for key in ("hip_api", "hsa_api", "marker_api"):
            for record in run["buffer_records"][key]:
                kind = kinds[record["kind"]]
                ids = record["correlation_id"]
                yield (kind, names[kind][record["operation"]], record["thread_id"], ids["internal"], ids["ancestor"],
                       record["start_timestamp"], record["end_timestamp"], record.get("stream_id", {}).get("handle", 0),
                       record["operation"], run["metadata"]["pid"])


reader = {"csv": from_csv, "json": from_json}[sys.argv[1]]
for kind, name, *numbers in reader(pathlib.Path(sys.argv[2]), sys.argv[3]):
    print(0, kind, name.replace(" ", "_"), 0, *numbers)
