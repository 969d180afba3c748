"""Programs on AMD's real runtimes and the driver in software, traced in every way, compared with untraced runs, with the driver's
truth log and with HIP's own log: see CONTRIBUTING. Prints a line for each run, and what differs. Standard library only."""
import argparse
import collections
import concurrent.futures
import pathlib
import re
import shutil
import sys

import compare
import hip_view
import programs
import runtimes
import table
import work

# What the product says of what it cannot trace.
UNSEEN = "rocprofiler: kernels on cooperative queues are not traced: the runtime cannot intercept those"
CHILD = "^rocprofiler: (hip|hsa) is used for the first time in a child made by fork: "
UNTOLD = r"^rocprofiler: \d+ process(es)? made by fork.*: no tool was told of "
NO_HIP = "^rocprofiler: HIP's calls are not traced"
# Libraries with kernels register them before the product is there: a function of the compiler's each.
LATE = "^rocprofiler(-register)?: .*hip_compiler (until now|is used for the first time after)"
COUNTED = r"^rocprofv3: \d+ processes made by fork: \d+ calls cannot be recorded there$"
SAID = re.compile(f"{LATE}|{COUNTED}|^{UNSEEN}$|^rocprofv3: (wrote |nothing was recorded(: .*)?$)|^rocprof: |{CHILD}|{UNTOLD}|{NO_HIP}")
# What it says of a process that ended without exit handlers: all that the program had waited for is there.
UNSEALED = re.compile(r"^rocprofv3: process \d+: recorded \d+, in flight 0, dropped 0, unchecked \d+$")
LEAKED = re.compile(r"(?<=leak detected by SharedSignalPool, )\d+")
ROCPROF = re.compile(r"ROCtracer \(\d+\):\n|    \S+-trace\(.*\)\n")
# ROCr says which signal has no times: another address in each run.
SIGNAL = re.compile(r"(?<=^Signal )0x[0-9a-f]+(?= time stamps may be invalid)", re.MULTILINE)
# What the distribution's tests say differs from run to run.
TAKEN = re.compile(r"\(\d+ ms( total)?\)")
# How often a program is run untraced until it ends in the same way twice, and how much is said of a run that did not.
ATTEMPTS, LAST_LINES = 3, 12


class Oracle:
    """What a program does untraced."""

    def __init__(self, runtime, program):
        self.outcome, self.calls = run_untraced(runtime, program, {}), None
        if programs.uses_hip(program):
            self.outcome, logged = self.agreeing(runtime, program)
            self.calls = work.hip_log(logged.err)
            shutil.rmtree(logged.folder)
        shutil.rmtree(self.outcome.folder)

    def agreeing(self, runtime, program):
        """Runs without and with HIP's log that end in the same way: HIP by itself now and then ends a program, which is said."""
        outcome = self.outcome
        for _ in range(ATTEMPTS):
            logged = run_untraced(runtime, program, {"AMD_LOG_LEVEL": "3"})
            if logged.status == outcome.status:
                return outcome, logged
            for which in (outcome, logged):
                last = "\n    ".join(line[:400] for line in which.err.splitlines()[-LAST_LINES:])
                print(f"untraced  {runtime.version}  {program.name}  ended with {which.status} in {which.folder}:\n    {last}", flush=True)
            outcome = run_untraced(runtime, program, {})
        raise RuntimeError(f"{runtime.version} {program.name}: {ATTEMPTS} times untraced it ended otherwise with HIP's log")


def run_untraced(runtime, program, log):
    return runtime.run(command(runtime, program), environment_of(program) | log)


def command(runtime, program):
    if programs.is_distributions(program):
        return runtime.loaded(runtime.folder / program.file, *program.arguments)
    code = [] if program.file == "compiled" else [runtimes.HERE / f"kernels.{program.architecture}.co"]
    return runtime.loaded(runtime.bin / program.file, *code, *program.arguments)


def environment_of(program):
    return program.environment | {"SOFTKFD_ARCHITECTURE": program.architecture}


def said(outcome, program):
    """The lines of standard error. HIP leaks signals itself, another number each time."""
    text = LEAKED.sub("some", outcome.err) if programs.uses_hip(program) else outcome.err
    text = SIGNAL.sub("one", text)
    return collections.Counter(text.splitlines())


