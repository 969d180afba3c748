package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// Callbacks of C tools about kernels that wait, block, or do what programs do.
final class KernelCallbacksThatWaitTest {

    @Test
    void a_program_may_wait_for_each_kernel_to_be_told() {
        check("300 kernels, 0 errors\n", "", "lockstep", "300");
    }

    /// Every eighth kernel is followed by one that its callback launches.
    @Test
    void callbacks_may_do_what_programs_do() {
        Outcome outcome = Run.client("told", "acts", "4000").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).matches("4[5-9][0-9]{2} kernels, 0 errors, and calls\n");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void a_callback_that_waits_for_the_program_does_not_stop_it() {
        check(
                "3000 kernels, 0 errors\n",
                "rocprofiler: a tool's function about a kernel does not return; the program goes on, and knows of"
                        + " kernels of which the tool has not been told\n",
                "blocked",
                "3000");
    }

    @Test
    void the_kernel_of_a_thread_that_is_cancelled_in_a_callback_runs() {
        check("1 kernels, 0 errors\n", "", "cancelled");
    }

    private static void check(String out, String err, String... words) {
        Outcome outcome = Run.client("told", words).go();
        assertThat(outcome.err()).isEqualTo(err);
        assertThat(outcome.out()).isEqualTo(out);
        assertThat(outcome.status()).isZero();
    }
}
