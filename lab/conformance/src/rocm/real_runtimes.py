"""Programs on AMD's real runtimes and the driver in software, traced in every way, compared with untraced runs, with the driver's
truth log and with HIP's own log: see CONTRIBUTING. Prints a line for each run, and what differs. Standard library only."""
import argparse
import collections
import pathlib
import re
import shutil
import sys

import compare
import runtimes
import work

# name: the program, its arguments after the code object, and its environment.
Program = collections.namedtuple("Program", "name file arguments environment", defaults=({},))
KERNELS = ["module", "registered", "streams", "events", "graph", "callbacks", "threads", "gpus"]
COPIES = ["copies", "pinned", "fills", "rectangles", "symbols", "managed", "async"]
PROGRAMS = [
    Program("hsa: storm on shared queues", "hsa", ["storm", 8, 2, 200, 1, 1]),
    Program("hsa: storm, own queues, few signals", "hsa", ["storm", 4, 4, 400, 8, 0]),
    Program("hsa: storm, 16 packets a doorbell", "hsa", ["storm", 4, 2, 400, 16, 1]),
    Program("hsa: copies and fills", "hsa", ["copies"]),
    Program("hsa: initialised twice", "hsa", ["cycles", 2]),
    *(Program(f"hip: {name}", "hip", [name]) for name in
      [*KERNELS, "cooperative", *COPIES, "peer", "fork-before", "fork-after", "fork-exec", "killed", "aborted", "left"]),
]
# ROCr 5 ends programs whose intercepted queues are full.
FULL = [Program("hsa: storm, queues that are full", "hsa", ["storm", 8, 2, 200, 1, 1, 256]),
        Program("hsa: a full queue behind a barrier", "hsa", ["full", 10])]
EDGES = Program("hsa: edges", "edges", [], {"SOFTKFD_KERNEL_NS": "lasts=210000,20000"})
ALL_OF_HIP = Program("hip: all in one process", "hip", KERNELS + COPIES + ["peer"])
SETTINGS = ["HSA_ENABLE_INTERRUPT=0", "HSA_ENABLE_SDMA=0", "HIP_LAUNCH_BLOCKING=1", "AMD_DIRECT_DISPATCH=0", "AMD_SERIALIZE_KERNEL=3",
            "AMD_SERIALIZE_COPY=3", "GPU_MAX_HW_QUEUES=1", "HSA_DISABLE_FRAGMENT_ALLOCATOR=1", "HIP_FORCE_DEV_KERNARG=1"]

# What the product says of what it cannot trace.
UNSEEN = "rocprofiler: kernels on cooperative queues are not traced: the runtime cannot intercept those"
CHILD = "^rocprofiler: (hip|hsa) is used for the first time in a child made by fork: "
NO_HIP = "^rocprofiler: HIP's calls are not traced"
SAID = re.compile(f"^{UNSEEN}$|^rocprofv3: (wrote |nothing was recorded$)|^rocprof: |{CHILD}|{NO_HIP}")
# What it says of a process that ended without exit handlers, of which all is there.
UNSEALED = re.compile(r"^rocprofv3: process \d+: recorded \d+, in flight \d+, dropped 0, unchecked \d+$|" +
                      r"^rocprofv3: warning: process \d+: kernel dispatches: submitted (\d+), recorded (\d+), in flight (\d+), dropped 0$")
LEAKED = re.compile(r"(?<=leak detected by SharedSignalPool, )\d+")
SUDDEN = ("killed", "aborted", "left")
ROCPROF = re.compile(r"ROCtracer \(\d+\):\n|    \S+-trace\(.*\)\n")


class Oracle:
    """What a program does untraced."""

    def __init__(self, runtime, program):
        self.outcome = runtime.run(command(runtime, program), program.environment)
        self.truth = compare.Truth(self.outcome.truth())
        self.calls = None
        if program.file == "hip":
            logged = runtime.run(command(runtime, program), program.environment | {"AMD_LOG_LEVEL": "3"})
            self.calls = work.hip_log(logged.err)
            if logged.status != self.outcome.status:
                raise RuntimeError(f"{runtime.version} {program.name}: with HIP's log untraced: {logged.status} in {logged.folder}")


