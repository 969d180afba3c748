"""Many commands at once that write to one name: see CONTRIBUTING. Prints a line for each difference."""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import wholes

CALLS = 200
# Names without a key that differs between processes, so that all commands of a round want the same files.
NAMES = [("out", "all"), ("out", "sub/all"), ("out/%tag%", "all_{size}")]
MPI = ["mpirun", "--allow-run-as-root", "--oversubscribe"]


class Round:
    """Commands that want one name, in a folder of their own."""

    def __init__(self, settings, name):
        self.settings, (self.directory, self.file) = settings, name
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=settings.work))
        self.found = []

    def command(self, program):
        options = ["--sys-trace", "-f", *self.settings.formats, "--stats", "-S", "-D", "--summary-output-file", "tables",
                   "--output-config", "-d", self.directory, "-o", self.file]
        return [str(self.settings.home / "bin/rocprofv3"), *options, "--", *program]

    def start(self, command, number):
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("ROCP", "LD_"))}
        environment["LD_LIBRARY_PATH"] = f"{self.settings.home}/lib/softgpu:{self.settings.home}/lib"
        # A container without ptrace between its processes: Open MPI would print a line about it.
        environment["OMPI_MCA_btl_vader_single_copy_mechanism"] = "none"
        with open(self.folder / f"{number}.out", "w") as out, open(self.folder / f"{number}.err", "w") as err:
            return subprocess.Popen(command, cwd=self.folder, env=environment, stdout=out, stderr=err)

    def run(self, commands):
        """Runs all commands at once. Returns the process ids that the programs printed, one list per command."""
        started = [self.start(command, number) for number, command in enumerate(commands)]
        pids = []
        for number, process in enumerate(started):
            process.wait()
            out = (self.folder / f"{number}.out").read_text()
            err = (self.folder / f"{number}.err").read_text()
            if process.returncode != 0:
                self.found.append(f"command {number} ended with {process.returncode}: {err[-2000:]}")
            if re.sub(r"pid \d+\n", "", out):
                self.found.append(f"command {number} printed {out}")
            pids.append(sorted(map(int, re.findall(r"pid (\d+)\n", out))))
        return pids

    def check(self, pids, prefixes):
        """Reads every output, of which each has to have the records of one list of processes."""
        base = next(iter({path.parent for path in self.folder.glob("**/*_config.json")}), self.folder)
        names = sorted(path.name.removesuffix("_config.json") for path in base.glob("*_config.json"))
        if sorted(prefixes(pids)) != names:
            self.found.append(f"outputs {names}, not {sorted(prefixes(pids))}")
        seen = []
        for name in names:
            own = json.loads((base / f"{name}_config.json").read_text())["rocprofiler-sdk-tool"]
            processes = sorted(element["metadata"]["pid"] for element in own)
            seen.append(processes)
            for what in self.settings.formats + ["stats", "summary"]:
                try:
                    wholes.READERS[what](base, name, processes, CALLS)
                except Exception as e:  # any reader's complaint
                    self.found.append(f"{name}, {what}: {type(e).__name__} {e}")
        if sorted(seen) != sorted(pids):
            self.found.append(f"outputs of {sorted(seen)}, not {sorted(pids)}")
        self.found += [f"left behind: {path}" for path in self.folder.glob("**/*.draft")]
        for path in self.folder.glob("**/manifest.json*"):
            if json.loads(path.read_text())["state"] != "ended":
                self.found.append(f"{path}: not ended")

    def end(self, what):
        print(f"{what}, -d {self.directory} -o {self.file}: {len(self.found)} differences", flush=True)
        for line in self.found:
            print("  " + line)
        if not self.found:
            shutil.rmtree(self.folder)
        return len(self.found)


def suffixed(name, suffixes):
    """The names if any one of the commands was the first."""
    return lambda pids: [name] + suffixes


def at_once(settings, name, stem):
    round = Round(settings, name)
    pids = round.run([round.command([str(settings.bin / "ranks"), str(CALLS)])] * settings.count)
    first = stem
    # All but one have their process id.
    base = next(iter({path.parent for path in round.folder.glob("**/*_config.json")}), round.folder)
    without = {int(path.name[len(stem) + 1:].removesuffix("_config.json")) for path in base.glob(f"{stem}_[0-9]*_config.json")}
    round.check(pids, lambda all: [first] + [f"{stem}_{pid}" for (pid,) in all if pid in without])
    if len(without) != settings.count - 1:
        round.found.append(f"{len(without)} outputs with a process id")
    return round.end(f"{settings.count} commands at once")


def under_mpi(settings, name, stem):
    """mpirun rocprofv3: a command per rank."""
    round = Round(settings, name)
    ranks = [*MPI, "-n", str(settings.mpi)]
    (pids,) = round.run([[*ranks, *round.command([str(settings.bin / "mpi_ranks"), str(CALLS)])]])
    base = next(iter({path.parent for path in round.folder.glob("**/*_config.json")}), round.folder)
    others = [rank for rank in range(settings.mpi) if (base / f"{stem}_{rank}_config.json").exists()]
    round.check([[pid] for pid in pids], suffixed(stem, [f"{stem}_{rank}" for rank in others]))
    if len(others) != settings.mpi - 1:
        round.found.append(f"{len(others)} outputs with a rank")
    return round.end(f"mpirun -n {settings.mpi} rocprofv3")


def over_mpi(settings, name, stem):
    """rocprofv3 mpirun: one command, whose output all ranks share, unless the name says which is which."""
    round = Round(settings, name)
    ranks = [*MPI, "-n", str(settings.mpi), str(settings.bin / "mpi_ranks"), str(CALLS)]
    pids = round.run([round.command(ranks)])
    round.check(pids, lambda _: [stem])
    return round.end(f"rocprofv3 mpirun -n {settings.mpi}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=20, help="commands at once; 0 for none")
    parser.add_argument("--mpi", type=int, default=8, help="ranks of Open MPI; 0 for none")
    parser.add_argument("--rounds", type=int, default=3, help="each with another name")
    parser.add_argument("--formats", default=",".join(wholes.FORMATS))
    settings = parser.parse_args()
    settings.formats = settings.formats.split(",")
    settings.work = settings.bin / "work"
    settings.work.mkdir(exist_ok=True)
    for line in wholes.unread():
        print(line)
    differences = 0
    for number in range(settings.rounds):
        name = NAMES[number % len(NAMES)]
        plain = number % len(NAMES) < 2
        if settings.count:
            differences += at_once(settings, name, "all" if plain else "all_1")
        if settings.mpi and shutil.which("mpirun") and shutil.which("mpicc"):
            differences += under_mpi(settings, name, "all" if plain else f"all_{settings.mpi}")
            # Where processes name the files, the job's size is that of each.
            differences += over_mpi(settings, NAMES[number % 2], "all")
        elif settings.mpi:
            print("no Open MPI (Debian: openmpi-bin, libopenmpi-dev)")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
