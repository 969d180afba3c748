package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// The kernel starts over with low ids when it has given the highest: then a process has threads with lower ids than
/// its own.
final class WrappedIdsTest {
    @Test
    void external_ids_are_for_threads_with_lower_ids_than_the_processs_too() {
        Outcome outcome = Run.client("wrapped").go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assumeThat(outcome.out()).isNotEqualTo("may not choose ids\n");
        assertThat(outcome.out()).isEqualTo("push 0, pop 0 of 7, of the first thread 0, of no thread 19\n");
        assertThat(outcome.err()).isEmpty();
    }
}
