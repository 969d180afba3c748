package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests when calls are recorded: collection periods, and the regions that a program selects.
final class PeriodsTest {
    private static final String LOG = "collection_periods.log";
    private static final int CYCLES = 3;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void outside_of_collection_periods_nothing_is_recorded(boolean engine) throws IOException {
        Run run = Run.traced(
                        List.of("--hip-trace", "-f", "csv", "-P", "50:50:0", "--collection-period-unit", "msec"),
                        "busy",
                        "progress",
                        "never")
                .with("ROCPROF_COLLECTION_PERIOD_TESTING", "1")
                .with("ROCPROFV3_ENGINE", engine ? "1" : "0");
        Process command = run.start();
        while (command.isAlive() && cycles(run.folder()) < CYCLES) Thread.onSpinWait();
        // The program's process, not the command's own JVM.
        command.children()
                .filter(child -> !child.info().command().orElse("").endsWith("/java"))
                .forEach(ProcessHandle::destroyForcibly);
        Outcome outcome = run.end(command);
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(137); // SIGKILL

        List<long[]> periods = periods(run.folder().resolve("out/trace_" + LOG));
        assertThat(periods).hasSizeGreaterThanOrEqualTo(CYCLES);
        List<Event> events = Trace.read("csv", run.folder().resolve("out"));
        long lastEnd = periods.getLast()[1];
        List<Event> known =
                events.stream().filter(event -> event.start() <= lastEnd).toList();
        assertThat(known)
                .isNotEmpty()
                .allMatch(event ->
                        periods.stream().anyMatch(period -> event.start() >= period[0] && event.start() <= period[1]));
    }

    /// Returns the periods from the moment before recording starts to the moment after it has stopped.
    private static List<long[]> periods(Path log) throws IOException {
        List<long[]> periods = new ArrayList<>();
        long begin = 0;
        for (String line : Files.readAllLines(log)) {
            String[] parts = line.split(":");
            if (parts[0].equals("start")) begin = Long.parseLong(parts[1]);
            if (parts[0].equals("stop")) periods.add(new long[] {begin, Long.parseLong(parts[2])});
        }
        return periods;
    }

    private static int cycles(Path folder) throws IOException {
        Path out = folder.resolve("out");
        if (!Files.isDirectory(out)) return 0;
        try (Stream<Path> files = Files.walk(out)) {
            for (Path file : files.toList()) {
                if (file.endsWith(LOG)) return Files.readString(file).split("stop:", -1).length - 1;
            }
        } catch (UncheckedIOException renamed) {
            return 0; // while the folder was read, a file in it got its final name
        }
        return 0;
    }

    @Test
    void selected_regions_are_what_lies_between_resume_and_pause() {
        Outcome all = phases();
        assertThat(functions(all, "hipMemset")).isEqualTo(5);
        assertThat(functions(all, "hipMalloc")).isEqualTo(1);

        Outcome selected = phases("--selected-regions");
        assertThat(functions(selected, "hipMemset")).isEqualTo(5);
        assertThat(functions(selected, "hipMalloc")).isZero();
        assertThat(functions(selected, "hipFree")).isEqualTo(1);
    }

    /// Pauses, calls hipMemset 100 times, resumes, and calls it 5 times.
    private static Outcome phases(String... options) {
        List<String> command = new ArrayList<>(List.of(Product.file("bin/rocprofv3"), "--hip-trace", "-f", "csv"));
        command.addAll(List.of(options));
        if (options.length == 0) command.add("--marker-trace");
        command.addAll(List.of("-d", "out", "-o", "trace", "--"));
        command.add(Product.file("share/rocprofiler/examples/08-pause-resume/phases"));
        command.add("5");
        Outcome outcome =
                Run.command(command.toArray(String[]::new)).onSoftgpu().go();
        assertThat(outcome.out()).isEqualTo("PASSED: 5 rounds\n");
        assertThat(outcome.status()).isZero();
        return outcome;
    }

    private static long functions(Outcome outcome, String name) {
        return Trace.read("csv", outcome.folder().resolve("out")).stream()
                .filter(event -> event.function().equals(name))
                .count();
    }
}
