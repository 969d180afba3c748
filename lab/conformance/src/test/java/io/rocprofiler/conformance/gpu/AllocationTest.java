package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that a traced call leaves no garbage for the collector.
final class AllocationTest {

    @ParameterizedTest
    @ValueSource(strings = {"callback", "buffer"})
    void a_traced_call_allocates_nothing_with_a_c_tools(String service) {
        Run run = host().with("ROCP_TOOL_LIBRARIES", Product.tool("events")).with("EVENTS", service);
        run.with("EVENTS_FILE", run.folder().resolve("events").toString());
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("bytes per call: 0\n");
        assertThat(outcome.status()).isZero();
        assertThat(Event.read(run.folder().resolve("events")))
                .filteredOn(event -> event.function().equals("hipGetDevice"))
                .hasSize(service.equals("callback") ? 600_000 : 300_000);
    }

    @Test
    void a_traced_call_allocates_nothing_with_a_java_tool_that_reads_it() {
        Outcome outcome = host().with("ROCPROFILER_JAVA_TOOLS", JavaTool.jar("ReadingTool"))
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("bytes per call: 0\nentries: 300000, exits: 300000\n");
        assertThat(outcome.status()).isZero();
    }

    /// Runs in a Java program's JVM, where a standard bean measures allocation; the engine is the same in its
    /// own JVM.
    private static Run host() {
        return Run.command(
                        Product.JDK.resolve("bin/java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        Product.SOURCES.resolve("tools/AllocationHost.java").toString())
                .onSoftgpu();
    }
}
