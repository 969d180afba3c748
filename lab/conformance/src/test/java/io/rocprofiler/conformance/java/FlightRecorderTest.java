package io.rocprofiler.conformance.java;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.MissionControl;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A Java program that knows nothing of profilers, with the agent and a recording, under the command: what Flight
/// Recorder has is what the trace has, however the program ends. The JDK and JDK Mission Control read both recordings.
final class FlightRecorderTest {
    private static final String AGENT = Product.file("lib/java/rocprofiler-jfr.jar");

    private static final Map<String, String> FILES = Map.of(
            "HipCall", "hip_api",
            "HsaCall", "hsa_api",
            "RoctxRange", "marker_api",
            "GpuKernel", "kernel",
            "GpuCopy", "memory_copy",
            "GpuMemory", "memory_allocation");

    @ParameterizedTest
    @CsvSource({"return, 0", "exit, 3", "throw, 1", "signal, 143"})
    void a_recording_has_as_many_events_as_the_trace_has_records(String end, int status) throws IOException {
        Outcome outcome = record("settings=none", "FlightHost", end).go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(status);
        Map<String, Long> traced = rows(outcome);
        assertThat(traced).containsEntry("RoctxRange", 20L).containsEntry("GpuCopy", 20L);
        assertThat(traced.get("HipCall")).isGreaterThanOrEqualTo(80);
        for (String recording : List.of("live.jfr", "out/t_results.jfr")) {
            List<RecordedEvent> events = events(outcome, recording);
            assertThat(count(events)).as(recording).isEqualTo(traced);
            assertThat(MissionControl.durations(outcome.folder().resolve(recording)))
                    .as(recording)
                    .isEqualTo(durations(events));
        }
    }

    /// Flight Recorder ends in a shutdown hook, and all hooks run at once: what they call comes too late for it.
    @Test
    void calls_of_a_shutdown_hook_are_in_the_trace_and_counted() throws IOException {
        Outcome outcome = record("settings=none", "FlightHost", "hook").go();
        Map<String, Long> traced = rows(outcome);
        Map<String, Long> live = count(events(outcome, "live.jfr"));
        assertThat(live).containsEntry("RoctxRange", 20L);
        assertThat(traced).containsEntry("RoctxRange", 21L);
        assertThat(traced.get("HipCall") - live.get("HipCall")).isEqualTo(4);
        assertThat(count(events(outcome, "out/t_results.jfr"))).isEqualTo(traced);
    }

    /// The JVM runs an attached agent on a thread of its own kind; the program's threads are of another.
    @Test
    void an_agent_that_is_attached_records_what_follows() throws IOException {
        Outcome outcome = alone("-Djdk.attach.allowAttachSelf=true", "attached").go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        Map<String, Long> live = count(events(outcome, "live.jfr"));
        assertThat(live).containsEntry("HipCall", 80L).containsEntry("RoctxRange", 20L);
        assertThat(live.get("HsaCall")).isPositive();
    }

