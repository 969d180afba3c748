package io.rocprofiler.cli.doctor;

import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Run;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.file.Reading;
import io.rocprofiler.trace.kind.Domain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Runs the examples untraced and traced, by the command and by their own tools, and compares the programs' output and
/// status, and what was recorded with what the programs do.
///
/// @param root of the installation
/// @param work an empty folder
/// @param details receives the outputs of the runs
record SelfTest(Path root, Programs programs, Path work, StringBuilder details) {

    /// What `transpose 64 8` does: a kernel and two copies in each of 8 rounds on each of two streams.
    private static final int KERNELS = 2 * 8;

    private static final int COPIES = 2 * KERNELS;

    /// What `requests` does: three calls for each of 1 + 2 + 3 + 4 pieces of work, and the count of devices.
    private static final int CALLS_OF_REQUESTS = 3 * 10 + 1;

    /// `epoch`, `batch`, `load`, `run` and `queued` of `Epochs`.
    private static final int RANGES = 3 + 12 + 12 + 1 + 3;

    private static final String EXAMPLES = "share/rocprofiler/examples";

    List<Finding> findings() throws IOException, InterruptedException {
        Map<Example.Program, Outcome> untraced = new EnumMap<>(Example.Program.class);
        for (Example.Program program : Example.Program.values()) {
            if (program == Example.Program.TRANSPOSE && !programs.haveKernels()) {
                continue;
            }
            Outcome outcome = run(programs.command(program), Map.of());
            if (outcome.status() != 0) {
                return List.of(Finding.bad(
                        "untraced",
                        program.file + " fails on " + programs.where() + " by itself, with status " + outcome.status(),
                        "this is not about tracing: see the report for its output"));
            }
            untraced.put(program, outcome);
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.good("untraced", "the examples pass on " + programs.where()));
        findings.addAll(byTheCommand(Objects.requireNonNull(untraced.get(programs.first()))));
        for (Example example : Example.values()) {
            findings.add(byTools(example, untraced));
        }
        if (programs.haveKernels()) {
            findings.add(byRoctracer());
        }
        findings.add(inJava());
        return findings;
    }

    // --- by the command -------------------------------------------------------------------------------------------

    private List<Finding> byTheCommand(Outcome untraced) throws IOException, InterruptedException {
        Outcome traced = record("selftest", "--sys-trace", untraced.command(), Map.of());
        List<Finding> findings = new ArrayList<>();
        findings.add(
                traced.isLike(untraced)
                        ? Finding.good("traced", "the same output and status")
                        : Finding.bad("traced", "another output or status: " + traced.status(), "see the report"));
        ProcessTrace[] process = new ProcessTrace[1];
        try (Run run = open("selftest")) {
            for (ProcessTrace each : run.processes()) {
                process[0] = each;
                findings.addAll(counts(each));
            }
        }
        if (process[0] == null) {
            findings.add(Finding.bad("records", "nothing was recorded", "see the report"));
        }
        return findings;
    }

    private List<Finding> counts(ProcessTrace process) {
        List<Finding> findings = new ArrayList<>();
        if (programs.haveKernels()) {
            findings.add(counted("kernels", "", process.records(Domain.KERNEL_DISPATCH), KERNELS, KERNELS));
            findings.add(counted("copies", "", process.records(Domain.MEMORY_COPY), COPIES, COPIES));
            findings.add(counted("HIP calls", "", process.records(Domain.HIP_API), KERNELS + COPIES, Long.MAX_VALUE));
        } else {
            findings.add(Finding.note(
                    "kernels", process.records(Domain.KERNEL_DISPATCH) + " of the runtime's own are recorded"));
            if (programs.hipIsTraced()) {
                long calls = process.records(Domain.HIP_API);
                findings.add(counted("HIP calls", "", calls, CALLS_OF_REQUESTS, Long.MAX_VALUE));
            }
            findings.add(counted("HSA calls", "", process.records(Domain.HSA_API), 1, Long.MAX_VALUE));
        }
        long lost = process.counts().inFlight() + process.counts().dropped();
        findings.add(
                lost == 0
                        ? Finding.good("losses", "none")
                        : Finding.bad("losses", process.counts().toString(), "see the report"));
        return findings;
    }

    private static Finding counted(String subject, String what, long found, long least, long most) {
        return found >= least && found <= most
                ? Finding.good(subject, what + found + " recorded")
                : Finding.bad(subject, what + found + " recorded, not " + least, "see the report");
    }

