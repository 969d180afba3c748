"""Random programs, untraced and traced: see CONTRIBUTING. Prints a line for each difference, and how to repeat it."""
import argparse
import concurrent.futures
import glob
import hashlib
import math
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import oracle

PARTS = ["background", "calls", "threads", "ranges", "deep", "unwind", "libraries", "forks", "exec", "coroutines", "timers", "signals",
         "faults", "cancel", "descriptors", "limits"]
ENDS = ["end-return", "end-exit", "end-thread", "end-quick_exit", "end-_exit", "end-abort", "end-kill", "end-term", "end-fault",
        "end-uncaught", "end-pthread_exit", "end-exec"]
WAYS = ["records", "callbacks", "buffers", "java", "roctracer", "several"]
# Most programs are traced for records.
TURNS = ["records", "callbacks", "records", "buffers", "records", "java", "roctracer", "several"]
STEPS = [*map(str, range(6)), "background", "thread"]
LIMIT_SECONDS = 30
OURS = re.compile(r"rocprof(iler|v3): ")
GAVE_UP = "the Java runtime in this process gave up"
# After these messages, tools may miss calls.
LITTLE_MEMORY = re.compile(f"{GAVE_UP}|little memory is left in this process")
BAD_LINES = re.compile(r"internal error|Exception|hs_err|SIGSEGV|unprofiled|not traced:|no usable")
ORDERLY = ("end-return", "end-exit", "end-pthread_exit", "end-thread")


class Outcome:
    def __init__(self, status, out, err, left, hung):
        self.status, self.out, self.err, self.left, self.hung = status, out, err, left, hung


