"""Reads manifest.json of a run with Python's own json module: read_manifest.py FILE

Prints the run's state, how the program ended, what still ran, and a line for each process, in the order of the file:
PID RANK/SIZE/LOCAL_RANK ENDING recorded RECORDED in flight IN_FLIGHT dropped DROPPED COMMAND
"""
import json
import os
import sys

with open(sys.argv[1]) as file:
    run = json.load(file)
assert run["format"] == 1 and run["command"] and os.path.isabs(run["working_directory"])
program = run.get("program", {})
print(run["state"], *(f"{key} {program[key]}" for key in ("exited", "signaled") if key in program),
      *(f"{process['name']} runs" for process in run.get("still_running", [])))
for process in run.get("processes", []):
    place = "/".join(str(process.get(key, "-")) for key in ("rank", "size", "local_rank"))
    counts = process["counts"]
    folder = os.path.join(os.path.dirname(sys.argv[1]), process["directory"])
    assert os.path.isdir(folder) and process["host"] == os.uname().nodename and process["parent"] > 0
    assert process["clocks"]["boottime_ns"] > 0 and process["clocks"]["realtime_ns"] > 0
    print(process["pid"], place, process["ending"], "recorded", counts["recorded"], "in flight", counts["in_flight"],
          "dropped", counts["dropped"], *(os.path.basename(word) for word in process["command"]))
