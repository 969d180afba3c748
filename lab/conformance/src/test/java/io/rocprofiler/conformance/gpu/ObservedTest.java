package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.GpuRow;
import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.ToolLanguage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What a program has learned of the GPU is in its trace, and its tools have been told, however it ends then.
final class ObservedTest {
    /// All ways to learn that kernels are over, with a sudden end each; all ends, after one of the ways.
    enum Sweep {
        WAYS("ways", "_exit"),
        ENDS("ends", "stream_synchronize");

        private final String mode;
        private final String fixed;

        Sweep(String mode, String fixed) {
            this.mode = mode;
            this.fixed = fixed;
        }

        String[] words() {
            return new String[] {mode, fixed};
        }
    }

    /// A process of the program that has ended.
    ///
    /// @param kernels how many it knows to be over
    /// @param status how it ended, as its parent sees it
    private record Ended(String pid, String name, int kernels, String status) {
        static List<Ended> of(Outcome outcome) {
            assertThat(outcome.status()).as(outcome.err()).isZero();
            return outcome.out().lines().map(Ended::of).toList();
        }

        private static Ended of(String line) {
            String[] words = line.split(" ");
            return new Ended(words[0], words[1], Integer.parseInt(words[2]), words[3]);
        }

        static List<String> ends(List<Ended> all) {
            return all.stream().map(one -> one.name + " " + one.status).toList();
        }
    }

    @ParameterizedTest
    @EnumSource
    void every_kernel_is_in_the_trace(Sweep sweep) {
        Outcome outcome = with(Run.traced(List.of("--kernel-trace", "-f", "csv"), "observed", sweep.words()))
                .go();
        List<Ended> processes = Ended.of(outcome);
        assertThat(Ended.ends(processes)).isEqualTo(untraced(sweep));
        Map<String, Integer> known = new TreeMap<>();
        for (Ended process : processes) known.merge(process.name, process.kernels, Integer::sum);
        Map<String, Integer> recorded = new TreeMap<>();
        for (GpuRow row : GpuRow.of("kernel", GpuRow.read(outcome.folder().resolve("out"))))
            recorded.merge(row.name(), 1, Integer::sum);
        assertThat(recorded).as(outcome.err()).isEqualTo(known);
    }

    static Stream<Arguments> toolsAndSweeps() {
        return Stream.of(ToolLanguage.values())
                .flatMap(language -> Stream.of(Sweep.values()).map(sweep -> Arguments.of(language, sweep)));
    }

    @ParameterizedTest
    @MethodSource("toolsAndSweeps")
    void a_tool_has_been_told_of_every_kernel(ToolLanguage language, Sweep sweep) throws IOException {
        Run run = told(language, sweep.words());
        List<Ended> processes = Ended.of(run.go());
        assertThat(Ended.ends(processes)).isEqualTo(untraced(sweep));
        assertThat(processes)
                .allSatisfy(process -> assertThat(sizeOf(folderOf(run).resolve(process.pid)))
                        .as(process.name)
                        .isEqualTo(process.kernels));
    }

    /// Java is slow here, so that the program often looks while another thread is in the middle of something.
    @ParameterizedTest
    @EnumSource
    void a_tool_has_been_told_whenever_the_program_has_waited(ToolLanguage language) throws IOException {
        Outcome outcome = told(language, "rounds", "10000")
                .with("ROCPROFILER_JAVA_OPTIONS", "-Xint")
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("10000 rounds, 0 early\n");
    }

    /// It sleeps for each kernel, for more than a second in all, or computes for more than a second.
    @ParameterizedTest
    @CsvSource({
        "C, OBSERVED_SLEEP, 25",
        "C, OBSERVED_COMPUTE, 3000",
        "JAVA, OBSERVED_SLEEP, 25",
        "JAVA, OBSERVED_COMPUTE, 3000"
    })
    void a_tool_that_takes_its_time_has_been_told(ToolLanguage language, String how, String millis) throws IOException {
        Run run = told(language, "stream_synchronize", "_exit").with(how, millis);
        assertThat(run.go().err()).isEmpty();
        try (Stream<Path> files = Files.list(folderOf(run))) {
            assertThat(files)
                    .singleElement()
                    .satisfies(file -> assertThat(sizeOf(file)).isEqualTo(100));
        }
    }

    private static Run told(ToolLanguage language, String... words) throws IOException {
        boolean isC = language == ToolLanguage.C;
        Run run = with(Run.client("observed", words))
                .with(
                        isC ? "ROCP_TOOL_LIBRARIES" : "ROCPROFILER_JAVA_TOOLS",
                        isC ? Product.tool("observed") : JavaTool.jar("ObservedTool"));
        return run.with("OBSERVED_FOLDER", Files.createDirectory(folderOf(run)).toString());
    }

    private static Path folderOf(Run run) {
        return run.folder().resolve("told");
    }

    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> untraced(Sweep sweep) {
        return Ended.ends(Ended.of(with(Run.client("observed", sweep.words())).go()));
    }

    private static Run with(Run run) {
        return run.with("OBSERVED_MODULE", Product.client("fault_kernels.so"));
    }
}
