package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Traced calls from unusual places.
final class UnusualCallersTest {

    /// Small stacks, of threads, signal handlers and coroutines, have no room for Java, which runs on another
    /// stack. Calls after finalization, at the very end of the program, pass through with right results.
    @Test
    void small_stacks_destructors_exit_handlers_and_signal_handlers_are_safe() {
        Outcome untraced = Run.client("corners").go();
        Outcome outcome =
                Run.traced(List.of("--marker-trace", "-f", "csv"), "corners").go();
        assertThat(outcome.out()).isEqualTo(untraced.out()).isEqualTo("""
                stack of 256 KiB: 0
                coroutines: 0 0
                below the alternate stack: untouched
                """);
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.err()).doesNotContain("not traced");
        String counted = Trace.read("csv", outcome.folder().resolve("out")).stream()
                .collect(Collectors.groupingBy(Event::function, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> entry.getKey() + " " + entry.getValue() + "\n")
                .collect(Collectors.joining());
        assertThat(counted).isEqualTo("""
                        coroutine 2
                        exit_handler 1
                        main 1
                        nested 22
                        signal_handler 100
                        signal_handler_on_a_stack_of_its_own 100
                        static_destructor 1
                        thread-local_destructor 2
                        """);
    }

    @Test
    void a_first_call_on_a_small_stack_is_traced() {
        Outcome outcome = Run.traced(List.of("--marker-trace", "-f", "csv"), "corners", "first")
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.err()).doesNotContain("not traced");
        assertThat(Trace.read("csv", outcome.folder().resolve("out")))
                .extracting(Event::function)
                .containsExactly("nested", "nested", "static_destructor");
    }
}
