package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A program whose main thread ends before the others: its process ends with the last of them, not with a
/// JVM thread.
final class MainThreadTest {
    @ParameterizedTest
    @CsvSource({
        "main, return",
        "main, exit",
        "main, cancel",
        "main, waits",
        "other, exit",
        "other, waits",
        "nobody, return"
    })
    void the_process_ends_with_the_last_thread_of_the_program(String caller, String how) {
        Outcome untraced = Run.client("main_ends", caller, how).go();
        Outcome traced = Run.traced(List.of("--hip-trace", "-f", "csv"), "main_ends", caller, how)
                .go();
        assertThat(untraced.status()).isZero();
        assertThat(traced.status()).as(traced.err()).isZero();
        assertThat(traced.out()).isEqualTo(untraced.out());
        if (caller.equals("nobody")) return;
        assertThat(Trace.read("csv", traced.folder().resolve("out")))
                .filteredOn(event -> event.function().equals("hipGetDevice"))
                .hasSize(Integer.parseInt(untraced.out().split(" ")[0]));
    }
}
