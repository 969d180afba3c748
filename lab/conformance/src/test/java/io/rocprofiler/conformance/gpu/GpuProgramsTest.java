package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.GpuRow;
import io.rocprofiler.conformance.GpuTrace;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.ToolLanguage;
import io.rocprofiler.conformance.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests programs in other languages than C: one in Java, whose kernel is a Java method, and one in Python.
final class GpuProgramsTest {
    private static final int ROUNDS = 4;
    private static final int KERNELS = 2 * ROUNDS;

    @Test
    void the_command_traces_a_java_program_s_kernels_and_copies() {
        Outcome outcome = command(transpose()).go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).startsWith("PASSED");

        List<GpuRow> rows = GpuRow.read(outcome.folder().resolve("out"));
        List<GpuRow> kernels = GpuRow.of("kernel", rows);
        assertThat(kernels).hasSize(KERNELS).extracting(GpuRow::name).containsOnly("transpose");
        assertThat(kernels).extracting(GpuRow::queue).doesNotContain("0");
        List<GpuRow> copies = GpuRow.of("copy", rows);
        assertThat(directions(copies))
                .isEqualTo(Map.of("MEMORY_COPY_HOST_TO_DEVICE", KERNELS, "MEMORY_COPY_DEVICE_TO_HOST", KERNELS));
        checkCalls(outcome, kernels, "hipLaunchKernel");
        checkCalls(outcome, copies, "hipMemcpyAsync");
    }

    @ParameterizedTest
    @EnumSource
    void tools_trace_a_java_program_s_kernels_and_copies(ToolLanguage language) {
        Run run = language.add(Run.command(transpose()).onSoftgpu(), "kKcChr");
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).startsWith("PASSED");
        assertThat(outcome.status()).isZero();

        GpuTrace trace = new GpuTrace(run.folder().resolve("gpu"));
        trace.checkDispatches(KERNELS);
        trace.checkCalls(trace.dispatches());
        assertThat(trace.kernelCounts()).isEqualTo(Map.of("transpose.kd", KERNELS));
        assertThat(trace.causes(trace.dispatches())).isEqualTo(Map.of("hipLaunchKernel", KERNELS));
        assertThat(trace.all('K')).hasSize(3 * KERNELS);
        trace.checkCopies(2 * KERNELS, 16 * 16 * Float.BYTES);
        trace.checkCalls(trace.copies());
        assertThat(trace.all('C')).hasSize(2 * 2 * KERNELS);
        trace.checkRetired();
    }

    @Test
    void the_command_traces_a_python_program_s_kernels_and_copies() {
        Outcome outcome = command(
                        "python3",
                        Product.SOURCES.resolve("python/launch.py").toString(),
                        Product.client("add_kernels.so"),
                        "25")
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEqualTo("25 launches, 0 wrong results\n");

        List<GpuRow> rows = GpuRow.read(outcome.folder().resolve("out"));
        List<GpuRow> kernels = GpuRow.of("kernel", rows);
        assertThat(kernels).hasSize(25).extracting(GpuRow::name).containsOnly("add_one");
        List<GpuRow> copies = GpuRow.of("copy", rows);
        assertThat(directions(copies))
                .isEqualTo(Map.of("MEMORY_COPY_HOST_TO_DEVICE", 1, "MEMORY_COPY_DEVICE_TO_HOST", 1));
        checkCalls(outcome, kernels, "hipModuleLaunchKernel");
        checkCalls(outcome, copies, "hipMemcpy");
    }

    /// Each began after the call whose correlation id it has, on that call's thread.
    private static void checkCalls(Outcome outcome, List<GpuRow> work, String function) {
        Map<Long, Event> calls = new TreeMap<>();
        for (Event event : Trace.read("csv", outcome.folder().resolve("out"))) calls.put(event.internal(), event);
        for (GpuRow row : work) {
            Event call = calls.get(row.correlation());
            assertThat(call).as("call " + row.correlation()).isNotNull();
            assertThat(call.function()).isEqualTo(function);
            assertThat(row.start()).isGreaterThanOrEqualTo(call.start());
            assertThat(row.end()).isGreaterThanOrEqualTo(row.start());
        }
    }

    private static Map<String, Integer> directions(List<GpuRow> copies) {
        Map<String, Integer> counts = new TreeMap<>();
        for (GpuRow copy : copies) counts.merge(copy.name(), 1, Integer::sum);
        return counts;
    }

    /// Returns the example in Java, with 16 rows, `ROUNDS` times on each of two streams.
    private static String[] transpose() {
        return new String[] {
            Product.JDK.resolve("bin/java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            Product.file("share/rocprofiler/examples/01-matrix-transpose/transpose.jar"),
            "Transpose",
            "16",
            "" + ROUNDS
        };
    }

    private static Run command(String... program) {
        List<String> command = new ArrayList<>(List.of(
                Product.file("bin/rocprofv3"), "--kernel-trace", "--memory-copy-trace", "--hip-trace", "-f", "csv"));
        command.addAll(List.of("-d", "out", "-o", "trace", "--"));
        command.addAll(List.of(program));
        return Run.command(command.toArray(String[]::new)).onSoftgpu();
    }
}