class Round:
    """One seed in one way."""

    def __init__(self, settings, seed, way, steps=None):
        self.settings, self.seed, self.way = settings, seed, way
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{seed}-{way}-", dir=settings.work))
        self.program = [str(settings.bin / "soak"), str(seed), "--parts", ",".join(settings.parts)]
        if steps is not None:
            self.program += ["--steps", ",".join(steps)]

    def differences(self):
        plain, traced = self.run("untraced", self.program, {}), self.traced()
        if "wrong:" in plain.out or plain.hung:
            return [f"the untraced program is wrong: {plain.out} {plain.err}"]
        found = []
        if traced.hung:
            (self.folder / "hung").write_text(traced.hung)
            return [f"hangs (who waits for what is in {self.folder / 'hung'}) after: {(traced.out.splitlines() or ['nothing'])[-1]}"]
        if traced.status != plain.status:
            found.append(f"status {traced.status}, untraced {plain.status}")
        if traced.out != plain.out:
            found.append("output: " + first_difference(plain.out, traced.out))
        if traced.left != plain.left:
            found.append(f"files left: {sorted(set(traced.left.items()) ^ set(plain.left.items()))}")
        found += self.check_errors(plain, traced)
        if not found:  # else what was recorded is of another program
            found = self.check_counts(traced)
        return found

    def check_errors(self, plain, traced):
        lines = traced.err.splitlines()
        ours = [line for line in lines if OURS.match(line)]
        others = "\n".join(line for line in lines if not OURS.match(line))
        found = [] if others == plain.err.rstrip("\n") else ["on standard error: " + first_difference(plain.err, others)]
        return found + [f"it said: {line}" for line in ours if BAD_LINES.search(line)]

    def check_counts(self, traced):
        page = oracle.read_page(self.folder / "traced.page")
        found = []
        trace = oracle.Trace(self.folder / "out") if self.way in ("records", "several") else None
        if trace:
            found += oracle.check_records(page, trace, GAVE_UP in traced.err)
        ended = re.search(r"end-\w+", traced.out)
        finished = oracle.read_program(self.folder / "traced.page") if ended and ended.group() in ORDERLY else set()
        told, java = oracle.read_page(self.folder / "tool.page"), oracle.read_page(self.folder / "java.page")

        def untold(process):
            if LITTLE_MEMORY.search(traced.err):
                return math.inf
            return oracle.counts_untraced(trace.counts[process]) if trace and process in trace.counts else 0

        both, all_of_them = (oracle.ENTERS, oracle.EXITS, oracle.RECORDS), range(11)
        if self.way == "callbacks":
            found += oracle.check_told(page, told, (oracle.ENTERS, oracle.EXITS), all_of_them, finished, untold)
        if self.way == "buffers":
            found += oracle.check_told(page, told, (oracle.RECORDS,), all_of_them, finished, untold)
        if self.way == "several":
            found += oracle.check_told(page, told, both, all_of_them, finished, untold)
        if self.way in ("java", "several"):
            found += oracle.check_told(page, java, both, all_of_them, finished, untold)
        if self.way == "roctracer":
            found += oracle.check_told(page, told, (oracle.ENTERS,), range(oracle.MARK, oracle.STOP + 1), finished, untold)
        return found

    # --- running it

    def traced(self):
        tool, jar = str(self.settings.bin / "libsoak_tool.so"), str(self.settings.bin / "SoakTool.jar")
        command, environment = self.program, {"SOAK_TOOL_PAGE": str(self.folder / "tool.page"),
                                              "SOAK_JAVA_PAGE": str(self.folder / "java.page")}
        if self.way in ("records", "several"):
            command = [str(self.settings.home / "bin/rocprofv3"), "--sys-trace", "-f", "csv", "-d", str(self.folder / "out"), "-o",
                       "t", "--", *command]
        if self.way in ("callbacks", "buffers", "several"):
            environment |= {"ROCP_TOOL_LIBRARIES": tool, "SOAK_TOOL": "both" if self.way == "several" else self.way}
        if self.way in ("java", "several"):
            environment["ROCPROFILER_JAVA_TOOLS"] = jar
        if self.way == "roctracer":
            environment["LD_PRELOAD"] = str(self.settings.bin / "libsoak_roctracer.so")
        if self.settings.java_options:
            environment["ROCPROFILER_JAVA_OPTIONS"] = self.settings.java_options
            environment.setdefault("LD_PRELOAD", str(self.settings.home / "lib/libjsig.so"))
        return self.run("traced", command, environment)

    def run(self, name, command, environment):
        here, temporary = self.folder / name, self.folder / f"{name}.tmp"
        here.mkdir(), temporary.mkdir()
        all_variables = {key: value for key, value in os.environ.items() if not re.match("ROCP|LD_|JAVA_TOOL|_JAVA|SOAK", key)}
        all_variables |= {"LD_LIBRARY_PATH": str(self.settings.home / "lib"), "SOAK_PAGE": str(self.folder / f"{name}.page"),
                          "TMPDIR": str(temporary)} | environment
        with open(self.folder / f"{name}.stdout", "wb") as out, open(self.folder / f"{name}.stderr", "wb") as err:
            process = subprocess.Popen(command, cwd=here, env=all_variables, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                       start_new_session=True)
            hung = ""
            try:
                status = process.wait(LIMIT_SECONDS)
            except subprocess.TimeoutExpired:
                hung, status = self.describe(process), -9
            status, hung = status, hung or self.leftovers(process)
            kill_group(process.pid)
            process.wait()
        status = status if status >= 0 else 128 - status
        return Outcome(status, self.text(name, "stdout"), self.text(name, "stderr"), files(here) | files(temporary), hung)

    def text(self, name, stream):
        return (self.folder / f"{name}.{stream}").read_text(errors="backslashreplace")

    @staticmethod
    def leftovers(process):
        for _ in range(200):
            if not in_group(process.pid):
                return ""
            time.sleep(0.05)
        return f"left processes {in_group(process.pid)}"

    def describe(self, process):
        """What every thread of it waits for."""
        lines = []
        for pid in in_group(process.pid):
            subprocess.run(["kill", "-QUIT", str(pid)], check=False) if self.settings.dump else None
            for task in glob.glob(f"/proc/{pid}/task/*"):
                try:
                    comm, waits = (pathlib.Path(task, file).read_text().strip() for file in ("comm", "syscall"))
                    lines.append(f"{pid} {os.path.basename(task)} {comm}: {waits}")
                except OSError:
                    pass
            if shutil.which("gdb"):
                stacks = subprocess.run(["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all bt 14"], capture_output=True, text=True,
                                        check=False, timeout=60)
                (self.folder / f"stacks-{pid}").write_text(stacks.stdout)
        return "\n".join(lines)


def in_group(group):
    found = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            fields = pathlib.Path(path).read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(path.split("/")[2])
        # A main thread that has ended is a zombie, even while other threads of its process run.
        if int(fields[2]) == group and (fields[0] not in "ZX" or len(glob.glob(f"/proc/{pid}/task/*")) > 1):
            found.append(pid)
    return found


def kill_group(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def files(folder):
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()[:8] if path.is_file() else "not a file"
            for path in sorted(folder.rglob("*"))}


def first_difference(expected, actual):
    expected, actual = expected.splitlines(), actual.splitlines()
    for i in range(max(len(expected), len(actual))):
        left, right = (lines[i] if i < len(lines) else "nothing" for lines in (expected, actual))
        if left != right:
            return f"line {i + 1} is '{right}' for '{left}'"
    return "no difference in lines"


# --- many of them --------------------------------------------------------------------------------------------------

