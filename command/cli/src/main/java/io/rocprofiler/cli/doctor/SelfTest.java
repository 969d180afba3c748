package io.rocprofiler.cli.doctor;

import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Run;
import io.rocprofiler.trace.kind.Domain;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Runs the first example untraced and traced, on the GPU or on the software one, and compares the program's output and
/// status, and what was recorded with what the program does.
///
/// @param root of the installation
/// @param environment of the programs
/// @param work an empty folder
record SelfTest(Path root, Map<String, String> environment, Path work) {

    private static final int SECONDS = 120;
    private static final String EXAMPLE = "share/rocprofiler/examples/01-matrix-transpose";

    /// Matrices of 64 times 64, 8 rounds on each of the example's two streams: a kernel and two copies a round.
    private static final List<String> WORK = List.of("64", "8");

    private static final int KERNELS = 2 * 8;
    private static final int COPIES = 2 * KERNELS;

    /// What a run has left.
    ///
    /// @param status the exit status, or a negative number if it did not end in time
    record Outcome(int status, String out, String err) {

        /// The output without its time, which differs from run to run.
        String comparable() {
            return out.replaceAll("[0-9.]+ ms", "? ms");
        }
    }

    /// @param details receives the outputs of the runs
    List<Finding> onSoftgpu(StringBuilder details) throws IOException, InterruptedException {
        Map<String, String> variables = new HashMap<>(environment);
        String ours = root.resolve("lib/softgpu") + ":" + root.resolve("lib");
        variables.merge("LD_LIBRARY_PATH", ours, (present, first) -> first + ":" + present);
        return run(root.resolve(EXAMPLE).resolve("transpose"), "the software GPU", variables, details);
    }

    /// @param compiler `hipcc`
    List<Finding> onHardware(Path compiler, StringBuilder details) throws IOException, InterruptedException {
        Outcome built = outcome(
                List.of(
                        "make",
                        "-s",
                        "-C",
                        root.resolve(EXAMPLE).toString(),
                        "ROOT=" + root,
                        "OUT=" + work,
                        "HIPCC=" + compiler,
                        work.resolve("transpose").toString()),
                environment);
        append(details, "make HIPCC=" + compiler, built);
        if (built.status() != 0) {
            return List.of(Finding.bad("build", "the example does not build with " + compiler, "see the report"));
        }
        Map<String, String> variables = new HashMap<>(environment);
        variables.merge("LD_LIBRARY_PATH", root.resolve("lib").toString(), (present, ours) -> present + ":" + ours);
        return run(work.resolve("transpose"), "the GPU", variables, details);
    }

    private List<Finding> run(Path program, String where, Map<String, String> variables, StringBuilder details)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(WORK);
        Outcome untraced = outcome(command, variables);
        append(details, String.join(" ", command), untraced);
        if (untraced.status() != 0) {
            return List.of(Finding.bad(
                    "untraced",
                    "the example fails on " + where + " by itself, with status " + untraced.status(),
                    "this is not about tracing: see the report for its output"));
        }
        List<String> traced =
                new ArrayList<>(List.of(root.resolve("bin/rocprofv3").toString(), "--sys-trace"));
        traced.addAll(List.of("-f", "csv", "-d", work.toString(), "-o", "selftest", "--"));
        traced.addAll(command);
        Outcome outcome = outcome(traced, variables);
        append(details, String.join(" ", traced), outcome);
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.good("untraced", "the example passes on " + where));
        findings.add(
                outcome.status() == 0 && outcome.comparable().equals(untraced.comparable())
                        ? Finding.good("traced", "the same output and status")
                        : Finding.bad("traced", "another output or status: " + outcome.status(), "see the report"));
        findings.addAll(recorded());
        return findings;
    }

    private List<Finding> recorded() throws IOException {
        List<Path> segments = Machine.entries(work, ".*\\.segments");
        if (segments.isEmpty()) {
            return List.of(Finding.bad("records", "nothing was recorded", "see the report"));
        }
        try (Run run = Run.open(segments.getFirst(), work)) {
            List<Finding> findings = new ArrayList<>();
            for (ProcessTrace process : run.processes()) {
                findings.add(counted("kernels", process.records(Domain.KERNEL_DISPATCH), KERNELS, KERNELS));
                findings.add(counted("copies", process.records(Domain.MEMORY_COPY), COPIES, COPIES));
                findings.add(counted("HIP calls", process.records(Domain.HIP_API), KERNELS + COPIES, Long.MAX_VALUE));
                long lost = process.counts().inFlight() + process.counts().dropped();
                findings.add(
                        lost == 0
                                ? Finding.good("losses", "none")
                                : Finding.bad("losses", process.counts().toString(), "see the report"));
            }
            return findings;
        }
    }

    private static Finding counted(String subject, long found, long least, long most) {
        return found >= least && found <= most
                ? Finding.good(subject, found + " recorded")
                : Finding.bad(subject, found + " recorded, not " + least, "see the report");
    }

    private Outcome outcome(List<String> command, Map<String, String> variables)
            throws IOException, InterruptedException {
        File out = File.createTempFile("out", "", work.toFile());
        File err = File.createTempFile("err", "", work.toFile());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(variables);
        Process process = builder.redirectOutput(out).redirectError(err).start();
        process.getOutputStream().close();
        boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        return new Outcome(
                ended ? process.exitValue() : -1, Files.readString(out.toPath()), Files.readString(err.toPath()));
    }

    private static void append(StringBuilder details, String command, Outcome outcome) {
        details.append("%n$ %s%n%s%sstatus %d%n".formatted(command, outcome.out(), outcome.err(), outcome.status()));
    }
}
