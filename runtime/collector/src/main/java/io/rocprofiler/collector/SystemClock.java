package io.rocprofiler.collector;

import io.rocprofiler.sdk.Profiler;
import java.time.Instant;

final class SystemClock implements Clock {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    @Override
    public long boottimeNanos() {
        return Profiler.timestampNanos();
    }

    @Override
    public long monotonicNanos() {
        return System.nanoTime();
    }

    @Override
    public long realtimeNanos() {
        Instant now = Instant.now();
        return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        Thread.sleep(nanos / NANOS_PER_MILLI, (int) (nanos % NANOS_PER_MILLI));
    }
}
