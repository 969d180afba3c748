package io.rocprofiler.conformance.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// At whichever instruction a program ends, its trace is complete, and no reader reports damage.
final class EveryInstructionTest {
    private static final String SEGMENT = "records.seg";

    @ParameterizedTest
    @ValueSource(strings = {"open", "closed", "child"})
    void a_trace_is_whole_after_each_instruction_of_calls_that_go_on_to_another_stretch(String mode)
            throws IOException {
        Run run = Run.traced(List.of("--hip-runtime-trace", "--marker-trace", "-f", "csv"), "stepped", "states", mode)
                .with("ROCPROFILER_KEEP_RAW", "1");
        Path states = Files.createDirectory(run.folder().resolve("states"));
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assumeThat(outcome.out()).as("a debugger is allowed").isNotEqualTo("cannot step\n");
        assertThat(outcome.out()).isEqualTo("stepped\n");

        Path directory = lastProcess(outcome.folder().resolve("out"));
        Run convert = Run.command(Product.file("bin/rocprofv3"), "convert", "all.segments", "-f", "csv", "-d", "out");
        List<Path> kept = children(states);
        // Each call changes at least the claim, its record and the counters.
        assertThat(kept).hasSizeGreaterThan(40);
        for (Path state : kept) {
            Path copy = Files.createDirectories(
                    convert.folder().resolve("all.segments").resolve(state.getFileName()));
            for (Path beside : children(directory))
                if (!beside.endsWith(SEGMENT)) Files.copy(beside, copy.resolve(beside.getFileName()));
            Files.move(state, copy.resolve(SEGMENT));
        }
        Outcome converted = convert.go();
        assertThat(converted.status()).as(converted.err()).isZero();
        assertThat(converted.errLines())
                .allMatch(line ->
                        line.matches("rocprofv3: (wrote .*|(process \\d+|\\d+ processes made by fork): recorded .*)"));
    }

    /// Returns the child's directory, if there is a child.
    private static Path lastProcess(Path out) throws IOException {
        try (Stream<Path> runs = Files.list(out)) {
            Path segments = runs.filter(run -> run.toString().endsWith(".segments"))
                    .findFirst()
                    .orElseThrow();
            return children(segments).stream()
                    .filter(Files::isDirectory)
                    .reduce((_, last) -> last)
                    .orElseThrow();
        }
    }

    private static List<Path> children(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
