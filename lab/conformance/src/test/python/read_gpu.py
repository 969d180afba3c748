"""Reads the GPU files of rocprofv3 with Python's own csv module: read_gpu.py FOLDER PREFIX

Prints one line per kernel and per copy, for GpuRow.java: kernel NAME AGENT QUEUE THREAD DISPATCH CORRELATION START END, or
copy DIRECTION DESTINATION SOURCE 0 0 CORRELATION START END. A time that is not known, whose cell is empty, is 0.
"""
import csv
import pathlib
import sys


def rows(name):
    path = pathlib.Path(sys.argv[1]) / f"{sys.argv[2]}_{name}_trace.csv"
    if not path.exists():
        return
    with open(path, newline="") as file:
        for row in csv.DictReader(file, strict=True):
            assert None not in row and None not in row.values(), row
            yield row


for row in rows("kernel"):
    assert row["Kind"] == "KERNEL_DISPATCH", row
    print("kernel", row["Kernel_Name"].replace(" ", "_"), row["Agent_Id"].replace(" ", "_"), row["Queue_Id"], row["Thread_Id"],
          row["Dispatch_Id"], row["Correlation_Id"], row["Start_Timestamp"] or 0, row["End_Timestamp"] or 0)
for row in rows("memory_copy"):
    assert row["Kind"] == "MEMORY_COPY", row
    print("copy", row["Direction"], row["Destination_Agent_Id"].replace(" ", "_"), row["Source_Agent_Id"].replace(" ", "_"), 0, 0,
          row["Correlation_Id"], row["Start_Timestamp"] or 0, row["End_Timestamp"] or 0)
