package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `--kernel-rename`: the names of kernels after random sequences of ranges and marks, which a model in Python knows.
final class KernelRenameTest {
    private static final int THREADS = 20;
    private static final int STEPS = 40;

    @Test
    void kernels_have_the_names_that_ranges_and_marks_give_them() throws IOException {
        String[] steps = steps(new Random(11));
        List<String> options = List.of("--kernel-trace", "--kernel-rename", "-f", "csv");
        Outcome outcome = Run.traced(options, "renames", steps).go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(shown(outcome)).isEqualTo(expected(steps));
    }

    private static String[] steps(Random random) {
        List<String> all = new ArrayList<>(List.of("kmkpkmkekek", "pkmkekmkpkek", "ekPkmkMkekpmmek"));
        while (all.size() < THREADS) {
            StringBuilder steps = new StringBuilder();
            while (steps.length() < STEPS)
                steps.append("pmePM".charAt(random.nextInt(5))).append('k');
            all.add(steps.toString());
        }
        return all.toArray(new String[0]);
    }

    /// Returns the names in the order of dispatch.
    private static List<String> shown(Outcome outcome) throws IOException {
        Path file = outcome.folder().resolve("out/trace_kernel_trace.csv");
        return Files.readAllLines(file).stream()
                .skip(1)
                .map(row -> row.split(","))
                .sorted((a, b) -> Integer.compare(Integer.parseInt(a[5]), Integer.parseInt(b[5])))
                .map(row -> row[7].replace("\"", ""))
                .toList();
    }

    private static List<String> expected(String[] steps) {
        String script = Product.SOURCES.resolve("python/kernel_names.py").toString();
        Outcome names = Run.command(Stream.concat(Stream.of("python3", script), Stream.of(steps))
                        .toArray(String[]::new))
                .go();
        assertThat(names.err()).isEmpty();
        return names.out().lines().toList();
    }
}
