package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A program's fault handlers are called as the kernel would call them, although a JVM needs these signals, too.
/// The program prints what its handlers observe, which must be the same as untraced.
final class FaultsTest {
    private static final List<String> TRACED = List.of("--sys-trace", "-f", "csv");

    @Test
    void handlers_that_are_installed_after_the_first_call_see_what_they_would_see_untraced() {
        Outcome untraced = Run.client("faults", "after").go();
        assertThat(untraced.out().lines()).hasSize(279);
        checkSame(Run.traced(TRACED, "faults", "after").go(), untraced);
    }

    /// Sets of flags: none, to stay unblocked, for one time, with information on the alternate stack; by `signal`.
    @ParameterizedTest
    @ValueSource(strings = {"0", "2", "4", "9", "32"})
    void so_do_handlers_that_were_there_before(String set) {
        Outcome untraced = Run.client("faults", "before", set).go();
        checkSame(Run.traced(TRACED, "faults", "before", set).go(), untraced);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "9", "32"})
    void so_do_those_where_nothing_stands_between_the_program_and_the_c_library(String set) {
        Outcome untraced = Run.client("faults", "before", set).go();
        checkSame(
                Run.client("faults", "before", set)
                        .with("LD_PRELOAD", Product.tool("events"))
                        .go(),
                untraced);
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "reset", "ignored", "once", "overflow", "sent"})
    void a_program_ends_by_its_fault(String how) {
        Outcome untraced = Run.client("faults", "after", how).go();
        assertThat(untraced.status()).isGreaterThan(128);
        checkSame(Run.traced(TRACED, "faults", "after", how).go(), untraced);
    }

    /// Faults of the JVM happen on the same threads, on the engine's stacks, and the program's handlers get none
    /// of them.
    @Test
    void faults_of_java_are_java_s() {
        Outcome untraced = Run.client("faults", "after").go();
        Outcome traced = Run.client("faults", "after")
                .with("LD_PRELOAD", Product.file("lib/libjsig.so") + ":" + Product.file("lib/librocprofiler-sdk.so.1"))
                .with("ROCPROFILER_JAVA_TOOLS", JavaTool.jar("FaultingTool"))
                .go();
        checkSame(traced, untraced);
        assertThat(traced.err()).contains("all of ").doesNotContain("not all of ");
    }

    private static void checkSame(Outcome traced, Outcome untraced) {
        assertThat(traced.out()).as(traced.err()).isEqualTo(untraced.out());
        assertThat(traced.status()).as(traced.err()).isEqualTo(untraced.status());
    }
}