    /// Runs a command under `rocprofv3`, with its files in a folder of their own.
    private Outcome record(String name, String option, List<String> command, Map<String, String> more)
            throws IOException, InterruptedException {
        List<String> traced =
                new ArrayList<>(List.of(root.resolve("bin/rocprofv3").toString(), option));
        traced.addAll(List.of("-f", "csv", "-d", work.resolve(name).toString(), "-o", name, "--"));
        traced.addAll(command);
        return run(traced, more);
    }

    private Run open(String name) throws IOException {
        List<Path> segments = Machine.entries(work.resolve(name), ".*\\.segments");
        return Run.open(
                segments.isEmpty() ? NewFile.directories(work.resolve(name)) : segments.getFirst(),
                work,
                Reading.SILENT);
    }

    // --- by tools -------------------------------------------------------------------------------------------------

    /// Runs an example's tool in C or C++ and its tool in Java, one after the other, with their program.
    private Finding byTools(Example example, Map<Example.Program, Outcome> untraced)
            throws IOException, InterruptedException {
        String subject = "example " + example.folder.substring(0, 2);
        String name = example.folder.substring(3);
        Path folder = root.resolve(EXAMPLES).resolve(example.folder);
        List<String> languages = new ArrayList<>();
        Map<String, String> tools = new LinkedHashMap<>();
        tools.put("ROCP_TOOL_LIBRARIES", "tool.so");
        tools.put("ROCPROFILER_JAVA_TOOLS", "tool.jar");
        if (example.needsHip() && !programs.hipIsTraced()) {
            return Finding.note(subject, name + ", not possible: this HIP's calls cannot be traced");
        }
        for (Map.Entry<String, String> tool : tools.entrySet()) {
            Path file = folder.resolve(tool.getValue());
            if (!Files.exists(file)) {
                continue;
            }
            Map<String, String> more = new HashMap<>(Example.VARIABLES);
            more.put(tool.getKey(), file.toString());
            Outcome plain = Objects.requireNonNull(untraced.get(programs.of(example)));
            Outcome traced = run(plain.command(), more);
            if (!traced.isLike(plain)) {
                return Finding.bad(
                        subject,
                        name + ", " + tool.getValue() + ": another output or status: " + traced.status(),
                        "see the report");
            }
            if (!example.expected.matcher(traced.err()).find()) {
                return Finding.bad(
                        subject,
                        name + ", " + tool.getValue() + " does not print what the program does",
                        "see the report");
            }
            languages.add(tool.getValue());
        }
        return Finding.good(
                subject, name + ", " + String.join(" and ", languages) + ": the same output, and the right counts");
    }

    private Finding byRoctracer() throws IOException, InterruptedException {
        Outcome outcome =
                run(List.of(programs.folder().resolve("11-roctracer/transpose").toString()), Map.of());
        boolean isRight = outcome.status() == 0 && outcome.out().contains("PASSED: 4 transposes, 0 wrong elements");
        return isRight
                ? Finding.good("example 11", "roctracer, its program traces itself and passes")
                : Finding.bad("example 11", "roctracer, status " + outcome.status(), "see the report");
    }

    /// A Java program, which needs no GPU.
    private Finding inJava() throws IOException, InterruptedException {
        String subject = "example 12";
        Path jar = root.resolve(EXAMPLES).resolve("12-roctx/epochs.jar");
        Path java = root.resolve("lib/runtime/bin/java");
        if (!Files.exists(jar) || !Files.exists(java)) {
            return Finding.note(subject, "roctx, not built");
        }
        String jars = jar + ":" + root.resolve("lib/java/rocprofiler-roctx.jar");
        Outcome outcome = record(
                "roctx",
                "--marker-trace",
                List.of(java.toString(), "--enable-native-access=ALL-UNNAMED", "-cp", jars, "Epochs"),
                Map.of());
        long found = 0;
        try (Run run = open("roctx")) {
            for (ProcessTrace process : run.processes()) {
                found += process.records(Domain.MARKER_API);
            }
        }
        return outcome.status() == 0 && outcome.out().contains("PASSED")
                ? counted(subject, "roctx, ranges of a Java program: ", found, RANGES, Long.MAX_VALUE)
                : Finding.bad(subject, "roctx, status " + outcome.status(), "see the report");
    }

    private Outcome run(List<String> command, Map<String, String> more) throws IOException, InterruptedException {
        Map<String, String> variables = new HashMap<>(programs.variables());
        variables.putAll(more);
        Outcome outcome = Outcome.of(command, variables, work);
        details.append(outcome.report(more));
        return outcome;
    }
}
