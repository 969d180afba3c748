package io.rocprofiler.collector;

/// Each question finds the clock 10 ns later.
final class FakeClock implements Clock {
    private long now = 1_000;

    @Override
    public long boottimeNanos() {
        return now += 10;
    }

    @Override
    public long monotonicNanos() {
        return 7;
    }

    @Override
    public long realtimeNanos() {
        return 8;
    }

    @Override
    public void sleep(long nanos) {
        now += nanos;
    }
}
