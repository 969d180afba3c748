package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// A plan has the same effects whatever else is in it. Runs some of the random sequences of calls that
/// `lab/conformance/twins` makes with two plans, of which one visits Java, and compares them field by field.
final class TwinPathsTest {
    private static final String TWINS =
            Product.SOURCES.resolve("../../twins").normalize().toString();

    @Test
    void the_same_calls_leave_the_same_records_and_callbacks_with_both_plans() {
        check("1-3", "2000", 3);
    }

    /// Each of these seeds once differed: calls left by `longjmp` were ancestors of ranges, and passed their stream
    /// to their callers.
    @Test
    void sequences_that_differed_once_do_so_no_more() {
        check("14,21,36", "120", 3);
    }

    private static void check(String seeds, String steps, int rounds) {
        Outcome outcome = Run.command(TWINS, "--seeds", seeds, "--steps", steps)
                .with("ROCPROFILER_HOME", Product.HOME.toString())
                .with("TWINS_OUT", Product.TARGET.resolve("twins").toString())
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(rounds + " rounds, 0 differences\n");
        assertThat(outcome.status()).isZero();
    }
}
