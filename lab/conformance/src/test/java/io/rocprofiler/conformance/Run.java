package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// One process under test: a command, its environment, and its own folder.
///
/// The environment is that of the tests without variables that affect the product or a JVM. With
/// `-Dconformance.unregistered=true` all runtimes are as distributions build them; with `-Dconformance.engine=true` the
/// engine records what the recorder could.
public final class Run {
    private static final boolean WITH_RECORDER = !Boolean.getBoolean("conformance.engine");
    private static final String REGISTER = Product.file("lib/librocprofiler-register.so.0");

    private final List<String> command;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Path folder;
    private int callersAtEnd;

    /// Protects against hangs only: no test measures time.
    private long limitSeconds = 120;

    private boolean registered = !Boolean.getBoolean("conformance.unregistered");

    private Run(List<String> command) {
        this.command = command;
        try {
            Path runs = Files.createDirectories(Product.TARGET.resolve("runs"));
            this.folder = Files.createTempDirectory(runs, "run");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Run command(String... command) {
        return new Run(List.of(command));
    }

    /// Returns a program of the tests on the software GPU.
    public static Run client(String name, String... arguments) {
        List<String> command = new ArrayList<>(List.of(Product.client(name)));
        command.addAll(Arrays.asList(arguments));
        return new Run(command).onSoftgpu();
    }

    /// Returns a program of the tests on the software GPU under `rocprofv3 OPTIONS -d out -o trace --`.
    public static Run traced(List<String> options, String name, String... arguments) {
        List<String> program = new ArrayList<>(List.of(Product.client(name)));
        program.addAll(Arrays.asList(arguments));
        return tracedProgram(options, program.toArray(String[]::new));
    }

    /// Returns any program on the software GPU under `rocprofv3 OPTIONS -d out -o trace --`.
    public static Run tracedProgram(List<String> options, String... program) {
        List<String> command = new ArrayList<>(List.of(Product.file("bin/rocprofv3")));
        command.addAll(options);
        command.addAll(List.of("-d", "out", "-o", "trace", "--"));
        command.addAll(Arrays.asList(program));
        return new Run(command).onSoftgpu();
    }

    /// Returns `rocprofv3 convert SEGMENTS -f csv -d out -o trace`.
    public static Run converting(Path segments) {
        return command(
                Product.file("bin/rocprofv3"), "convert", segments.toString(), "-f", "csv", "-d", "out", "-o", "trace");
    }

    public Run onSoftgpu() {
        return with("LD_LIBRARY_PATH", Product.file("lib/softgpu") + ":" + Product.file("lib"));
    }

    /// Preloads the C tool that writes its events, by default to /dev/null.
    ///
    /// @param services `buffer` for records, anything else for callbacks
    /// @param before libraries to preload before the tool
    public Run withEvents(String services, String... before) {
        String libraries = Arrays.stream(before)
                .map(library -> Product.file(library) + ":")
                .collect(Collectors.joining());
        return with("LD_PRELOAD", libraries + Product.tool("events"))
                .with("EVENTS", services)
                .with("EVENTS_FILE", "/dev/null");
    }

    /// Collects as under the command, but without it: records of services such as `MARKER_API` go to a folder.
    public Run collecting(Path records, String... services) {
        for (String service : services) with("ROCPROF_" + service + "_TRACE", "1");
        String plans = WITH_RECORDER ? RecorderPlans.of(List.of(services)) : "";
        if (!plans.isEmpty()) with("ROCPROFILER_RECORDER_PLANS", plans);
        return with("ROCPROFILER_JAVA_TOOLS", Product.file("lib/java/rocprofiler-collector.jar"))
                .with("ROCPROFILER_COLLECTOR_DIR", records.toString());
    }

    /// The engine records, also what the recorder could.
    public Run withEngine() {
        return with("ROCPROFV3_ENGINE", "1").with("ROCPROFILER_RECORDER_PLANS", "");
    }

    /// HSA and HIP of the software GPU do not register, as distributions build them. What a user then sets is set.
    public Run unregistered() {
        registered = false;
        return this;
    }

    public Run with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    public Run without(String name) {
        environment.remove(name);
        return this;
    }

    /// So many threads are in the middle of a call, or of its record, when the program's end takes them.
    public Run withCallersAtEnd(int threads) {
        callersAtEnd = threads;
        return this;
    }

    /// What it does may take long, such as a download.
    public Run patient() {
        limitSeconds = 900;
        return this;
    }

    /// Returns the run's folder, which is its working directory.
    public Path folder() {
        return folder;
    }

    public Process start() {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeIf(Run::steers);
        builder.environment().putAll(environment);
        if (!registered) useUnregistered(builder.environment());
        builder.redirectOutput(folder.resolve("stdout").toFile());
        builder.redirectError(folder.resolve("stderr").toFile());
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void useUnregistered(Map<String, String> environment) {
        environment.put("SOFTGPU_HIP_REGISTER", "0");
        environment.put("HSA_TOOLS_DISABLE_REGISTER", "1");
        environment.putIfAbsent("HSA_TOOLS_LIB", REGISTER);
        environment.merge("LD_PRELOAD", REGISTER, (set, ours) -> ours + ":" + set);
    }

    public Outcome go() {
        return end(start());
    }

    public Outcome end(Process process) {
        try {
            if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
                fail("hangs: " + command + " with " + environment + "\n" + text("stdout") + text("stderr"));
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        Accounts.check(folder, callersAtEnd);
        return new Outcome(process.exitValue(), text("stdout"), text("stderr"), folder);
    }

    private String text(String name) {
        try {
            return new String(Files.readAllBytes(folder.resolve(name)), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean steers(String name) {
        return name.startsWith("ROCP")
                || name.startsWith("OMP_")
                || name.startsWith("LD_")
                || name.equals("JAVA_TOOL_OPTIONS")
                || name.equals("JDK_JAVA_OPTIONS")
                || name.equals("_JAVA_OPTIONS");
    }
}
