package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Checks `submitted = recorded + dropped + in flight` in the manifest of each process of each run that any test
/// makes. It covers calls, marks, ranges, kernels, copies and allocations.
///
/// The number in flight is the remainder of those submitted. For a process that finished, it is at most the number
/// open at its end, which is counted separately: calls, ranges, GPU work, and calls that an exception left.
public final class Accounts {
    private static final int DEEPEST = 5;
    private static final Pattern PROCESS = Pattern.compile(
            "\"ending\"\\s*:\\s*\"(\\w+)\"[^{]*\"checked\"\\s*:\\s*(\\w+)[^{]*\"counts\"\\s*:\\s*\\{([^}]*)\\}");

    private Accounts() {}

    /// Checks that a run accounts for all that was submitted.
    ///
    /// @param folder the folder of a run
    /// @param callers the number of threads that its program's end may take in the middle of a call: what such a
    ///     thread has submitted may already be closed, and not be recorded yet
    public static void check(Path folder, int callers) {
        try (Stream<Path> files = Files.find(
                folder,
                DEEPEST,
                (file, _) -> file.endsWith("manifest.json") && file.toString().contains(".segments"))) {
            for (Path manifest : files.toList()) checkManifest(manifest, callers);
        } catch (IOException | UncheckedIOException _) {
            // The test has closed or removed the folder.
        }
    }

    private static void checkManifest(Path manifest, int callers) throws IOException {
        Matcher processes = PROCESS.matcher(Files.readString(manifest));
        while (processes.find()) {
            // A running process may write between the reads of its counters.
            if (!processes.group(1).equals("running")) {
                boolean isWhole = processes.group(1).equals("finished") && Boolean.parseBoolean(processes.group(2));
                check(manifest + ": " + processes.group(3), isWhole, processes.group(3), callers);
            }
        }
    }

    private static void check(String what, boolean isWhole, String counts, int callers) {
        long inFlight = number("in_flight", counts);
        long accounted = number("recorded", counts) + number("dropped", counts) + inFlight;
        assertThat(number("submitted", counts)).as(what).isEqualTo(accounted);
        // Threads that continue after the end begin calls that were not open then: no checksum covers their counters.
        if (!isWhole) return;
        long open = List.of("calls_open_at_end", "ranges_open_at_end", "work_in_flight", "left_by_exceptions").stream()
                .mapToLong(name -> number(name, counts))
                .sum();
        assertThat(inFlight).as(what).isLessThanOrEqualTo(open + callers);
    }

    private static long number(String name, String counts) {
        Matcher value = Pattern.compile("\"" + name + "\"\\s*:\\s*(\\d+)").matcher(counts);
        assertThat(value.find()).as(name + " in " + counts).isTrue();
        return Long.parseLong(value.group(1));
    }
}
