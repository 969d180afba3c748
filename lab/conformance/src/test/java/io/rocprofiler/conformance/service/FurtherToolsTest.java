package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.JavaHosts;
import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tools that a program brings while it runs (`further.c`): each gets everything from its start on, is told of the
/// runtimes and the code that are there, and takes nothing from those before it.
public final class FurtherToolsTest {
    private static final String MODULE = Product.client("add_kernels.so");

    /// The calls that the program makes, and the kernels that it launches.
    private static final int CALLS = 400;

    private static final int KERNELS = 30;

    private static final String THREE = """
            tool 1: calls 300 of 300 records 300 of 300 hip 1 other ids 0
            tool 2: calls 200 of 200 kernels 30 of 30, unknown 0 copies 20, allocations 20 of 20 named 1 other ids 0
            tool 3: records 100 of 100 kernels 20 of 20, unknown 0 copies 10, allocations 10 of 10 named 1 hip 1 retired all other ids 0
            """;

    @Test
    void without_others() {
        assertThat(out(Run.client("further", MODULE))).isEqualTo(THREE);
    }

    @Test
    void after_one_that_is_linked_into_the_program() {
        assertThat(out(Run.client("further", MODULE).with("FURTHER_LINKED", "1")))
                .isEqualTo("tool 0: calls 400 of 400 other ids 0\n" + THREE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ROCP_TOOL_LIBRARIES", "LD_PRELOAD"})
    void beside_a_c_tool_that_was_there_from_the_start(String variable) {
        Run run = Run.client("further", MODULE).with(variable, Product.tool("events"));
        Path events = run.folder().resolve("events");
        assertThat(out(run.with("EVENTS", "buffer").with("EVENTS_FILE", events.toString())))
                .isEqualTo(THREE);
        assertThat(Event.read(events))
                .filteredOn(Event::function, "hipGetDevice")
                .hasSize(CALLS);
    }

    @Test
    void beside_a_tool_in_java() {
        Run run = Run.client("further", MODULE).with("ROCPROFILER_JAVA_TOOLS", JavaTool.jar("EventsTool"));
        Path events = run.folder().resolve("events");
        assertThat(out(run.with("EVENTS", "callback").with("EVENTS_FILE", events.toString())))
                .isEqualTo(THREE);
        assertThat(Event.read(events))
                .filteredOn(Event::function, "hipGetDevice")
                .hasSize(2 * CALLS);
    }

    @Test
    void under_the_command() throws IOException {
        Run run = Run.traced(List.of("--hip-trace", "--kernel-trace", "-f", "csv"), "further", MODULE);
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEqualTo(THREE);
        assertThat(Trace.read("csv", run.folder().resolve("out")))
                .filteredOn(Event::function, "hipGetDevice")
                .hasSize(CALLS);
        assertThat(Files.readAllLines(run.folder().resolve("out/trace_kernel_trace.csv")))
                .hasSize(1 + KERNELS);
    }

    /// Slots get other plans while threads call through them.
    @RepeatedTest(3)
    void while_threads_call() {
        assertThat(out(Run.client("further", "threads").with("FURTHER_LINKED", "1")))
                .isEqualTo("""
                tool 1: all
                tool 2: all
                tool 3: all
                tool 0: all
                """);
    }

    @Test
    void in_a_program_in_java() {
        Outcome outcome = JavaHosts.program("LateHost", "twice").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("""
                [hip]
                heard 1000
                heard 1020
                close
                close
                """);
        assertThat(outcome.status()).isZero();
    }

    /// Nothing has shown that a tool may come: no library is linked with the SDK. There is no Java runtime that could
    /// take it; the line says what to do.
    @Test
    void where_a_program_is_recorded_without_a_java_runtime_a_tool_is_refused() {
        String program = """
                import ctypes
                ctypes.CDLL("libamdhip64.so.7").hipInit(0)
                configure = ctypes.CFUNCTYPE(ctypes.c_void_p)(lambda: 1 / 0)
                print(ctypes.CDLL("librocprofiler-sdk.so.1").rocprofiler_force_configure(configure))
                """;
        Outcome outcome = Run.tracedProgram(List.of("--hip-trace"), "python3", "-c", program)
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEqualTo("16\n");
        assertThat(outcome.err())
                .containsOnlyOnce("a tool that comes while the program runs is not configured, as rocprofv3 records it"
                        + " without a Java runtime; set ROCPROFV3_ENGINE=1 to have both");
    }

    private static String out(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome.out();
    }
}
