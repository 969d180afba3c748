package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// Contexts that start and stop in the middle of a stream of work: work launched while one was active has its
/// callbacks and its record, and no other work does.
final class MidstreamTest {

    @Test
    void exactly_what_was_launched_while_a_context_was_active_has_callbacks_and_records() {
        check(Run.client("midstream", "toggles", "600"), "600 toggles, 0 errors\n");
    }

    @Test
    void work_that_is_queued_is_traced_if_it_was_queued_while_active() {
        check(Run.client("midstream", "gate"), "12 launches, 0 errors\n");
    }

    @Test
    void what_completes_after_a_stop_that_gave_up_has_its_record() {
        check(Run.client("midstream", "slow").with("ROCPROFILER_DRAIN_TIMEOUT", "1"), "12 launches, 0 errors\n");
    }

    private static void check(Run run, String out) {
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(out);
        assertThat(outcome.status()).isZero();
    }
}
