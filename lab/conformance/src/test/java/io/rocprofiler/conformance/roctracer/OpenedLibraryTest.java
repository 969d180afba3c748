package io.rocprofiler.conformance.roctracer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A library whose constructor calls a runtime is opened, so the profiler starts while the loader's lock is held.
final class OpenedLibraryTest {

    @Test
    void a_tool_sees_the_calls_of_the_constructor() {
        Run run = Run.client("opens", Product.tool("opened")).with("ROCP_TOOL_LIBRARIES", Product.tool("events"));
        check(run);
    }

    @Test
    void the_profiler_may_start_in_its_own_constructor_there() {
        Run run = Run.client("opens", Product.tool("opened"))
                .with("ROCP_TOOL_LIBRARIES", Product.tool("events"))
                .with("ROCPROFILER_LIBRARY_CTOR", "1");
        check(run);
    }

    @Test
    void the_command_records_the_calls_of_the_constructor() {
        Outcome outcome = Run.traced(List.of("--marker-trace", "-f", "csv"), "opens", Product.tool("opened"))
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEqualTo("opened\n");
        assertThat(Trace.read("csv", outcome.folder().resolve("out")))
                .extracting(Event::function)
                .containsExactlyInAnyOrder("constructor", "while_the_library_is_opened");
    }

    private static void check(Run run) {
        Outcome outcome = run.with("EVENTS_FILE", run.folder().resolve("events").toString())
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEqualTo("opened\n");
        assertThat(outcome.err()).isEmpty();
        assertThat(Event.read(run.folder().resolve("events")))
                .filteredOn(event -> event.phase() == 1)
                .extracting(Event::function)
                .containsExactly("roctxRangePushA", "roctxMarkA", "roctxRangePop");
    }
}