class Cell:
    """One traced run and what is wrong with it."""

    def __init__(self, runtime, program, way, tool, oracle):
        self.runtime, self.program, self.way, self.tool = runtime, program, way, tool
        self.problems = []
        uses_hip = programs.uses_hip(program)
        outcome = runtimes.traced(runtime, command(runtime, program), way, tool, environment_of(program), uses_hip)
        self.folder = outcome.folder
        # Children that use HIP before their parent: a line says that they are not traced. A tool's profiler has ended
        # in any child.
        # rocprof has HIP's own word there.
        said_so = tool != "rocprof" and bool(re.search(CHILD, outcome.err, re.MULTILINE))
        self.partly = said_so or (tool == "tool" and program.name == "hip: fork-before")
        self.truth = compare.Truth(outcome.truth(), self.traced(outcome))
        self.compare_outputs(outcome, oracle.outcome)
        in_time = isinstance(outcome.status, int)
        told = self.read() if in_time else work.Told()
        self.problems += told.problems
        self.flights = 0
        self.true_kernels, self.true_copies = len(self.truth.dispatches) + len(self.truth.unseen), len(self.truth.copies)
        self.true_calls = None if oracle.calls is None else sum(oracle.calls.values())
        self.kernels = self.copies = self.furthest = self.forwarded = self.backward = self.calls = 0
        # The C tool writes its file at its end, which a program that ends suddenly does not give it.
        self.has_records = in_time and (tool != "tool" or not self.sudden())
        if self.has_records:
            self.compare(told, oracle, outcome)
        if not self.problems:
            shutil.rmtree(self.folder)

    def compare(self, told, oracle, outcome):
        if self.tool == "rocprof":
            self.compare_view(told)
        else:
            self.compare_records(told)
        self.count_calls(told, oracle, outcome)
        if self.program.file == "edges" and self.tool in runtimes.OF_COMMAND:
            self.compare_allocations()

    def traced(self, outcome):
        """Which processes are traced: all, or the parent, which ends last."""
        lines = outcome.truth()
        parent = work.fields(lines[-1]).get("pid") if lines and self.partly else None
        return lambda process: parent is None or process == parent

    def read(self):
        if self.tool in runtimes.OF_COMMAND:
            return work.command_files(self.folder / "trace")
        if self.tool == "rocprof":
            return work.text_files(self.folder / "trace")
        if (self.folder / "trace").exists():
            return work.tool_file(self.folder / "trace")
        if not self.sudden():
            self.problems.append("the tool wrote nothing")
        return work.Told()

    def sudden(self):
        return any(str(argument) in programs.SUDDEN for argument in self.program.arguments[-1:])

    def compare_outputs(self, outcome, oracle):
        out = ROCPROF.sub("", outcome.out)
        if TAKEN.sub("", out) != TAKEN.sub("", oracle.out):
            self.problems.append(f"output {out!r} instead of {oracle.out!r}")
        if outcome.status != oracle.status:
            self.problems.append(f"status {outcome.status} instead of {oracle.status}")
        errors = said(outcome, self.program) - said(oracle, self.program)
        self.problems += [f"says: {line}" for line in errors
                          if not SAID.search(line) and not (self.sudden() and UNSEALED.match(line))]
        # rocprof has HIP's word for what runs on them.
        if (UNSEEN in outcome.err) != (self.tool != "rocprof" and bool(self.truth.unseen)):
            self.problems.append("cooperative queues are not spoken of as they are used")
        self.problems += [f"driver: {line}" for line in outcome.unknown()]

    def compare_records(self, told):
        kernels = self.compare_work(told.of("kernel"), self.truth.dispatches)
        # ROCr copies code objects itself, by a kernel and without a call: ROCr 5 all of them, newer ones those that
        # are large.
        own = () if self.runtime.has_tables and not programs.is_distributions(self.program) else self.truth.by_kernel
        copies = self.compare_work(told.of("copy"), self.truth.copies, unseen=own)
        self.kernels, self.copies, self.furthest = kernels.pairs, copies.pairs, max(kernels.furthest, copies.furthest)
        self.forwarded = sum(piece.cause == work.FORWARDED for piece in told.work)
        if self.forwarded and self.runtime.has_tables:
            self.problems.append(f"{self.forwarded} kernels without a call")

    def compare_view(self, told):
        """What rocprof wrote: of HIP programs HIP's own view of its work, of others HSA's copies, as AMD's."""
        if not programs.uses_hip(self.program) or not self.runtime.has_tables:
            copies = self.compare_work(told.of("copy"), self.truth.copies)
            self.copies, self.furthest = copies.pairs, copies.furthest
            return
        match = hip_view.Match(told.work, self.truth.dispatches + self.truth.copies, self.truth.unseen)
        self.kernels, self.copies, self.furthest, self.backward = match.kernels, match.copies, match.furthest, match.backward
        if self.sudden():  # HIP had not reported its last commands
            late = [piece for piece in match.missed if piece.start > match.last]
            self.flights = len(late)
            match.missed = [piece for piece in match.missed if piece not in late]
        self.tell(match, told.work)

    def compare_work(self, traced, true, unseen=()):
        match = compare.Match(traced, true)
        match.missed = [piece for piece in match.missed if piece not in unseen]
        self.tell(match, traced)
        return match

    def tell(self, match, traced):
        if match.invented:
            self.problems.append(f"not in the truth log: {compare.shown(match.invented)}")
        if match.missed:
            self.problems.append(f"not traced: {compare.shown(match.missed)}")
        orphans = [piece for piece in traced if piece.cause is None]
        if orphans:
            self.problems.append(f"without a call: {compare.shown(orphans)}")

    def count_calls(self, told, oracle, outcome):
        hip = collections.Counter({name: count for name, count in told.calls.items() if name.startswith("hip")})
        self.calls = sum(hip.values())
        if oracle.calls is not None and not self.partly and not re.search(NO_HIP, outcome.err, re.MULTILINE):
            logged = collections.Counter({name: count for name, count in hip.items() if name not in work.UNLOGGED})
            self.problems += compare.difference(logged, oracle.calls)

    def compare_allocations(self):
        """Region handles equal pool handles, and a GPU's regions list the host's: each allocation is its own agent's all the same."""
        agents = {row["Allocation_Size"]: row["Agent_Id"] for row in work.rows(self.folder / "trace", "memory_allocation")
                  if row["Operation"].endswith("_ALLOCATE")}
        found = [agents.get(str((1 << 20) + pages)) for pages in (0, 4096, 8192)]
        if found[0] != "Agent 0" or found[1] in ("Agent 0", None) or found[2] != "Agent 0":
            self.problems.append(f"allocations of the host, a GPU and the host belong to {found}")

    def shown(self):
        """In a table."""
        if self.problems:
            return "differs"
        if not self.has_records:
            return "no records"
        unseen = f", {len(self.truth.unseen)} unseen" if self.truth.unseen and self.tool != "rocprof" else ""
        forwarded = f", {self.forwarded} forwarded" if self.forwarded else ""
        flights = f", {self.flights} in flight" if self.flights else ""
        compared = f"{self.furthest} ns" if self.kernels or self.copies else "calls" if self.calls else "–"
        backward = f", {self.backward} backward" if self.backward else ""
        return compared + unseen + forwarded + flights + backward

    def line(self):
        name = f"{self.runtime.version}  {self.program.name}  {self.way}  {self.tool}"
        calls = f"  {self.calls} calls" if self.true_calls is not None else ""
        work_done = f"{self.kernels} kernels  {self.copies} copies{calls}"
        return f"{'differs' if self.problems else 'equal'}  {name}  {work_done}  {self.shown()}"


