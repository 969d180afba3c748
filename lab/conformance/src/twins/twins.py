"""The same calls with plans that stay in C and with plans that visit Java: see CONTRIBUTING. Prints what differs, and how to repeat it."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

# Callbacks, records in large and in small buffers, both: the services of the tool in the program (tool.cc). kept: those
# of rocprofv3.
SERVICES = {
    "callbacks": "0:callbacks:hip,0:callbacks:core,0:callbacks:marker,1:callbacks:hip,1:callbacks:marker",
    "records": "0:records:hip,1:records:core,1:records:marker",
    "small": "0:size:4096,1:size:4096,0:records:hip,1:records:core,1:records:marker",
    "mixture": "0:size:4096,0:callbacks:hip,0:records:hip,0:records:core,0:callbacks:marker,"
               "1:callbacks:hip,1:records:hip,1:callbacks:core,1:records:marker",
    "kept": "none"}
REQUESTS = ",1:requests:hip,1:requests:marker"
# Calls of functions with a stream visit Java, and the ids of all others, marks and ranges retire, if a context has
# these services, even if it never starts.
NEVER_STARTED = "2:records:retirement,2:callbacks:stream"
PATHS = {"c": "", "java": NEVER_STARTED}
LIMIT_SECONDS = 120
TRY_AGAIN = 75  # says a program to which this says nothing: twins.cc
RECORDS = ["hip_api", "hsa_api", "marker_api"]


def numbered(values):
    """Each value's place among all of them."""
    return {value: place for place, value in enumerate(sorted(set(values)))}


def lines_of(trace):
    """Every field of every record of a trace, a record in a line; of its times the order."""
    records = sorted((record["correlation_id"]["internal"], kind, record)
                     for kind in RECORDS for record in trace["buffer_records"][kind])
    times = numbered(record[which] for _, _, record in records for which in ("start_timestamp", "end_timestamp"))
    threads = {}
    for _, kind, record in records:
        record |= {which: times[record[which]] for which in ("start_timestamp", "end_timestamp")}
        record["thread_id"] = threads.setdefault(record["thread_id"], len(threads))
        yield f"{kind}: {json.dumps(record)}"
    for name, strings in trace["strings"].items():
        if name in ("marker_api", "correlation_id"):
            yield from (f"{name}: {json.dumps(string)}" for string in strings)


class Twins:
    def __init__(self, settings, seed, services):
        self.settings, self.seed, self.services = settings, seed, services
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{seed}-{services}-", dir=settings.work))

    def differences(self):
        told = []
        for path in PATHS:
            status, out, err = self.run(path)
            for _ in range(5):
                if status == TRY_AGAIN:
                    status, out, err = self.run(path)
            if status or err:
                return [f"{path}: status {status}, {err or 'nothing said'}"]
            told.append(out)
        events = [sum(not line.startswith("step ") for line in lines) for lines in told]
        if min(events) < self.settings.steps // 20:
            return [f"little was told: {events} lines"]
        for path, lines in zip(PATHS, told):
            (self.folder / path).write_text("\n".join(lines) + "\n")
        pairs = [(left, right) for left, right in zip(*told) if left != right]
        found = [f"{len(pairs)} lines differ, the first: in C '{pairs[0][0]}', in Java '{pairs[0][1]}'"] if pairs else []
        return found + ([f"{len(told[0])} lines in C, {len(told[1])} in Java"] if len(told[0]) != len(told[1]) else [])

    def run(self, path):
        kept, out = self.services == "kept", self.folder / f"{path}.run"
        shutil.rmtree(out, ignore_errors=True)
        services = [SERVICES[self.services] + (REQUESTS if self.seed % 3 == 0 and not kept else ""), PATHS[path]]
        services = ",".join(one for one in services if one and not (one == "none" and PATHS[path]))
        command = [str(self.settings.bin / "twins"), services, str(self.seed), str(self.settings.steps)]
        if kept:
            command = [str(self.settings.home / "bin/rocprofv3"), "--hip-trace", "--hsa-trace", "--marker-trace", "--memory-copy-trace",
                       "-f", "json", "-d", str(out), "-o", "t", "--", *command]
        environment = {key: value for key, value in os.environ.items() if not re.match("ROCP|LD_|JAVA_TOOL|_JAVA", key)}
        environment["LD_LIBRARY_PATH"] = str(self.settings.home / "lib")
        done = subprocess.run(command, env=environment, cwd=self.folder, capture_output=True, text=True, errors="backslashreplace",
                              timeout=LIMIT_SECONDS, check=False)
        lines = [line for line in done.stdout.splitlines() if not line.startswith("begun ")]
        err = done.stderr
        if kept and done.returncode == 0:
            accounts = re.compile(r"rocprofv3: (?:process \d+|warning: \S+): "
                                  r"(recorded .*|\d+ calls not traced on purpose|\d+ names or messages of more than .*)")
            lines += [account[1] for account in map(accounts.fullmatch, err.splitlines()) if account]
            err = "\n".join(line for line in err.splitlines() if not accounts.fullmatch(line) and not line.startswith("rocprofv3: wrote "))
            with open(out / "t_results.json") as file:
                trace, = json.load(file)["rocprofiler-sdk-tool"]
            lines += lines_of(trace)
        return done.returncode, lines, err


def one(settings, seed):
    found = []
    for services in settings.services:
        twins = Twins(settings, seed, services)
        try:
            differences = twins.differences()
        except Exception as e:  # it hangs, or there is no such file
            differences = [f"{e!r}"]
        for line in differences:
            found.append(f"seed {seed}, {services}: {line}\n    again: lab/conformance/twins --seeds {seed} --services {services}"
                         f" --steps {settings.steps}; files: {twins.folder}")
        if not differences:
            shutil.rmtree(twins.folder, ignore_errors=True)
    return found


def seeds_of(text):
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser(prog="lab/conformance/twins",
                                     description="Makes the same random calls with plans that stay in C and with plans that visit Java, and says what differs.")
    parser.add_argument("--home", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=100, help="how many, of seeds that nobody has tried (100)")
    parser.add_argument("--seeds", help="these seeds: 3,10-20")
    parser.add_argument("--steps", type=int, default=2000, help="how long a sequence of calls is (2000)")
    parser.add_argument("--services", default=",".join(SERVICES), help=f"what is asked for: {', '.join(SERVICES)}")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many at once")
    settings = parser.parse_args()
    settings.services = settings.services.split(",")
    if not set(settings.services) <= set(SERVICES):
        parser.error(f"services: {', '.join(SERVICES)}")
    settings.work = pathlib.Path(tempfile.mkdtemp(prefix="twins-"))
    first = random.randrange(1 << 31)
    seeds = list(seeds_of(settings.seeds)) if settings.seeds else range(first, first + settings.rounds)
    with concurrent.futures.ThreadPoolExecutor(settings.jobs) as pool:
        found = [line for lines in pool.map(lambda seed: one(settings, seed), seeds) for line in lines]
    print(*found, f"{len(seeds)} rounds, {len(found)} differences", sep="\n")
    shutil.rmtree(settings.work, ignore_errors=True) if not found else None
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
