package io.rocprofiler.trace.summary;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LaunchTimesTest {

    private static final int CALLS = 10_000_000;

    @Test
    void the_latest_two_million_calls_are_known_and_those_before_are_not() {
        LaunchTimes times = filled(1);
        for (int id = CALLS - (1 << 21) + 1; id <= CALLS; id++) {
            assertThat(times.get(id) == 2L * id).as("id %d", id).isTrue();
        }
        assertThat(times.get(CALLS - (1 << 21))).isEqualTo(-1);
    }

    @Test
    void processes_share_what_may_be_kept() {
        LaunchTimes times = filled(10);
        assertThat(times.get(CALLS - (1 << 17) + 1)).isEqualTo(2L * (CALLS - (1 << 17) + 1));
        assertThat(times.get(CALLS - (1 << 17))).isEqualTo(-1);
    }

    private static LaunchTimes filled(int processes) {
        LaunchTimes times = new LaunchTimes(processes);
        for (int id = 1; id <= CALLS; id++) {
            times.put(id, 2L * id, null);
        }
        return times;
    }

    @Test
    void no_id_is_no_call() {
        LaunchTimes times = new LaunchTimes(1);
        times.put(7, 70, null);
        assertThat(times.get(7)).isEqualTo(70);
        assertThat(times.get(7 + (1 << 8))).isEqualTo(-1);
        assertThat(times.get(0)).isEqualTo(-1);
    }
}
