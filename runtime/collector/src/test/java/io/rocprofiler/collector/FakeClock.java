package io.rocprofiler.collector;

/// A clock that advances by 10 ns with each query.
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
