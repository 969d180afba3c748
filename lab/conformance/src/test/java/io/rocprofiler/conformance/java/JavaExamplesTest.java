package io.rocprofiler.conformance.java;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;

/// The examples that are in Java only, besides those of [ExamplesTest] and [PublishingTest].
final class JavaExamplesTest {
    private static final String EXAMPLES = Product.file("share/rocprofiler/examples");

    @Test
    void copies_are_events_of_flight_recorder_which_its_tool_shows() throws IOException {
        Outcome outcome = Run.command(
                        Product.file("bin/softgpu"), EXAMPLES + "/01-matrix-transpose/transpose", "16", "1")
                .with("ROCPROFILER_JAVA_TOOLS", EXAMPLES + "/18-jfr-bridge/tool.jar")
                .with("ROCPROFILER_JAVA_OPTIONS", "-Xlog:disable -XX:StartFlightRecording:filename=copies.jfr")
                .go();
        assertThat(outcome.out()).as(outcome.err()).startsWith("PASSED");
        String recording = outcome.folder().resolve("copies.jfr").toString();
        assertThat(RecordingFile.readAllEvents(outcome.folder().resolve("copies.jfr")))
                .filteredOn(event -> event.getEventType().getName().equals("example.Copy"))
                .hasSize(4)
                .allMatch(event -> event.getLong("sizeBytes") == 1024 && !event.getBoolean("failed"));
        Outcome view = Run.command(Product.JDK.resolve("bin/jfr").toString(), "view", "example.Copy", recording)
                .go();
        assertThat(view.outLines())
                .filteredOn(line -> line.contains("JfrBridge.exit(ApiCall, JfrBridge$Copy) 1.0 kB  false"))
                .hasSize(4);
    }

    @Test
    void a_program_with_a_pool_virtual_threads_and_structured_scopes_is_traced_whole() throws IOException {
        Outcome outcome = Run.command(
                        Product.file("bin/softgpu"),
                        Product.file("bin/rocprofv3"),
                        "--sys-trace",
                        "-f",
                        "csv",
                        "-d",
                        "out",
                        "-o",
                        "t",
                        "--",
                        Product.file("lib/runtime/bin/java"),
                        "--enable-preview",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        EXAMPLES + "/21-training/training.jar:" + Product.file("lib/java/rocprofiler-roctx.jar"),
                        "Training")
                .go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("PASSED: 100 steps, worst weight off by 0.0000\n");
        int steps = 100;
        assertThat(second(outcome, "marker_api"))
                .isEqualTo(Map.of("\"epoch\"", 4L, "\"load\"", 2L * steps, "\"gradient\"", 2L * steps));
        assertThat(second(outcome, "hip_api"))
                .containsEntry("\"hipLaunchKernel\"", 3L * steps)
                .containsEntry("\"hipMemcpyAsync\"", 2L * steps + 2);
        assertThat(lines(outcome, "kernel")).hasSize(3 * steps);
        assertThat(lines(outcome, "memory_copy")).hasSize(2 * steps + 2);
    }

    /// Returns how often each value is in the second column.
    private static Map<String, Long> second(Outcome outcome, String table) throws IOException {
        return lines(outcome, table).stream()
                .collect(Collectors.groupingBy(line -> line.split(",", -1)[1], Collectors.counting()));
    }

    private static List<String> lines(Outcome outcome, String table) throws IOException {
        List<String> lines = Files.readAllLines(outcome.folder().resolve("out/t_" + table + "_trace.csv"));
        return lines.subList(1, lines.size());
    }
}
