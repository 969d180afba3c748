package io.rocprofiler.conformance.marker;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// A tool that traces both kinds of markers gets an operation of each for the same call, one inside the other.
final class MarkedTwiceTest {

    private static String run(String how) {
        Outcome outcome = Run.client("marked_twice", how).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome.out();
    }

    @Test
    void the_range_encloses_the_core_function_and_each_has_its_own_ids() {
        assertThat(run("callbacks")).isEqualTo("""
            mark
              ask range 0 for 1
              enter range roctxMarkA id 1 in 0 external 101 of 'a mark'
              ask core 0 for 2
              enter core roctxMarkA id 2 in 1 external 102 of 'a mark'
              exit core roctxMarkA id 2 in 1 external 102 returns 0
              exit range roctxMarkA id 1 in 0 external 101 returns 0
            push
              ask range 1 for 3
              enter range roctxThreadRangeA id 3 in 0 external 103
              ask core 1 for 4
              enter core roctxRangePushA id 4 in 3 external 104 of 'a range'
              exit core roctxRangePushA id 4 in 3 external 104 returns 0
            mark inside
              ask range 0 for 5
              enter range roctxMarkA id 5 in 3 external 105 of 'inside'
              ask core 0 for 6
              enter core roctxMarkA id 6 in 5 external 106 of 'inside'
              exit core roctxMarkA id 6 in 5 external 106 returns 0
              exit range roctxMarkA id 5 in 3 external 105 returns 0
            thread
              ask range 3 for 7
              enter range roctxGetThreadId id 7 in 3 external 107
              ask core 5 for 8
              enter core roctxGetThreadId id 8 in 7 external 108
              exit core roctxGetThreadId id 8 in 7 external 108 returns 0
              exit range roctxGetThreadId id 7 in 3 external 107 returns 0
            pop
              ask core 2 for 9
              enter core roctxRangePop id 9 in 3 external 109
              exit core roctxRangePop id 9 in 3 external 109 returns 0
              exit range roctxThreadRangeA id 3 in 0 external 103 returns 0
            end
            """);
    }

    @Test
    void each_has_its_record_and_is_retired_once() {
        assertThat(run("records")).endsWith("""
            end
              core 0 id 2 in 1 external 102
              retired 2
              range 0 id 1 in 0 external 101
              retired 1
              core 1 id 4 in 3 external 104
              retired 4
              core 0 id 6 in 5 external 106
              retired 6
              range 0 id 5 in 3 external 105
              retired 5
              core 5 id 8 in 7 external 108
              retired 8
              range 3 id 7 in 3 external 107
              retired 7
              core 2 id 9 in 3 external 109
              retired 9
              range 1 id 3 in 0 external 103
              retired 3
            """);
    }
}
