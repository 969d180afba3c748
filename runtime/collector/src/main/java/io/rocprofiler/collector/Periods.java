package io.rocprofiler.collector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Switches recording on and off by the clock, one period after another; after the last one it stays off.
///
/// With `ROCPROF_COLLECTION_PERIOD_TESTING`, each cycle writes lines `delay|start|duration|stop:<begin>:<end>`
/// to [SegmentConstants#PERIODS_FILE].
final class Periods implements Runnable {
    private final List<Period> periods;
    private final RecordingSwitch recordingSwitch;
    private final Clock clock;
    private final @Nullable Path log;

    /// @param log the file for the lines, null for none
    Periods(List<Period> periods, RecordingSwitch recordingSwitch, Clock clock, @Nullable Path log) {
        this.periods = periods;
        this.recordingSwitch = recordingSwitch;
        this.clock = clock;
        this.log = log;
    }

    /// Whether recording begins at process start.
    static boolean beginAtOnce(List<Period> periods) {
        return periods.isEmpty() || periods.getFirst().delayNanos() == 0;
    }

    /// Runs the periods on a daemon thread.
    void start() {
        if (periods.isEmpty()) return;
        Thread thread = new Thread(null, this, "rocprofv3-periods", 0, false);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            for (Period period : periods) {
                for (long done = 0; period.repeat() == 0 || done < period.repeat(); done++) cycle(period);
            }
        } catch (InterruptedException end) {
            recordingSwitch.period(false);
        }
    }

    private void cycle(Period period) throws InterruptedException {
        long begin = clock.boottimeNanos();
        clock.sleep(period.delayNanos());
        long starting = clock.boottimeNanos();
        recordingSwitch.period(true);
        long started = clock.boottimeNanos();
        clock.sleep(period.durationNanos());
        long stopping = clock.boottimeNanos();
        recordingSwitch.period(false);
        note(begin, starting, started, stopping, clock.boottimeNanos());
    }

    private void note(long begin, long starting, long started, long stopping, long stopped) {
        if (log == null) return;
        String lines = "--\ndelay:" + begin + ":" + starting + "\nstart:" + starting + ":" + started + "\nduration:"
                + started + ":" + stopping + "\nstop:" + stopping + ":" + stopped + "\n";
        try {
            OwnFile.write(log, lines.getBytes(StandardCharsets.UTF_8), true);
        } catch (IOException unwritable) {
            Messages.say("cannot write " + log + ": " + unwritable.getMessage());
        }
    }
}
