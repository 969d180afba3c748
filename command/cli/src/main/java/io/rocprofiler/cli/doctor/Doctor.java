package io.rocprofiler.cli.doctor;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.options.Version;
import io.rocprofiler.cli.output.FileTree;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The command `rocprofv3 doctor`: prints what can be traced on this machine and what to do about the rest; with a self
/// test it also runs the examples, and leaves a report to attach to a question.
public final class Doctor {

    private static final List<String> PREFIXES = List.of(
            "ROC",
            "HSA",
            "HIP",
            "CUDA",
            "GPU_",
            "AMD_",
            "LD_",
            "JAVA_",
            "JDK_JAVA",
            "_JAVA",
            "OMP_",
            "SOFTGPU",
            "SOFTKFD");

    /// Files of which the report has the text: what the driver and the kernel say of this machine and this process.
    private static final List<String> FILES = List.of(
            "/proc/version",
            "/etc/os-release",
            "/proc/self/limits",
            "/proc/self/status",
            "/proc/self/cgroup",
            "/proc/self/mountinfo");

    private static final String NODES = "/sys/class/kfd/kfd/topology/nodes";
    private static final String ELSEWHERE = "rocprofv3 doctor --selftest --report FILE";

    private final Path root;
    private final Machine machine;
    private final Path here = Path.of("").toAbsolutePath();
    private final PrintStream out;
    private final StringBuilder report = new StringBuilder();
    private final StringBuilder details = new StringBuilder();
    private boolean isWell = true;

    /// @param root of the installation
    /// @param machine `/`, or a folder that stands in for it
    /// @param environment of the command
    public Doctor(Path root, Path machine, Map<String, String> environment, PrintStream out) {
        this.root = root;
        this.machine = new Machine(machine, environment);
        this.out = out;
    }

    /// Examines the machine.
    ///
    /// @param isTested whether to run the examples
    /// @param file the report's, null for none
    /// @return the exit code: 0 if there is nothing to mend
    public int run(boolean isTested, @Nullable Path file) {
        say("rocprofv3 doctor, rocprofiler-java %s in %s%n".formatted(Version.NUMBER, root));
        DriverCheck driver = new DriverCheck(machine);
        RuntimeCheck runtimes = new RuntimeCheck(machine, new LibraryPath(machine, here));
        driver.findings().forEach(this::say);
        runtimes.findings().forEach(this::say);
        new SystemCheck(machine, root, here).findings().forEach(this::say);
        new LimitsCheck(machine).findings().forEach(this::say);
        new EnvironmentCheck(machine).findings().forEach(this::say);
        if (isTested) {
            test(driver.isUsable(), runtimes);
        }
        if (file != null) {
            write(file);
        }
        return isWell ? 0 : CommandException.FAILED;
    }

    private void test(boolean hasGpu, RuntimeCheck runtimes) {
        Path work = null;
        try {
            work = Files.createTempDirectory("rocprofv3-doctor");
            List<Finding> findings = new ArrayList<>();
            Programs programs = new TestBed(root, machine, runtimes, work, details).choose(hasGpu, findings);
            findings.forEach(this::say);
            new SelfTest(root, programs, work, details).findings().forEach(this::say);
        } catch (IOException e) {
            say(Finding.bad("selftest", IoErrorText.of(e), "JDK_JAVA_OPTIONS=-Djava.io.tmpdir=DIRECTORY " + ELSEWHERE));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            FileTree.remove(work);
        }
    }

    // --- the report -----------------------------------------------------------------------------------------------

    private void write(Path file) {
        report.append(details);
        report.append("%nenvironment:%n".formatted());
        new TreeMap<>(machine.environment()).forEach((name, value) -> {
            if (PREFIXES.stream().anyMatch(name::startsWith)) {
                report.append("%s=%s%n".formatted(name, value));
            }
        });
        FILES.forEach(this::copy);
        for (Path node : machine.entries(NODES, "\\d+")) {
            copy(machine.name(node.resolve("properties")));
        }
        try {
            try (PrintStream printed = NewFile.printerAsNamed(file)) {
                printed.append(report);
            }
            out.println("report: " + file.toAbsolutePath());
        } catch (IOException e) {
            say(Finding.bad("report", file.toAbsolutePath() + ": " + IoErrorText.of(e), ELSEWHERE));
        }
    }

    private void copy(String file) {
        String text = machine.text(file);
        report.append("%n%s:%n%s%n".formatted(file, text.isEmpty() ? "(cannot be read)" : text));
    }

    private void say(Finding finding) {
        isWell &= !finding.isBad();
        say(finding.lines());
    }

    private void say(String text) {
        out.print(text);
        out.flush();
        report.append(text);
    }
}
