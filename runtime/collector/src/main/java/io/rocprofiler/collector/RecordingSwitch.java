package io.rocprofiler.collector;

import io.rocprofiler.sdk.Context;
import org.jspecify.annotations.Nullable;

/// Starts and stops the recording context: it runs while a collection period is on and the program has not paused.
///
/// Thread rule: any thread. Repeated calls have no effect.
final class RecordingSwitch {
    private @Nullable Context context;
    private boolean inPeriod;
    private boolean paused;

    /// @param inPeriod whether recording may begin at once
    /// @param paused whether recording waits for the program to resume it
    RecordingSwitch(boolean inPeriod, boolean paused) {
        this.inPeriod = inPeriod;
        this.paused = paused;
    }

    /// Sets the context to start and stop.
    synchronized void controls(Context recording) {
        context = recording;
        apply();
    }

    synchronized void period(boolean on) {
        inPeriod = on;
        apply();
    }

    synchronized void pause(boolean on) {
        paused = on;
        apply();
    }

    private void apply() {
        Context recording = context;
        if (recording == null) return;
        if (inPeriod && !paused) recording.start();
        else recording.stop();
    }
}
