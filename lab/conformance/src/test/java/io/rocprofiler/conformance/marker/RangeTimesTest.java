package io.rocprofiler.conformance.marker;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What the summary says about ranges and the GPU equals what the program's own log says, to one percent.
final class RangeTimesTest {
    private static final List<String> NUMBERS =
            List.of("TIME", "OWN TIME", "GPU", "OWN GPU", "IDLE", "OWN IDLE", "WAIT", "OWN WAIT");

    /// On a busy machine the program may be interrupted between two readings of the clock.
    private static final int TRIES = 4;

    @Test
    void gpu_idle_and_waiting_times_of_ranges_are_those_of_the_programs_own_log() {
        List<String> differences = List.of("not run");
        for (int i = 0; i < TRIES && !differences.isEmpty(); i++) {
            differences = differences();
        }
        assertThat(differences).isEmpty();
    }

    private static List<String> differences() {
        Outcome outcome = Run.traced(
                        List.of(
                                "--hip-trace",
                                "--kernel-trace",
                                "--marker-trace",
                                "-f",
                                "json",
                                "-S",
                                "-u",
                                "nsec",
                                "--summary-output-file",
                                "tables"),
                        "idle_ranges")
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        Map<String, long[]> shown = shown(outcome);
        String script = Product.SOURCES.resolve("python/range_times.py").toString();
        Outcome expected = Run.command(
                        "python3", script, outcome.folder().resolve("stdout").toString())
                .go();
        assertThat(expected.err()).isEmpty();
        assertThat(expected.outLines())
                .extracting(line -> line.substring(0, line.indexOf(' ')))
                .containsExactlyInAnyOrderElementsOf(shown.keySet());
        List<String> found = new ArrayList<>();
        for (String line : expected.outLines()) {
            String[] words = line.split(" ");
            long[] numbers =
                    Arrays.stream(words).skip(1).mapToLong(Long::parseLong).toArray();
            compare(words[0], numbers, shown.getOrDefault(words[0], new long[0]), found);
        }
        return found;
    }

    /// @param numbers the count, then the times, the whole time first
    private static void compare(String name, long[] numbers, long[] shown, List<String> found) {
        assertThat(shown).as(name).hasSize(numbers.length);
        assertThat(shown[0]).as("ranges " + name).isEqualTo(numbers[0]);
        long around = Math.max(numbers[1], numbers[3]) / 100;
        for (int i = 1; i < numbers.length; i++) {
            // A number near 0 is the difference of two: then to one percent of them. The first one's push is cold.
            long allowed = Math.max(numbers[i] / 100, name.equals("first") ? 20_000_000 : around / 10);
            if (Math.abs(numbers[i] - shown[i]) > allowed) {
                found.add(name + " " + NUMBERS.get(i - 1) + ": " + shown[i] + ", not " + numbers[i]);
            }
        }
    }

    private static Map<String, long[]> shown(Outcome outcome) {
        String text = read(outcome.folder().resolve("out/trace_tables.txt"));
        String table = text.substring(text.indexOf("RANGES AND THE GPU"));
        Map<String, long[]> rows = new LinkedHashMap<>();
        List<String> lines =
                table.lines().dropWhile(line -> !line.startsWith("|-")).skip(1).toList();
        for (String line : lines) {
            if (!line.startsWith("|")) break;
            List<String> cells =
                    Arrays.stream(line.split("\\|")).skip(1).map(String::strip).toList();
            rows.put(
                    cells.getFirst(),
                    cells.stream().skip(1).mapToLong(Long::parseLong).toArray());
        }
        return rows;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
