package io.rocprofiler.cli.doctor;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.options.Version;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The command `rocprofv3 doctor`: prints what can be traced on this machine and what to do about the rest; with a self
/// test it also runs an example, and leaves a report to attach to a question.
public final class Doctor {

    private static final List<String> PREFIXES =
            List.of("ROC", "HSA_", "HIP_", "AMD_", "LD_", "JAVA_", "JDK_JAVA", "OMP_");

    private final Path root;
    private final Machine machine;
    private final PrintStream out;
    private final StringBuilder report = new StringBuilder();
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
    /// @param isTested whether to run an example
    /// @param file the report's, null for none
    /// @return the exit code: 0 if there is nothing to mend
    public int run(boolean isTested, @Nullable Path file) {
        say("rocprofv3 doctor, rocprofiler-java %s in %s%n".formatted(Version.NUMBER, root));
        DriverCheck driver = new DriverCheck(machine);
        RuntimeCheck runtimes = new RuntimeCheck(machine);
        driver.findings().forEach(this::say);
        runtimes.findings().forEach(this::say);
        new SystemCheck(machine, Path.of("").toAbsolutePath()).findings().forEach(this::say);
        if (isTested) {
            test(driver.isUsable() && runtimes.hasHip());
        }
        if (file != null) {
            write(file);
        }
        return isWell ? 0 : CommandException.FAILED;
    }

    private void test(boolean onHardware) {
        StringBuilder details = new StringBuilder();
        Path work = null;
        try {
            work = Files.createTempDirectory("rocprofv3-doctor");
            SelfTest test = new SelfTest(root, machine.environment(), work);
            Path compiler = compiler();
            if (onHardware && compiler == null) {
                say(Finding.bad(
                        "selftest",
                        "no hipcc to build the example for this GPU: the software GPU is used",
                        "install hipcc, or name it: PATH=/opt/rocm/bin:$PATH rocprofv3 doctor --selftest"));
            }
            (onHardware && compiler != null ? test.onHardware(compiler, details) : test.onSoftgpu(details))
                    .forEach(this::say);
        } catch (IOException e) {
            say(Finding.bad("selftest", IoErrorText.of(e), "TMPDIR=DIRECTORY rocprofv3 doctor --selftest"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            delete(work);
        }
        report.append(details);
    }

    private @Nullable Path compiler() {
        List<Path> folders = new ArrayList<>();
        for (String folder : machine.variable("PATH").split(":", -1)) {
            if (folder.startsWith("/")) {
                folders.add(machine.at(folder));
            }
        }
        folders.add(machine.at("/opt/rocm/bin"));
        return folders.stream()
                .map(folder -> folder.resolve("hipcc"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    private void write(Path file) {
        report.append("%nenvironment:%n".formatted());
        new TreeMap<>(machine.environment()).forEach((name, value) -> {
            if (PREFIXES.stream().anyMatch(name::startsWith)) {
                report.append("%s=%s%n".formatted(name, value));
            }
        });
        try {
            Files.writeString(file, report);
        } catch (IOException e) {
            throw new CommandException(CommandException.FAILED, file + ": " + IoErrorText.of(e));
        }
        out.println("report: " + file.toAbsolutePath());
    }

    private void say(Finding finding) {
        isWell &= !finding.isBad();
        say(finding.lines());
    }

    private void say(String text) {
        out.print(text);
        report.append(text);
    }

    private static void delete(@Nullable Path folder) {
        if (folder == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException _) {
            // A folder of temporary files stays.
        }
    }
}
