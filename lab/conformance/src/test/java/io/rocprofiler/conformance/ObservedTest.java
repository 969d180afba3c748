package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

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
        return Stream.of(DispatchesTest.Language.values())
                .flatMap(language -> Stream.of(Sweep.values()).map(sweep -> Arguments.of(language, sweep)));
    }

    @ParameterizedTest
    @MethodSource("toolsAndSweeps")
    void a_tool_has_been_told_of_every_kernel(DispatchesTest.Language language, Sweep sweep) throws IOException {
        boolean isC = language == DispatchesTest.Language.C;
        Run run = with(Run.client("observed", sweep.words()))
                .with(
                        isC ? "ROCP_TOOL_LIBRARIES" : "ROCPROFILER_JAVA_TOOLS",
                        isC ? Product.tool("observed") : JavaTool.jar("ObservedTool"));
        Path folder = Files.createDirectory(run.folder().resolve("told"));
        List<Ended> processes =
                Ended.of(run.with("OBSERVED_FOLDER", folder.toString()).go());
        assertThat(Ended.ends(processes)).isEqualTo(untraced(sweep));
        assertThat(processes)
                .allSatisfy(process -> assertThat(sizeOf(folder.resolve(process.pid)))
                        .as(process.name)
                        .isEqualTo(process.kernels));
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
