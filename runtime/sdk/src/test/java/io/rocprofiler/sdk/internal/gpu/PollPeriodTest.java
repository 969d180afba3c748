package io.rocprofiler.sdk.internal.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PollPeriodTest {
    private static final int LOOKS = 1000;

    private final PollPeriod period = new PollPeriod();

    @Test
    void looks_for_records_seldom() {
        assertThat(period.next(1, 1, false)).isEqualTo(PollPeriod.USUAL_NANOS);
        assertThat(period.next(PollPeriod.MANY + 1, 2, false)).isEqualTo(PollPeriod.BUSY_NANOS);
    }

    @Test
    void looks_soon_where_something_happens_and_a_tool_is_told() {
        for (int i = 1; i < LOOKS; i++) assertThat(period.next(1, i, true)).isEqualTo(PollPeriod.SOON_NANOS);
    }

    /// At any time, the next look is a quarter of the time since the last event away, or [PollPeriod#SOON_NANOS].
    @Test
    void a_kernel_that_runs_on_is_told_late_by_a_quarter_of_its_time() {
        long since = period.next(1, 1, true);
        long last = 0;
        for (int i = 1; i < LOOKS; i++) {
            last = period.next(1, 1, true);
            assertThat(last).isLessThanOrEqualTo(PollPeriod.SOON_NANOS + since / 4);
            since += last;
        }
        assertThat(last).isEqualTo(PollPeriod.USUAL_NANOS);
        assertThat(period.next(1, 2, true)).isEqualTo(PollPeriod.SOON_NANOS);
    }

    @Test
    void looks_less_often_where_more_is_pending_than_a_tool_waits_for() {
        assertThat(period.next(PollPeriod.MANY + 1, 2, true)).isEqualTo(PollPeriod.BUSY_NANOS);
    }

    @Test
    void sleeps_where_nothing_is_pending_for_a_while() {
        for (int i = 1; i < PollPeriod.PATIENCE; i++)
            assertThat(period.next(0, 1, false)).isPositive();
        assertThat(period.next(0, 1, false)).isZero();
        period.woken();
        assertThat(period.next(0, 1, false)).isPositive();
    }
}
