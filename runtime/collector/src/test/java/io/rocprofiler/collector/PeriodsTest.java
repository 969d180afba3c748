package io.rocprofiler.collector;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.SegmentConstants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeriodsTest {
    private final List<String> happened = new ArrayList<>();
    private final FakeSetup.FakeContext context = new FakeSetup().new FakeContext();

    /// A clock on which only waiting takes time, and that is interrupted after a number of waits.
    private final class Steps implements Clock {
        private long now;
        private int left;

        Steps(int waits) {
            left = waits;
        }

        @Override
        public long boottimeNanos() {
            return now;
        }

        @Override
        public long monotonicNanos() {
            return now;
        }

        @Override
        public long realtimeNanos() {
            return now;
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
            if (left-- == 0) throw new InterruptedException();
            happened.add((context.active ? "recording " : "idle ") + nanos);
            now += nanos;
        }
    }

    @Test
    void periodsFollowOneAnotherAndRecordingEndsWithTheLast() {
        run("5:7:2;1:2:1", 100, null);
        assertThat(happened).containsExactly("idle 5", "recording 7", "idle 5", "recording 7", "idle 1", "recording 2");
        assertThat(context.active).isFalse();
    }

    @Test
    void aPeriodThatRepeatsZeroTimesGoesOnWithoutEnd() {
        run("1:1:0;9:9:1", 1001, null);
        assertThat(happened).hasSize(1001).doesNotContain("idle 9").endsWith("recording 1", "idle 1");
        assertThat(context.active).isFalse();
    }

    @Test
    void withoutADelayRecordingBeginsWithTheProcess() {
        assertThat(Periods.beginAtOnce(Period.parse("0:1:1"))).isTrue();
        assertThat(Periods.beginAtOnce(Period.parse(""))).isTrue();
        assertThat(Periods.beginAtOnce(Period.parse("1:1:1"))).isFalse();
    }

    @Test
    void aPausedProgramStaysPausedWhenAPeriodBegins() {
        RecordingSwitch recordingSwitch = new RecordingSwitch(false, false);
        recordingSwitch.controls(context);
        recordingSwitch.pause(true);
        recordingSwitch.period(true);
        assertThat(context.active).isFalse();
        recordingSwitch.pause(false);
        assertThat(context.active).isTrue();
        recordingSwitch.period(false);
        assertThat(context.active).isFalse();
    }

    @Test
    void eachCycleLeavesItsTimes(@TempDir Path directory) throws IOException {
        Path log = directory.resolve(SegmentConstants.PERIODS_FILE);
        run("5:7:2", 100, log);
        assertThat(Files.readString(log)).isEqualTo("""
                        --
                        delay:0:5
                        start:5:5
                        duration:5:12
                        stop:12:12
                        --
                        delay:12:17
                        start:17:17
                        duration:17:24
                        stop:24:24
                        """);
    }

    @Test
    void whatIsNoPeriodIsLeftOut() {
        assertThat(Period.parse("1:2:3;x;1:2;;-1:2:3;4:5:6:7;8:9:10;"))
                .containsExactly(new Period(1, 2, 3), new Period(8, 9, 10));
        assertThat(Period.parse(null)).isEmpty();
    }

    private void run(String periods, int waits, @org.jspecify.annotations.Nullable Path log) {
        List<Period> parsed = Period.parse(periods);
        RecordingSwitch recordingSwitch = new RecordingSwitch(Periods.beginAtOnce(parsed), false);
        recordingSwitch.controls(context);
        new Periods(parsed, recordingSwitch, new Steps(waits), log).run();
    }
}