def command(runtime, program):
    code = runtimes.HERE / "kernels.gfx90a.co"
    return runtime.loaded(runtime.bin / program.file, code, *program.arguments)


def said(outcome, program):
    """The lines of standard error. HIP leaks signals itself, another number each time."""
    text = LEAKED.sub("some", outcome.err) if program.file == "hip" else outcome.err
    return collections.Counter(text.splitlines())


class Cell:
    """One traced run and what is wrong with it."""

    def __init__(self, runtime, program, way, tool, oracle):
        self.name = f"{runtime.version}  {program.name}  {way}  {tool}"
        self.problems = []
        outcome = runtimes.traced(runtime, command(runtime, program), way, tool, program.environment)
        self.folder, self.partly = outcome.folder, bool(re.search(CHILD, outcome.err, re.MULTILINE))
        self.truth = compare.Truth(outcome.truth(), self.traced(outcome))
        self.compare_outputs(outcome, oracle.outcome, program)
        told = self.read(tool)
        if tool == "rocprof" and program.file != "hip":
            self.truth.dispatches = []  # as AMD's: it knows kernels from HIP
        self.problems += told.problems
        self.dispatches = self.compare_work(told.of("kernel"), self.truth.dispatches, self.in_flight(outcome, program))
        # ROCr 5 copies code objects itself, by a kernel and without a call.
        unseen = () if runtime.has_tables else self.truth.by_kernel
        self.copies = self.compare_work(told.of("copy"), self.truth.copies, unseen=unseen)
        self.count_calls(told, oracle, outcome)
        if program.file == "edges" and tool == "command":
            self.compare_allocations()
        self.forwarded = sum(piece.cause == work.FORWARDED for piece in told.work)
        if self.forwarded and runtime.has_tables:
            self.problems.append(f"{self.forwarded} kernels without a call")
        if not self.problems:
            shutil.rmtree(self.folder)

    def traced(self, outcome):
        """Which processes the product says that it traces: no child that is the first to use a runtime."""
        lines = outcome.truth()
        parent = work.fields(lines[-1]).get("pid") if lines and self.partly else None
        return lambda process: parent is None or process == parent

    def read(self, tool):
        if tool == "command":
            return work.command_files(self.folder / "trace")
        if tool == "rocprof":
            return work.text_files(self.folder / "trace")
        if not (self.folder / "trace").exists():
            self.problems.append("the tool wrote nothing")
            return work.Told()
        return work.tool_file(self.folder / "trace")

    def compare_outputs(self, outcome, oracle, program):
        out = ROCPROF.sub("", outcome.out)
        if out != oracle.out:
            self.problems.append(f"output {out!r} instead of {oracle.out!r}")
        if outcome.status != oracle.status:
            self.problems.append(f"status {outcome.status} instead of {oracle.status}")
        errors = said(outcome, program) - said(oracle, program)
        sudden = any(how in program.arguments[-1:] for how in SUDDEN)
        self.problems += [f"says: {line}" for line in errors if not SAID.search(line) and not (sudden and UNSEALED.match(line))]
        if (UNSEEN in outcome.err) != bool(self.truth.unseen):
            self.problems.append("cooperative queues are not spoken of as they are used")
        self.problems += [f"driver: {line}" for line in outcome.unknown()]

    def in_flight(self, outcome, program):
        """How many kernels a program that ended suddenly left without their times, as the command says."""
        told = [UNSEALED.match(line) for line in outcome.err.splitlines() if program.arguments[-1:] and program.arguments[-1] in SUDDEN]
        return sum(int(match[3]) for match in told if match and match[3])

    def compare_work(self, traced, true, in_flight=0, unseen=()):
        match = compare.Match(traced, true)
        match.missed = [piece for piece in match.missed if piece not in unseen]
        if in_flight and len(match.missed) == in_flight:
            match.missed = []
        if match.invented:
            self.problems.append(f"not in the truth log: {compare.shown(match.invented)}")
        if match.missed:
            self.problems.append(f"not traced: {compare.shown(match.missed)}")
        orphans = [piece for piece in traced if piece.cause is None]
        if orphans:
            self.problems.append(f"without a call: {compare.shown(orphans)}")
        return match

    def count_calls(self, told, oracle, outcome):
        hip = collections.Counter({name: count for name, count in told.calls.items() if name.startswith("hip")})
        self.calls = f"{sum(hip.values())} calls"
        if oracle.calls is None:
            self.calls = ""
        elif not self.partly and not re.search(NO_HIP, outcome.err, re.MULTILINE):
            self.problems += compare.difference(hip, oracle.calls)

    def compare_allocations(self):
        """Region handles equal pool handles, and a GPU's regions list the host's: each allocation is its own agent's all the same."""
        agents = {row["Allocation_Size"]: row["Agent_Id"] for row in work.rows(self.folder / "trace", "memory_allocation")
                  if row["Operation"].endswith("_ALLOCATE")}
        found = [agents.get(str((1 << 20) + pages)) for pages in (0, 4096, 8192)]
        if found[0] != "Agent 0" or found[1] in ("Agent 0", None) or found[2] != "Agent 0":
            self.problems.append(f"allocations of the host, a GPU and the host belong to {found}")

    def line(self):
        furthest = max(self.dispatches.furthest, self.copies.furthest)
        unseen = f" + {len(self.truth.unseen)} unseen" if self.truth.unseen else ""
        forwarded = f" ({self.forwarded} forwarded)" if self.forwarded else ""
        what = f"{self.dispatches.pairs} kernels{forwarded}{unseen}  {self.copies.pairs} copies  {self.calls}  {furthest} ns"
        return f"{'differs' if self.problems else 'equal'}  {self.name}  {what}"