def chosen_programs(settings):
    """The programs to run, on each runtime; they are built."""
    wanted = re.compile(settings.programs)
    for runtime in runtimes.found(settings):
        chosen = [program for program in programs.SETS[settings.set](runtime) if wanted.search(program.name)]
        runtime.build({program.file for program in chosen if not programs.is_distributions(program)} | {"registers_preload.so"})
        yield from ((runtime, program) for program in chosen)


def cells(settings):
    """All runs, in order."""
    def cells_of(which):
        oracle = Oracle(*which)
        return [Cell(*which, way, tool, oracle) for way in settings.ways for tool in settings.tools]

    with concurrent.futures.ThreadPoolExecutor(settings.jobs) as pool:
        for found in pool.map(cells_of, list(chosen_programs(settings))):
            yield from found


def check(settings):
    tables = table.Tables(settings.ways, settings.tools)
    runs = differences = 0
    for cell in cells(settings):
        tables.add(cell)
        runs += 1
        differences += bool(cell.problems)
        print(cell.line(), flush=True)
        for problem in cell.problems:
            print(f"    {problem[:400]}")
        if cell.problems:
            print(f"    in {cell.folder}", flush=True)
    print(f"{runs} runs, {differences} differences")
    if settings.table is not None:
        tables.write(settings.table, settings.set)
    return 1 if differences or runs == 0 else 0


def listed(text):
    return text.split(",")


def options():
    parser = argparse.ArgumentParser(prog="real-runtimes", description=__doc__)
    parser.add_argument("--home", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--tool", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--runtimes", type=listed, help="versions, separated by commas; default: all there are")
    parser.add_argument("--set", choices=programs.SETS, default="programs", help="which programs: those of this folder, two of them with "
                        "settings of the runtimes, six of them on other architectures, or programs of the distribution")
    parser.add_argument("--programs", default="", help="a regular expression for their names; default: all")
    parser.add_argument("--ways", type=listed, default=runtimes.WAYS, help=", ".join(runtimes.WAYS))
    parser.add_argument("--tools", type=listed, default=runtimes.TOOLS, help=", ".join([*runtimes.TOOLS, "recorder"]))
    parser.add_argument("--jobs", type=int, default=1, help="how many programs to run at once; default: 1")
    parser.add_argument("--table", type=pathlib.Path, help="a file in Markdown: the results replace the set's tables there")
    parser.add_argument("--work", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    chosen = options()
    chosen.work.mkdir(parents=True, exist_ok=True)
    sys.exit(check(chosen))
