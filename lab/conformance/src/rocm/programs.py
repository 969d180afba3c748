"""The programs, and the sets of them that are run. Standard library only."""
import collections

# name: the program, its arguments, its environment, and the architecture of the GPUs. The file is one that is built
# here and gets a code object as its first argument, or one of the distribution's, below the runtime's folder.
Program = collections.namedtuple("Program", "name file arguments environment architecture", defaults=({}, "gfx90a"))
KERNELS = ["module", "registered", "streams", "events", "graph", "callbacks", "threads", "gpus"]
COPIES = ["copies", "pinned", "fills", "rectangles", "symbols", "managed", "async"]
SUDDEN = ("killed", "aborted", "left", "quit", "group-left", "replaced", "faulted")
STORM = Program("hsa: storm on shared queues", "hsa", ["storm", 8, 2, 200, 1, 1])
PROGRAMS = [
    STORM,
    Program("hsa: storm, own queues, few signals", "hsa", ["storm", 4, 4, 400, 8, 0]),
    Program("hsa: storm, 16 packets a doorbell", "hsa", ["storm", 4, 2, 400, 16, 1]),
    Program("hsa: copies and fills", "hsa", ["copies"]),
    Program("hsa: initialised twice", "hsa", ["cycles", 2]),
    *(Program(f"hip: {name}", "hip", [name]) for name in
      [*KERNELS, "cooperative", *COPIES, "peer", "fork-before", "fork-after", "fork-exec", *SUDDEN]),
]
# ROCr 5 ends programs whose intercepted queues are full.
FULL = [Program("hsa: storm, queues that are full", "hsa", ["storm", 8, 2, 200, 1, 1, 256]),
        Program("hsa: a full queue behind a barrier", "hsa", ["full", 10])]
ALL_OF_HIP = Program("hip: all in one process", "hip", KERNELS + COPIES + ["peer"])
# On ROCr 5 it waits for ever by itself.
UNTIMED = Program("hsa: a queue without profiling", "hsa", ["untimed"])
EDGES = Program("hsa: edges", "edges", [], {"SOFTKFD_KERNEL_NS": "lasts=210000,20000"})
COMPILED = Program("hipcc: a program of it", "compiled", [])

SETTINGS = ["HSA_ENABLE_INTERRUPT=0", "HSA_ENABLE_SDMA=0", "HIP_LAUNCH_BLOCKING=1", "AMD_DIRECT_DISPATCH=0",
            "AMD_SERIALIZE_KERNEL=3", "AMD_SERIALIZE_COPY=3", "GPU_MAX_HW_QUEUES=1",
            "HSA_DISABLE_FRAGMENT_ALLOCATOR=1", "HIP_FORCE_DEV_KERNARG=1"]
ARCHITECTURES = ["gfx942", "gfx1100"]
ON_ARCHITECTURES = [STORM, *(Program(f"hip: {name}", "hip", [name]) for name in
                             ("registered", "streams", "graph", "threads", "copies"))]

TESTS = "usr/libexec/rocm/lib{}-tests/{}"
DISTRIBUTION = [
    Program("rocminfo", "usr/bin/rocminfo", []),
    *(Program(f"rocRAND: {test}", TESTS.format("rocrand1", f"test_rocrand_{test}"), []) for test in
      ("basic", "config_dispatch", "cpp_basic", "generate", "generate_uniform", "generator_type", "hipgraphs", "kernel_mtgp32",
       "kernel_sobol32", "kernel_xorwow", "linkage")),
    *(Program(f"hipRAND: {test}", TESTS.format("hiprand1", f"test_hiprand_{test}"), []) for test in
      ("api", "cpp_wrapper", "linkage")),
    Program("hipFFT: a plan", TESTS.format("hipfft0", "hipfft-test"), ["--gtest_filter=hipfftTest.Create1dPlan", "--seed", 1]),
    Program("rocFFT: a plan, compiled at run time", TESTS.format("rocfft0", "rocfft-test"),
            ["--gtest_filter=rocfft_UnitTest.plan_description_reuse", "--seed", 1]),
]


def is_distributions(program):
    return program.file.startswith("usr/")


def uses_hip(program):
    return program.file not in ("hsa", "edges", "usr/bin/rocminfo")


def with_settings(_):
    for program in (ALL_OF_HIP, STORM):
        for setting in SETTINGS:
            name, value = setting.split("=")
            yield program._replace(name=f"{program.name}, {setting}", environment=program.environment | {name: value})


def on_architectures(_):
    for architecture in ARCHITECTURES:
        for program in ON_ARCHITECTURES:
            yield program._replace(name=f"{program.name}, {architecture}", architecture=architecture)


def of_distribution(runtime):
    return (program for program in DISTRIBUTION if (runtime.folder / program.file).exists())


def all_programs(runtime):
    yield from PROGRAMS
    yield ALL_OF_HIP
    if runtime.has_tables:
        yield from FULL
        yield EDGES
        yield UNTIMED
    if runtime.has_compiler:
        yield COMPILED


SETS = {"programs": all_programs, "settings": with_settings, "architectures": on_architectures, "distribution": of_distribution}