    @Test
    void calls_of_a_shutdown_hook_that_nothing_else_records_are_counted() throws IOException {
        Outcome outcome = alone("-javaagent:" + AGENT, "hook").go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.err()).matches("rocprofiler: \\d+ calls came when the tools were closed, .*\n");
        assertThat(count(events(outcome, "live.jfr")))
                .containsEntry("HipCall", 80L)
                .containsEntry("RoctxRange", 20L);
    }

    /// Returns a run without the command.
    private static Run alone(String option, String end) {
        return Run.command(
                        Product.JDK.resolve("bin/java").toString(),
                        option,
                        "-Xlog:disable",
                        "-XX:+EnableDynamicAgentLoading",
                        "-XX:StartFlightRecording:filename=live.jfr,settings=none",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath("FlightHost"),
                        "FlightHost",
                        end,
                        AGENT)
                .onSoftgpu();
    }

    /// A halt runs no hooks, JFR's included: the program ends as it wants to, and the trace is whole.
    @Test
    void a_program_that_halts_has_its_trace() throws IOException {
        Outcome outcome = record("settings=none", "FlightHost", "halt").go();
        assertThat(outcome.status()).isEqualTo(3);
        Map<String, Long> traced = rows(outcome);
        assertThat(traced).containsEntry("RoctxRange", 20L);
        assertThat(count(events(outcome, "out/t_results.jfr"))).isEqualTo(traced);
    }

    /// The JVM reads them before it knows the events.
    @Test
    void the_settings_that_come_with_the_product_say_what_is_recorded() throws IOException {
        Path settings = Path.of(Product.file("share/rocprofiler/gpu.jfc"));
        assertThat(Files.readString(settings)).contains(FILES.keySet());
        Outcome outcome = record("settings=" + settings, "Transpose", "64", "2").go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        Map<String, Long> traced = rows(outcome);
        Map<String, Long> live = count(events(outcome, "live.jfr"));
        assertThat(live).doesNotContainKey("HsaCall");
        for (String event : List.of("GpuKernel", "GpuCopy", "GpuMemory", "RoctxRange"))
            assertThat(live).containsEntry(event, traced.get(event));
        assertThat(live.get("HipCall")).isPositive().isLessThanOrEqualTo(traced.get("HipCall"));
    }

    @Test
    void kernels_have_the_times_of_the_trace_and_lead_to_the_java_stack_that_launched_them() throws IOException {
        Outcome outcome = record("settings=none", "Transpose", "64", "2").go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        List<RecordedEvent> live = events(outcome, "live.jfr");
        List<RecordedEvent> exported = events(outcome, "out/t_results.jfr");
        assertThat(count(live)).isEqualTo(rows(outcome)).containsKey("GpuKernel");
        assertThat(count(exported)).isEqualTo(count(live));
        for (RecordedEvent kernel : of(live, "GpuKernel")) {
            RecordedEvent same = of(exported, "GpuKernel").stream()
                    .filter(other -> other.getLong("dispatchId") == kernel.getLong("dispatchId"))
                    .findFirst()
                    .orElseThrow();
            assertThat(kernel.getString("kernel")).isEqualTo(same.getString("kernel"));
            long difference = kernel.getDuration().minus(same.getDuration()).toNanos();
            assertThat(difference).isBetween(-1_000L, 1_000L);
            isALaunchByTheProgram(hipCall(live, kernel.getLong("correlationId")));
        }
    }

    /// Returns the call of HIP in which work was submitted: the call with its number, or one around that.
    private static RecordedEvent hipCall(List<RecordedEvent> events, long id) {
        RecordedEvent call = events.stream()
                .filter(event -> name(event).endsWith("Call") && event.getLong("correlationId") == id)
                .findFirst()
                .orElseThrow();
        return name(call).equals("HipCall") ? call : hipCall(events, call.getLong("ancestorCorrelationId"));
    }

    private static void isALaunchByTheProgram(RecordedEvent launch) {
        assertThat(launch.getString("function")).isEqualTo("hipLaunchKernel");
        assertThat(launch.getStackTrace().getFrames())
                .anyMatch(frame -> frame.getMethod().getType().getName().equals("Transpose"));
    }

    private static Run record(String settings, String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Product.file("bin/rocprofv3"),
                "--sys-trace",
                "-f",
                "csv",
                "jfr",
                "-d",
                "out",
                "-o",
                "t",
                "--",
                Product.JDK.resolve("bin/java").toString(),
                "-javaagent:" + AGENT,
                "-Xlog:disable",
                "-XX:StartFlightRecording:filename=live.jfr," + settings,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath(main),
                main));
        command.addAll(List.of(arguments));
        return Run.command(command.toArray(new String[0])).onSoftgpu();
    }

    private static String classPath(String main) {
        return main.equals("Transpose")
                ? Product.file("share/rocprofiler/examples/01-matrix-transpose/transpose.jar")
                : JavaTool.jar(main) + ":" + Product.file("lib/java/rocprofiler-roctx.jar");
    }

    /// Returns the number of rows in the command's tables, by the event that stands for one.
    private static Map<String, Long> rows(Outcome outcome) throws IOException {
        Map<String, Long> rows = new TreeMap<>();
        for (Map.Entry<String, String> file : FILES.entrySet()) {
            Path table = outcome.folder().resolve("out/t_" + file.getValue() + "_trace.csv");
            if (!Files.exists(table)) continue;
            try (Stream<String> lines = Files.lines(table)) {
                rows.put(file.getKey(), lines.count() - 1);
            }
        }
        return rows;
    }

    private static List<RecordedEvent> events(Outcome outcome, String recording) throws IOException {
        return RecordingFile.readAllEvents(outcome.folder().resolve(recording)).stream()
                .filter(event -> event.getEventType().getName().startsWith("io.rocprofiler."))
                .toList();
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, String type) {
        return events.stream().filter(event -> name(event).equals(type)).toList();
    }

    private static Map<String, Long> count(List<RecordedEvent> events) {
        Map<String, Long> counts = new TreeMap<>();
        for (RecordedEvent event : events) counts.merge(name(event), 1L, Long::sum);
        return counts;
    }

    private static Map<String, List<Long>> durations(List<RecordedEvent> events) {
        Map<String, List<Long>> durations = new TreeMap<>();
        for (RecordedEvent event : events)
            durations
                    .computeIfAbsent(name(event), _ -> new ArrayList<>())
                    .add(event.getDuration().toNanos());
        durations.values().forEach(found -> found.sort(null));
        return durations;
    }

    private static String name(RecordedEvent event) {
        return event.getEventType().getName().replaceFirst(".*\\.", "");
    }
}
