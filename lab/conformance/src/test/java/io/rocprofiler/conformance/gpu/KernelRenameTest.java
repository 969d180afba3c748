package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `--kernel-rename`: the names of kernels after random sequences of ranges and marks, which a model in Python knows.
final class KernelRenameTest {
    private static final int THREADS = 20;
    private static final int STEPS = 40;

    @Test
    void kernels_have_the_names_that_ranges_give_them() throws IOException {
        String[] steps = steps(new Random(11));
        List<String> options = List.of("--kernel-trace", "--kernel-rename", "-f", "csv");
        Outcome outcome = Run.traced(options, "renames", steps).go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(shown(outcome)).isEqualTo(expected(steps));
    }

    /// A tool in Java is visited for each kernel.
    @Test
    void kernels_have_the_same_records_by_either_path() throws IOException {
        String[] steps = steps(new Random(12));
        List<String> options = List.of("--kernel-trace", "--hip-trace", "--kernel-rename", "-f", "csv");
        Outcome inC = Run.traced(options, "renames", steps).withEngine().go();
        Outcome inJava = Run.traced(options, "renames", steps)
                .with("ROCP_TOOL_LIBRARIES", Product.tool("gpu"))
                .with("GPU", "K")
                .with("GPU_FILE", "/dev/null")
                .go();
        assertThat(inC.status()).as(inC.err()).isZero();
        assertThat(inJava.status()).as(inJava.err()).isZero();
        assertThat(kernels(inC)).hasSizeGreaterThan(THREADS).isEqualTo(kernels(inJava));
    }

    /// Returns the kernels without their times and their threads, in the order of dispatch.
    private static List<String> kernels(Outcome outcome) throws IOException {
        List<String> lines = Files.readAllLines(outcome.folder().resolve("out/trace_kernel_trace.csv"));
        List<String> columns = List.of(lines.getFirst().replace("\"", "").split(","));
        int dispatch = columns.indexOf("Dispatch_Id");
        return lines.stream()
                .skip(1)
                .map(line -> line.split(","))
                .sorted((a, b) -> Integer.compare(Integer.parseInt(a[dispatch]), Integer.parseInt(b[dispatch])))
                .map(row -> IntStream.range(0, row.length)
                        .filter(i -> !columns.get(i).matches(".*_Timestamp|Thread_Id"))
                        .mapToObj(i -> row[i])
                        .collect(Collectors.joining(",")))
                .toList();
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
