"""AMD's real runtimes as fetch-rocm-runtimes unpacked them, programs on them, and the ways to trace those."""
import os
import pathlib
import re
import subprocess
import tempfile

LIMIT_SECONDS = 120
HERE = pathlib.Path(__file__).resolve().parent
# Of the environment, what would steer the runtimes or the product.
STEERS = re.compile("^(ROC|HIP|HSA|AMD|GPU_|LD_|SOFTKFD|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|_JAVA_OPTIONS)")


class Outcome:
    def __init__(self, status, out, err, folder):
        self.status, self.out, self.err, self.folder = status, out, err, folder

    def truth(self):
        path = self.folder / "truth"
        return path.read_text().splitlines() if path.exists() else []

    def unknown(self):
        """What the driver says at the end of each process of packets and requests that it did not understand."""
        path = self.folder / "stats"
        return [line for line in path.read_text().splitlines() if not re.search(r"\bunknown=0\b", line)] if path.exists() else []


class Runtime:
    def __init__(self, folder, settings):
        self.folder, self.version, self.settings = folder, folder.name, settings
        self.libraries = folder / "usr/lib/x86_64-linux-gnu"
        self.bin = settings.work / "bin" / folder.name
        self.has_tables = int(self.version.split(".")[0]) >= 6
        self.has_compiler = self.has_tables and (folder.parent / "compilers/usr/bin/hipcc").exists()

    def build(self, files):
        subprocess.run(["make", "--silent", "-C", HERE, f"ROCM={self.folder}", f"DIST={self.settings.home}", f"OUT={self.bin}",
                        *(f"{self.bin}/{file}" for file in sorted(files))], check=True)

    def loaded(self, program, *arguments):
        """The command line that starts a program with the runtime's own loader and libraries."""
        path = f"{self.settings.home}/lib:{self.libraries}:{self.folder}/usr/lib/llvm-21/lib:{self.folder}/usr/lib/llvm-22/lib"
        return [f"{self.folder}/usr/lib64/ld-linux-x86-64.so.2", "--library-path", path, str(program), *map(str, arguments)]

    def run(self, command, environment, before=()):
        """Runs a command on the driver in software, in a folder of its own."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{self.version}-", dir=self.settings.work))
        variables = {name: value for name, value in os.environ.items() if not STEERS.match(name)}
        variables |= {"SOFTKFD_GPUS": "2", "SOFTKFD_TRUTH": f"{folder}/truth", "SOFTKFD_STATS": f"{folder}/stats", "KERNEL_NS": "20000"}
        preload = [*before, f"{self.settings.home}/lib/softkfd/libsoftkfd.so"]
        variables |= environment | {"LD_PRELOAD": ":".join(preload)}
        with open(folder / "out", "wb") as out, open(folder / "err", "wb") as err:
            process = subprocess.Popen(command, cwd=folder, env=variables, stdout=out, stderr=err, stdin=subprocess.DEVNULL)
            try:
                status = process.wait(LIMIT_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                status = f"none after {LIMIT_SECONDS} s"
        texts = [(folder / name).read_text(errors="replace") for name in ("out", "err")]
        return Outcome(status, *texts, folder)


def found(settings):
    cache = pathlib.Path(os.environ.get("ROCM_RUNTIMES") or pathlib.Path(
        os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache", "rocprofiler-java/rocm-runtimes"))
    folders = sorted(path for path in cache.glob("[0-9]*.*") if (path / "packages").exists())
    return [Runtime(folder, settings) for folder in folders if not settings.runtimes or folder.name in settings.runtimes]


# How the runtimes' tables come to the product: of runtimes as distributions build them, our register library finds
# them; or they are registered, as AMD's own builds do, by registers_preload.c.
WAYS = ["package", "registers"]
TOOLS = ["command", "tool", "rocprof"]
# The command, where its recorder in C records all; `recorder` is one that only --tools names.
OF_COMMAND = ["command", "recorder"]


def traced(runtime, program, way, tool, environment, uses_hip):
    """Runs a program traced."""
    home = runtime.settings.home
    register, registers = f"{home}/lib/librocprofiler-register.so.0", str(runtime.bin / "registers_preload.so")
    preload = [registers] if way == "registers" else []
    command, variables = list(program), dict(environment)
    if way == "registers":
        command = ["/usr/bin/env", f"HSA_TOOLS_LIB={registers}", *command]
    if tool == "recorder":
        variables["ROCPROFV3_ENGINE"] = "0"
    if tool in OF_COMMAND:
        command = [f"{home}/bin/rocprofv3", "--sys-trace", "--kernel-trace", "--memory-copy-trace", "--mangled-kernels",
                   "-f", "csv", "-d", "trace", "-o", "run", "--", *command]
    elif tool == "rocprof":
        # HSA's copies are HIP's, too: rocprof traces them either as the one or as the other, as AMD's does.
        command = [f"{home}/bin/rocprof", "--sys-trace" if uses_hip else "--hsa-trace", "-o", "trace/run.csv", *command]
    else:
        variables |= {"ROCP_TOOL_LIBRARIES": str(runtime.settings.tool), "GPU": "kchs", "GPU_FILE": "trace"}
        if way == "package":
            variables["HSA_TOOLS_LIB"] = register
            preload = [register]
    return runtime.run(command, variables, preload)