class Soak:
    def __init__(self, settings):
        self.settings, self.rounds, self.failed, self.lock = settings, 0, 0, threading.Lock()

    def way_of(self, seed):
        ways = [way for way in TURNS if way in self.settings.ways]
        return ways[seed % len(ways)]

    def one(self, seed, steps=None):
        if time.monotonic() > self.settings.until:
            return []
        this = Round(self.settings, seed, self.way_of(seed), steps)
        try:
            found = this.differences()
        except Exception as e:  # the reader's: a file that is no CSV, for one
            found = [f"cannot be read: {e!r}"]
        if found and steps is None:
            self.report(this, found)
        else:
            shutil.rmtree(this.folder, ignore_errors=True)
        with self.lock:
            self.rounds += 1
            if self.rounds % 100 == 0 and steps is None:
                print(f"{self.rounds} rounds, {self.failed} with differences", file=sys.stderr, flush=True)
        return found

    def report(self, this, found):
        with self.lock:
            self.failed += 1
            for line in found:
                print(f"seed {this.seed}, {this.way}: {line}", flush=True)
            print(f"    again: lab/conformance/soak --seeds {this.seed} --ways {this.way}{self.settings.left_out}; files: {this.folder}", flush=True)

    def all(self, seeds):
        with concurrent.futures.ThreadPoolExecutor(self.settings.jobs) as pool:
            list(pool.map(self.one, seeds))
        print(f"{self.rounds} rounds, {self.failed} with differences")
        return 1 if self.failed else 0

    def shrink(self, seed):
        """Leaves out one step after the other, as long as something still differs in some of five runs."""
        steps = list(STEPS)
        for step in list(steps):
            fewer = [other for other in steps if other != step]
            if any(self.one(seed, fewer) for _ in range(self.settings.tries)):
                steps = fewer
        found = next((found for found in (self.one(seed, steps) for _ in range(self.settings.tries)) if found), ["nothing"])
        program = [str(self.settings.bin / "soak"), str(seed), "--parts", ",".join(self.settings.parts), "--steps", ",".join(steps)]
        listed = subprocess.run([*program, "--list"], env=os.environ | {"LD_LIBRARY_PATH": str(self.settings.home / "lib")},
                                capture_output=True, text=True, check=True)
        print(" ".join(program), listed.stdout.rstrip(), "\n".join(found), sep="\n")
        return 0


def seeds_of(text):
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser(prog="lab/conformance/soak", description="Runs random programs untraced and traced, and says what differs.")
    parser.add_argument("--home", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--hours", type=float, help="how long, whatever the rounds")
    parser.add_argument("--first", type=int, help="the first seed; any, otherwise")
    parser.add_argument("--seeds", help="these seeds: 3,10-20")
    parser.add_argument("--only", help=f"parts that programs are made of: {', '.join(PARTS)}; {', '.join(ENDS)}")
    parser.add_argument("--without", default="", help="parts that they are not made of")
    parser.add_argument("--ways", default=",".join(WAYS), help=f"how they are traced: {', '.join(WAYS)}")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many at once")
    parser.add_argument("--java-options", help="of the JVM in the program, such as -Xcheck:jni")
    parser.add_argument("--shrink", type=int, metavar="SEED", help="find the smallest program of this seed that still differs")
    parser.add_argument("--tries", type=int, default=5, help="how often --shrink runs each")
    parser.add_argument("--work", type=pathlib.Path, help="where files of rounds are (a temporary folder), and stay if something differs")
    parser.add_argument("--dump", action="store_true", help="ask hanging JVMs for their threads")
    settings = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_STACK, (8 << 20, resource.getrlimit(resource.RLIMIT_STACK)[1]))
    settings.work = settings.work or pathlib.Path(tempfile.mkdtemp(prefix="soak-"))
    settings.work.mkdir(parents=True, exist_ok=True)
    without = settings.without.split(",")
    unknown = [part for part in [*without, *(settings.only or "").split(",")] if part and part not in PARTS + ENDS]
    if unknown:
        parser.error(f"no such parts: {unknown}")
    only = settings.only.split(",") if settings.only else PARTS + ENDS
    if settings.only and not any(part in ENDS for part in only):
        only += ENDS
    settings.parts = [part for part in only if part not in without]
    settings.left_out = (f" --without {settings.without}" if settings.without else "") + (f" --only {settings.only}" if settings.only else "")
    settings.ways = settings.ways.split(",")
    settings.until = time.monotonic() + settings.hours * 3600 if settings.hours else float("inf")
    soak = Soak(settings)
    if settings.shrink is not None:
        sys.exit(soak.shrink(settings.shrink))
    first = settings.first if settings.first is not None else random.randrange(1 << 31)
    rounds = settings.rounds if not settings.hours else 1 << 40
    sys.exit(soak.all(seeds_of(settings.seeds) if settings.seeds else range(first, first + rounds)))


if __name__ == "__main__":
    main()
