package io.rocprofiler.conformance.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Correlation ids of many threads at a time, where C or Java takes them: each is one call's, those of a thread grow,
/// and a program misses none before its threads have contended for a while (`docs/adr/0021-ids-and-sharing.md`).
final class CorrelationIdsTest {
    @ParameterizedTest
    @ValueSource(strings = {"callbacks", "records", "both"})
    void the_highest_id_of_eight_threads_with_a_few_thousand_calls_is_the_number_of_ids(String how) {
        check(how, "8", "3600", "57600 calls, 0 errors, 0 dropped, the highest id is their number\n");
    }

    @Test
    void one_thread_misses_no_id_however_many_it_takes() {
        check("callbacks", "1", "300000", "600000 calls, 0 errors, 0 dropped, the highest id is their number\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"callbacks", "records", "both"})
    void sixty_four_threads_lose_no_call_and_share_no_id(String how) {
        check(how, "64", "10000", "1280000 calls, 0 errors, 0 dropped, the highest id is (their number|higher)\n");
    }

    private static void check(String how, String threads, String calls, String out) {
        Outcome outcome = Run.client("flat", how, threads, calls).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).matches(out);
        assertThat(outcome.status()).isZero();
    }
}
