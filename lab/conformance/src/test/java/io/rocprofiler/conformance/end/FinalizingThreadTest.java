package io.rocprofiler.conformance.end;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A C tool's `finalize` runs on the thread that ends the process, and does not keep it from ending.
final class FinalizingThreadTest {
    private static final String UNTRACED = "main ends\nexit handler\ndestructor\n";

    private static Outcome run(String end, String how) {
        return Run.client("last_words", end)
                .with("LD_PRELOAD", Product.tool("end"))
                .with("END", how)
                .with("ROCPROFILER_FINALIZE_TIMEOUT", "1")
                .go();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            main   | 7 | same thread 1, thread-local 42, its id 1, popped 0 77
            exit   | 7 | same thread 1, thread-local 42, its id 1, popped 0 77
            thread | 7 | same thread 0, thread-local 0, its id 1, popped 0 0
            """)
    void a_tool_has_what_belongs_to_that_thread(String end, int status, String line) {
        Outcome outcome = run(end, "");
        assertThat(outcome.out()).isEqualTo(UNTRACED);
        assertThat(outcome.err()).isEqualTo(line + "\n");
        assertThat(outcome.status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait", "spin", "mutex", "allocate", "load", "ask", "call", "handler", "flush", "callback"})
    void a_tool_that_does_not_return_is_left(String how) {
        Outcome outcome = run("main", how);
        assertThat(outcome.out()).isEqualTo(UNTRACED);
        assertThat(outcome.errLines())
                .containsExactly(
                        "same thread 1, thread-local 42, its id 1, popped 0 77",
                        "rocprofiler: tool end did not finish in time; the program ends without it");
        assertThat(outcome.status()).isEqualTo(7);
    }

    /// The program's exit handlers that were to run later are lost; what it has written is not.
    @Test
    void with_all_signals_blocked_the_process_ends_with_its_status() {
        Outcome outcome = run("main", "deaf");
        assertThat(outcome.out()).startsWith("main ends\n");
        assertThat(outcome.errLines())
                .contains(
                        "rocprofiler: a tool does not let go of the thread that ends the program, which is ended here");
        assertThat(outcome.status()).isEqualTo(7);
    }
}