def cells(settings):
    """The runs to make: runtime, program, way, tool."""
    for runtime in runtimes.found(settings):
        runtime.build()
        for program in settings.chosen(runtime):
            for way in settings.ways:
                for tool in settings.tools:
                    yield runtime, program, way, tool


def with_settings(program):
    for setting in SETTINGS:
        name, value = setting.split("=")
        yield program._replace(name=f"{program.name}, {setting}", environment=program.environment | {name: value})


def chooser(options):
    def chosen(runtime):
        programs = [*PROGRAMS, ALL_OF_HIP, *([*FULL, EDGES] if runtime.has_tables else [])]
        if options.settings:
            programs = [*with_settings(ALL_OF_HIP), *with_settings(PROGRAMS[0])]
        wanted = re.compile(options.programs)
        return [program for program in programs if wanted.search(program.name)]
    return chosen


def check(plan):
    oracles = {}

    def cell(which):
        runtime, program, way, tool = which
        key = runtime.version, program.name
        if key not in oracles:
            oracles[key] = Oracle(runtime, program)
        return Cell(runtime, program, way, tool, oracles[key])

    runs = differences = 0
    for which in plan:
        result = cell(which)
        runs += 1
        differences += bool(result.problems)
        print(result.line(), flush=True)
        for problem in result.problems:
            print(f"    {problem[:400]}")
        if result.problems:
            print(f"    in {result.folder}", flush=True)
    print(f"{runs} runs, {differences} differences")
    return 1 if differences or runs == 0 else 0


def options():
    parser = argparse.ArgumentParser(prog="real-runtimes", description=__doc__)
    parser.add_argument("--home", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--tool", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--runtimes", type=lambda text: text.split(","), help="versions, separated by commas; default: all there are")
    parser.add_argument("--programs", default="", help="a regular expression for their names; default: all")
    parser.add_argument("--settings", action="store_true", help="instead of all programs, two of them with settings of the runtimes")
    parser.add_argument("--ways", type=lambda text: text.split(","), default=runtimes.WAYS, help=", ".join(runtimes.WAYS))
    parser.add_argument("--tools", type=lambda text: text.split(","), default=runtimes.TOOLS, help=", ".join(runtimes.TOOLS))
    parser.add_argument("--work", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parsed = parser.parse_args()
    parsed.chosen = chooser(parsed)
    return parsed


if __name__ == "__main__":
    settings = options()
    settings.work.mkdir(parents=True, exist_ok=True)
    sys.exit(check(cells(settings)))
