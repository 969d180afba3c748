package io.rocprofiler.conformance.java;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaHosts;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A tool that is registered when the process already uses the runtimes.
final class LateToolTest {
    @Test
    void hears_every_call_from_then_on_and_is_told_whose_past_it_has_missed() {
        assertThat(out("calls")).isEqualTo("""
                listening false
                [hip, hsa, roctx]
                listening true
                heard 1000 1
                close
                """);
    }

    /// A call makes no system calls, as with a tool that the engine has found itself.
    @Test
    void hears_calls_without_asking_the_kernel_about_their_threads() {
        Outcome outcome = JavaHosts.program("LateHost", "calls")
                .with("LD_PRELOAD", Product.client("probes_preload.so"))
                .go();
        assertThat(outcome.out()).contains("heard 1000 1\n");
        assertThat(outcome.err()).matches("probes \\d{1,2}\n");
    }

    /// Tables are changed while threads call through them; or the very first call is made at the same moment.
    @ParameterizedTest
    @ValueSource(strings = {"threads", "race"})
    void hears_the_calls_of_threads_that_call_meanwhile(String mode) {
        assertThat(out(mode)).isEqualTo("""
                all heard
                close
                """);
    }

    @Test
    void is_closed_by_hand_and_once() {
        assertThat(out("closed")).isEqualTo("""
                close
                heard 10
                """);
    }

    @Test
    void in_a_c_program_hears_every_call_from_then_on() {
        Outcome outcome = Run.client("late").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("""
                configured 0
                heard 1000 of 1000
                configured again 0
                """);
        assertThat(outcome.status()).isZero();
    }

    @Test
    void is_told_of_kernels_that_are_loaded_and_sees_them_on_queues_that_are_made_from_then_on() {
        Outcome outcome = Run.client("late", Product.client("add_kernels.so")).go();
        assertThat(outcome.err()).isEqualTo("""
                rocprofiler: kernels on queues that were made before the tool came are not traced
                """);
        assertThat(outcome.out()).isEqualTo("""
                configured 0
                named 1
                dispatched some
                """);
        assertThat(outcome.status()).isZero();
    }

    private static String out(String mode) {
        Outcome outcome = JavaHosts.program("LateHost", mode).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome.out();
    }
}
